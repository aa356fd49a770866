import fc from "fast-check";
import {
  accruedUntilMonth,
  accruedInMonth,
  carriedForward,
  expiringCarriedDays,
  proratedAllowance,
  proratedMonths,
  shareOfYear,
} from "./allowance.rules";
import {
  prorationMethods,
  type Rounding,
  roundings,
  defaultRounding,
  type ProrationMethod,
} from "../types/allowance-settings.rules";

const months = Array.from({ length: 12 }, (_, at) => at + 1);
const days = fc.integer({ min: 0, max: 99_99 }).map((hundredths) => hundredths / 100);
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + Math.round(amount * 100), 0) / 100;

test("monthly parts of 19 days sum to exactly 19", () => {
  expect(sum(months.map((month) => accruedInMonth(19, month)))).toBe(19);
});

test("monthly parts sum to the allowance and never exceed it during the year", () => {
  fc.assert(
    fc.property(days, (allowance) => {
      expect(sum(months.map((month) => accruedInMonth(allowance, month)))).toBe(allowance);
      for (const month of months) {
        expect(accruedInMonth(allowance, month)).toBeGreaterThanOrEqual(0);
        expect(accruedUntilMonth(allowance, month)).toBeLessThanOrEqual(allowance);
      }
    }),
  );
});

const exact = { prorated: true, proration: "days", rounding: "exact" } as const;

test("employees who join or leave during the year get a prorated allowance", () => {
  expect(proratedAllowance(24, 2026, { ...exact, joined: null, left: null })).toBe(24);
  expect(proratedAllowance(24, 2026, { ...exact, joined: "2026-07-02", left: null })).toBe(12.03);
  expect(proratedAllowance(24, 2026, { ...exact, joined: "2020-01-01", left: "2026-03-31" })).toBe(5.92);
  expect(proratedAllowance(24, 2026, { ...exact, joined: "2027-01-01", left: null })).toBe(0);
  expect(proratedAllowance(24, 2028, { ...exact, joined: "2028-02-29", left: "2028-02-29" })).toBe(0.07);
});

test.each([
  ["exact", 1.78, 18.93],
  ["half_up", 2, 19],
  ["half_nearest", 2, 19],
  ["whole_up", 2, 19],
] as const)("a prorated allowance rounded %s is %d days on joining and %d on leaving", (rounding, joiner, leaver) => {
  const of = { ...exact, rounding };
  expect(proratedAllowance(21, 2026, { ...of, joined: "2026-12-01", left: null })).toBe(joiner);
  expect(proratedAllowance(21, 2026, { ...of, joined: null, left: "2026-11-25" })).toBe(leaver);
});

test.each([
  ["half_up", 1.5],
  ["half_nearest", 1],
  ["whole_up", 2],
] as const)("1.19 prorated days rounded %s are %d days", (rounding, days) => {
  expect(proratedAllowance(14, 2026, { ...exact, rounding, joined: "2026-12-01", left: null })).toBe(days);
});

test("proration keeps whole days and never exceeds the allowance", () => {
  // 73 of 365 days are one fifth of the year.
  const joiner = { ...exact, rounding: "whole_up", joined: "2026-10-20", left: null } as const;
  expect(proratedAllowance(30, 2026, joiner)).toBe(6);
  expect(proratedAllowance(20.25, 2026, { ...joiner, joined: "2026-01-02" })).toBe(20.25);
});

test("without proration the whole allowance is granted, but only while employed", () => {
  const sick = { ...exact, prorated: false, rounding: "half_up", joined: "2026-12-01", left: "2027-01-15" } as const;
  expect([2025, 2026, 2027, 2028].map((year) => proratedAllowance(15, year, sick))).toEqual([0, 15, 15, 0]);
});

