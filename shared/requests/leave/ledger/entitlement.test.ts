import fc from "fast-check";
import { prorationMethods, roundings } from "../types/allowance-settings.rules";
import {
  type AllowanceRule,
  allowanceOfYear,
  allowanceSegments,
  type AllowanceSource,
  yearsOfService,
} from "./entitlement.rules";
import { type Entitlement, grantsDue, plannedAllowance, type YearState } from "./grants.rules";

const rule = (changes: Partial<AllowanceRule> = {}): AllowanceRule => ({
  name: "Rule",
  location: null,
  contract_type: null,
  group_id: null,
  department_ids: null,
  days: 30,
  steps: [],
  ...changes,
});
const source = (changes: Partial<AllowanceSource> = {}): AllowanceSource => ({
  rules: [],
  overrides: [],
  facts: [{ from: "2020-01-01", location: "berlin", contract_type: "full_time_contract", department_id: 7 }],
  group_ids: [3],
  ...changes,
});
const of = (changes: Partial<Entitlement> = {}): Entitlement => ({
  days: 28,
  accrual: "yearly",
  max_carried: null,
  carried_until: null,
  joined: "2020-01-01",
  left: null,
  prorated: true,
  proration: "days",
  rounding: "exact",
  ...changes,
});
const days = (changes: Partial<Entitlement>, year = 2026) => allowanceOfYear(year, of(changes), 28).days;

test.each<[string, Partial<AllowanceRule>, boolean]>([
  ["location", { location: "berlin" }, true],
  ["other location", { location: "paris" }, false],
  ["contract", { contract_type: "full_time_contract" }, true],
  ["other contract", { contract_type: "temporary" }, false],
  ["group", { group_id: 3 }, true],
  ["other group", { group_id: 4 }, false],
  ["department", { department_ids: [5, 7] }, true],
  ["other department", { department_ids: [5] }, false],
  ["all but one condition", { location: "berlin", group_id: 4 }, false],
])("a rule by %s fits: %#", (_, condition, fits) => {
  expect(days({ source: source({ rules: [rule(condition)] }) })).toBe(fits ? 30 : 28);
});

test("the first rule that fits decides, even if a later one grants more", () => {
  const rules = [rule({ location: "paris", days: 40 }), rule({ days: 26 }), rule({ days: 35 })];
  expect(days({ source: source({ rules }) })).toBe(26);
});

test("years of service are complete at the end of the day before the anniversary", () => {
  expect(yearsOfService("2021-07-15", "2026-07-13")).toBe(4);
  expect(yearsOfService("2021-07-15", "2026-07-14")).toBe(5);
  expect(yearsOfService("2021-01-01", "2026-12-31")).toBe(6);
  expect(yearsOfService("2027-01-01", "2026-12-31")).toBe(0);
  expect(yearsOfService(null, "2026-12-31")).toBe(0);
});

/** Joined on 15 July 2021: five years of service are complete in 2026, for the whole year; in 2025 there are four, in 2031 ten. */
test("a step of seniority that is reached during a year counts for the whole year", () => {
  const steps = [
    { years: 10, days: 33 },
    { years: 5, days: 31 },
  ];
  const senior = { joined: "2021-07-15", source: source({ rules: [rule({ steps })] }) };
  expect([2025, 2026, 2031].map((year) => days(senior, year))).toEqual([30, 31, 33]);
  // Leaving on 30 April 2026, before the anniversary: 30 days * 120 / 365 = 9.86.
  expect(days({ ...senior, left: "2026-04-30" })).toBe(9.86);
});

/**
 * Moves from Berlin (30 days) to Paris (25 days) on 1 July 2026. By days: 30 * 181/365 + 25 * 184/365 = 14.877 + 12.603 = 27.479. By
 * months: 30 * 6/12 + 25 * 6/12 = 27.5. On 15 July, a month that has begun counts for Paris, a complete one for Berlin:
 * 15 + 12.5 = 27.5, or 30 * 7/12 + 25 * 5/12 = 27.917.
 */
test.each([
  ["2026-07-01", "days", "exact", 27.48],
  ["2026-07-01", "days", "half_up", 27.5],
  ["2026-07-01", "days", "whole_down", 27],
  ["2026-07-01", "month_started", "exact", 27.5],
  ["2026-07-15", "month_started", "exact", 27.5],
  ["2026-07-15", "month_full", "exact", 27.92],
] as const)("a move on %s is prorated by %s rounded %s", (from, proration, rounding, expected) => {
  const facts = [
    { from: "2020-01-01", location: "berlin", contract_type: null, department_id: null },
    { from, location: "paris", contract_type: null, department_id: null },
  ];
  const rules = [rule({ location: "berlin", days: 30 }), rule({ location: "paris", days: 25 })];
  expect(days({ proration, rounding, source: source({ facts, rules }) })).toBe(expected);
});