test.each([
  ["days", 11.01],
  ["month_started", 11],
  ["month_full", 11],
] as const)("a rehired employee's allowance counts both employments by %s", (method, allowance) => {
  const again = { joined: "2026-05-01", left: null, earlier: [{ joined: "2020-01-01", left: "2026-03-31" }] };
  const of = { ...exact, ...again, proration: method };
  expect(proratedAllowance(12, 2026, of)).toBe(allowance);
  expect(sum(proratedMonths(Array<number>(12).fill(1), 2026, of))).toBe(11);
  expect(proratedAllowance(12, 2025, of)).toBe(12);
  expect(proratedAllowance(12, 2027, of)).toBe(12);
});

test("a year between two employments grants nothing", () => {
  const again = { joined: "2027-05-01", left: null, earlier: [{ joined: "2020-01-01", left: "2025-03-31" }] };
  expect(proratedAllowance(12, 2026, { ...exact, ...again })).toBe(0);
});

const day = fc
  .integer({ min: 0, max: 364 })
  .map((at) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10));
const rounding = fc.constantFrom(...roundings);
const proration = fc.constantFrom(...prorationMethods);
const unit = (how: Rounding) => (how.startsWith("whole") ? 1 : how.startsWith("half") ? 0.5 : 0.25);
const isRounded = (result: number, how: Rounding) => result % unit(how) === 0;

test("a rounded allowance differs from the exact one by at most one day", () => {
  fc.assert(
    fc.property(days, day, day, rounding, (allowance, one, other, how) => {
      const [joined, left] = [one, other].toSorted() as [string, string];
      const share = proratedAllowance(allowance, 2026, { ...exact, joined, left });
      const result = proratedAllowance(allowance, 2026, { ...exact, rounding: how, joined, left });
      expect(result).toBeLessThanOrEqual(allowance);
      expect(Math.abs(result - share)).toBeLessThanOrEqual(1);
      if (how.endsWith("_up")) expect(result).toBeGreaterThanOrEqual(Math.min(share, allowance) - 0.005);
      if (how !== "exact" && result < allowance) expect(isRounded(result, how)).toBe(true);
    }),
  );
});

test("months of an employee who joins or leaves sum to the unit of the rounding", () => {
  fc.assert(
    fc.property(days, day, day, rounding, (allowance, one, other, how) => {
      const [joined, left] = [one, other].toSorted() as [string, string];
      const parts = months.map((month) => accruedInMonth(allowance, month));
      const total = sum(proratedMonths(parts, 2026, { ...exact, rounding: how, joined, left }));
      const plain = sum(proratedMonths(parts, 2026, { ...exact, joined, left }));
      expect(total).toBeLessThanOrEqual(allowance);
      expect(Math.abs(total - plain)).toBeLessThanOrEqual(1);
      if (how !== "exact" && total < allowance) expect(isRounded(total, how)).toBe(true);
    }),
  );
});

test("defaultRounding rounds up to half days if allowed, otherwise to whole days", () => {
  expect([defaultRounding(true), defaultRounding(false)]).toEqual(["half_up", "whole_up"]);
});

/**
 * Joiner on 20 January 2026 with 30 days. By days: 20 January to 31 December are 346 of 365 days, 30 * 346 / 365 = 28.438. Twelve months
 * have begun: 30. Eleven months are complete (20 January to 19 December): 30 * 11 / 12 = 27.5.
 */
test.each([
  ["days", "exact", 28.44],
  ["days", "whole_up", 29],
  ["days", "whole_nearest", 28],
  ["days", "whole_down", 28],
  ["days", "half_up", 28.5],
  ["days", "half_nearest", 28.5],
  ["days", "half_down", 28],
  ["days", "quarter_up", 28.5],
  ["days", "quarter_nearest", 28.5],
  ["days", "quarter_down", 28.25],
  ["month_started", "exact", 30],
  ["month_full", "exact", 27.5],
  ["month_full", "whole_nearest", 28],
  ["month_full", "whole_down", 27],
] as const)("a joiner on the 20th gets by %s rounded %s %d days", (by, how, days) => {
  const joiner = { prorated: true, proration: by, rounding: how, joined: "2026-01-20", left: null };
  expect(proratedAllowance(30, 2026, joiner)).toBe(days);
});

test("types from before the methods of proration keep their allowances", () => {
  const step = { half_up: 50, half_nearest: 50, whole_up: 100, exact: 1 } as const;
  const before = (hundredths: number, employed: number, how: keyof typeof step) => {
    if (employed === 365) return hundredths / 100; // a whole year is never rounded
    const parts = (hundredths * employed) / (365 * step[how]);
    return Math.min((how.endsWith("_up") ? Math.ceil(parts) : Math.round(parts)) * step[how], hundredths) / 100;
  };
  const roundings = fc.constantFrom("half_up", "half_nearest", "whole_up", "exact");
  fc.assert(
    fc.property(days, day, day, roundings, (allowance, one, other, how) => {
      const [joined, left] = [one, other].toSorted() as [string, string];
      const employed = (Date.parse(left) - Date.parse(joined)) / 86_400_000 + 1;
      const of = { ...exact, rounding: how, joined, left };
      expect(proratedAllowance(allowance, 2026, of)).toBe(before(Math.round(allowance * 100), employed, how));
    }),
  );
});

test.each([
  ["2026-03-15", "2026-06-14", 4, 3],
  ["2026-03-15", "2026-06-13", 4, 2],
  ["2026-01-31", "2026-02-28", 2, 1],
  ["2026-05-01", "2026-05-31", 1, 1],
  ["2026-05-02", "2026-05-31", 1, 0],
])("%s to %s are %d months started and %d complete", (joined, left, started, complete) => {
  const months = (by: ProrationMethod) =>
    shareOfYear(2026, { prorated: true, proration: by, rounding: "exact", joined, left }).part;
  expect([months("month_started"), months("month_full")]).toEqual([started, complete]);
});

test("monthly parts of each method sum to the yearly share of that method", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60 }), day, day, rounding, proration, (units, one, other, how, by) => {
      const allowance = units * 12; // twelfths without rounding
      const [joined, left] = [one, other].toSorted() as [string, string];
      const of = { prorated: true, proration: by, rounding: how, joined, left };
      const parts = proratedMonths(Array<number>(12).fill(units), 2026, of);
      expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
      if (by !== "days") expect(sum(parts)).toBe(proratedAllowance(allowance, 2026, of));
    }),
  );
});

test("an allowance is never negative and rises with employment and allowance", () => {
  fc.assert(
    fc.property(days, days, day, day, day, rounding, proration, (low, additionalDays, one, two, three, how, by) => {
      const [first, second, last] = [one, two, three].toSorted() as [string, string, string];
      const of = { prorated: true, proration: by, rounding: how };
      const longer = proratedAllowance(low, 2026, { ...of, joined: first, left: last });
      expect(proratedAllowance(low, 2026, { ...of, joined: second, left: last })).toBeLessThanOrEqual(longer);
      expect(proratedAllowance(low, 2026, { ...of, joined: first, left: second })).toBeLessThanOrEqual(longer);
      expect(
        proratedAllowance(low + additionalDays, 2026, { ...of, joined: first, left: last }),
      ).toBeGreaterThanOrEqual(longer);
      expect(longer).toBeGreaterThanOrEqual(0);
      expect(proratedAllowance(low, 2026, { ...of, joined: null, left: null })).toBe(low);
    }),
  );
});

test("carriedForward keeps fractions and debts, and applies the maximum", () => {
  expect([carriedForward(1.5, 5), carriedForward(7.25, 5), carriedForward(7.25, null), carriedForward(-1, 5)]).toEqual([
    1.5, 5, 7.25, -1,
  ]);
});

test("carried-over days are used first, and only unused ones expire", () => {
  expect([expiringCarriedDays(5, 0), expiringCarriedDays(5, 3.5), expiringCarriedDays(5, 8)]).toEqual([5, 1.5, 0]);
});