/** 35 days in April to September (183 days): 28 * 182/365 + 35 * 183/365 = 13.962 + 17.548 = 31.51. */
test("an override decides before the rules, in its period only", () => {
  const overrides = [{ from: "2026-04-01", until: "2026-09-30", days: 35, reason: "Contract" }];
  const own = source({ overrides, rules: [rule({ location: "paris" })] });
  expect(days({ source: own })).toBe(31.51);
  expect(allowanceSegments(2026, own, of(), 28)).toMatchObject([
    { from: "2026-01-01", to: "2026-03-31", days: 28, override: null },
    { from: "2026-04-01", to: "2026-09-30", days: 35, override: "Contract" },
    { from: "2026-10-01", to: "2026-12-31", days: 28, override: null },
  ]);
  expect(days({ source: own }, 2027)).toBe(28);
});

const run = (day: string, entitlement: Entitlement, years: Map<number, YearState>) => {
  const due = grantsDue(day, entitlement, years);
  for (const grant of due) {
    const { balance = 0, given = [], used_by_expiry = 0 } = years.get(grant.year) ?? {};
    years.set(grant.year, { balance: balance + grant.days, given: [...given, grant], used_by_expiry });
  }
  return due.map(({ year, period, days, cause }) => [year, period, days, cause]);
};

test("rules correct this year once, and their removal restores the type's days", () => {
  const years = new Map<number, YearState>();
  run("2026-03-01", of(), years);
  const ruled = of({ source: source({ rules: [rule()] }), cause: "allowance_rules" });
  expect(run("2026-03-02", ruled, years)).toEqual([
    [2026, "2026:1", 2, "allowance_rules"],
    [2027, "2027:1", 2, "allowance_rules"],
  ]);
  expect(run("2026-03-03", ruled, years)).toEqual([]);
  // The type's days have changed since: this year keeps 28, next year gets 29.
  expect(run("2026-03-04", of({ days: 29, cause: "allowance_rules" }), years)).toEqual([
    [2026, "2026:2", -2, "allowance_rules"],
    [2027, "2027:2", -1, "allowance_rules"],
  ]);
});

test("monthly parts follow a rule from the first month of the year", () => {
  const years = new Map<number, YearState>();
  run("2026-02-10", of({ accrual: "monthly", days: 24 }), years);
  const ruled = of({ accrual: "monthly", days: 24, source: source({ rules: [rule()] }) });
  expect(run("2026-03-01", ruled, years)).toEqual([
    [2026, "2026-01:1", 0.5, "other_rule"],
    [2026, "2026-02:1", 0.5, "other_rule"],
    [2026, "2026-03", 2.5, null],
  ]);
});

const day = fc
  .integer({ min: 0, max: 729 })
  .map((at) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10));
const amount = fc.integer({ min: 0, max: 80 }).map((half) => half / 2);
const someSource = fc
  .record({ first: amount, second: amount, override: amount, moves: day, starts: day, ends: day })
  .map(({ first, second, override, moves, starts, ends }) => {
    const [from, until] = [starts, ends].toSorted() as [string, string];
    return source({
      facts: [
        { from: "2020-01-01", location: "berlin", contract_type: null, department_id: null },
        { from: moves, location: "paris", contract_type: null, department_id: null },
      ],
      rules: [rule({ location: "berlin", days: first }), rule({ location: "paris", days: second })],
      overrides: [{ from, until, days: override, reason: "Contract" }],
    });
  });
const settings = fc.record({
  accrual: fc.constantFrom("yearly" as const, "monthly" as const),
  proration: fc.constantFrom(...prorationMethods),
  rounding: fc.constantFrom(...roundings),
  prorated: fc.constantFrom(true, true, false),
  source: someSource,
});

test("segments cover the year; the allowance is within the days of the segments", () => {
  fc.assert(
    fc.property(settings, (some) => {
      const { segments, days: total } = allowanceOfYear(2026, of(some), 28);
      expect([segments[0]?.from, segments.at(-1)?.to]).toEqual(["2026-01-01", "2026-12-31"]);
      segments.slice(1).forEach(({ from }, at) => {
        expect(Date.parse(from) - Date.parse(segments[at]?.to as string)).toBe(86_400_000);
      });
      const all = segments.map((one) => one.days);
      expect(total).toBeGreaterThanOrEqual(Math.min(...all) - 1);
      expect(total).toBeLessThanOrEqual(Math.max(...all) + 0.06); // monthly parts are rounded to hundredths
    }),
  );
});

test("the grants of a year are the planned allowance, however often the schedule runs", () => {
  fc.assert(
    fc.property(settings, fc.array(day, { maxLength: 4 }), (some, stops) => {
      const years = new Map<number, YearState>();
      const own = of(some);
      for (const stop of [...stops.filter((one) => one < "2027-01-01").toSorted(), "2026-12-31"]) {
        run(stop, own, years);
        expect(run(stop, own, years)).toEqual([]);
      }
      const state = years.get(2026) ?? { balance: 0, given: [], used_by_expiry: 0 };
      expect(Math.round(state.balance * 100) / 100).toBe(plannedAllowance(2026, own, state).days);
    }),
  );
});
