import fc from "fast-check";
import { accruedInMonth, proratedAllowance } from "./allowance.rules";
import { grantsDue, type Entitlement, type Grant, grantsUntil, type YearState } from "./grants.rules";

const usual: Entitlement = {
  days: 24,
  accrual: "yearly",
  max_carried: 5,
  carried_until: 3,
  joined: "2020-01-01",
  left: null,
  prorated: true,
  proration: "days",
  rounding: "half_up",
};
const monthly: Entitlement = { ...usual, days: 19, accrual: "monthly" };
type Years = Map<number, YearState>;

function add(years: Years, grants: readonly Grant[]): Years {
  for (const grant of grants) {
    const { balance = 0, given = [], used_by_expiry = 0 } = years.get(grant.year) ?? {};
    years.set(grant.year, { balance: balance + grant.days, given: [...given, grant], used_by_expiry });
  }
  return years;
}
const run = (day: string, of: Entitlement, years: Years) => {
  const due = grantsDue(day, of, years);
  add(years, due);
  return due;
};
const summaryOf = (grants: readonly Grant[]) => grants.map(({ reason, period, days }) => [reason, period, days]);
const total = (years: Years, year: number) => Math.round((years.get(year)?.balance ?? 0) * 100) / 100;

test("the schedule grants the allowances of this year and next year once", () => {
  const years: Years = new Map();
  expect(summaryOf(run("2026-11-20", usual, years))).toEqual([
    ["allowance", "2026", 24],
    ["allowance", "2027", 24],
  ]);
  expect(run("2026-12-31", usual, years)).toEqual([]);
});

test("missed months are granted later, and last year's remainder is carried over", () => {
  const years: Years = new Map();
  expect(run("2026-10-05", monthly, years)).toHaveLength(10);
  expect(summaryOf(run("2027-02-03", { ...monthly, max_carried: null }, years))).toEqual([
    ["accrual", "2026-11", accruedInMonth(19, 11)],
    ["accrual", "2026-12", accruedInMonth(19, 12)],
    ["accrual", "2027-01", accruedInMonth(19, 1)],
    ["accrual", "2027-02", accruedInMonth(19, 2)],
    ["carried", "2027", 19],
  ]);
  expect(total(years, 2026)).toBe(19);
});

test("a remainder of 1.5 days is carried over without rounding or proration", () => {
  const leaver = { ...usual, left: "2027-06-30" };
  const years: Years = new Map([[2026, { balance: 1.5, given: [], used_by_expiry: 0 }]]);
  expect(summaryOf(run("2027-01-01", leaver, years)).filter(([reason]) => reason === "carried")).toEqual([
    ["carried", "2027", 1.5],
  ]);
  expect(total(years, 2027)).toBe(1.5 + proratedAllowance(24, 2027, leaver));
});

test("later changes of last year's balance correct the carried-over days", () => {
  const years: Years = new Map([[2026, { balance: 3, given: [], used_by_expiry: 0 }]]);
  expect(run("2027-01-05", usual, years)).toMatchObject([{ period: "2027" }, { period: "2028" }, { cause: null }]);
  expect(run("2027-01-06", { ...usual, max_carried: 1 }, years)).toEqual([]); // changed settings alone have no effect
  years.set(2026, { balance: 4.5, given: [], used_by_expiry: 0 });
  expect(run("2027-01-07", usual, years)).toMatchObject([
    { reason: "carried", period: "2027:1", days: 1.5, cause: "last_year" },
  ]);
  years.set(2026, { balance: 1, given: [], used_by_expiry: 0 });
  expect(summaryOf(run("2027-01-08", usual, years))).toEqual([["carried", "2027:2", -3.5]]);
});

test("unused carried-over days expire after the end of the configured month", () => {
  const years: Years = new Map([[2026, { balance: 5, given: [], used_by_expiry: 0 }]]);
  run("2027-01-01", usual, years);
  expect(run("2027-03-31", usual, years)).toEqual([]);
  years.set(2027, { ...(years.get(2027) as YearState), used_by_expiry: 3.5 });
  const expiredGrants = run("2027-04-01", usual, years);
  expect([summaryOf(expiredGrants), expiredGrants[0]?.cause]).toEqual([[["expired", "2027", -1.5]], null]);
  expect(run("2027-05-01", usual, years)).toEqual([]);
  // February's leave is withdrawn in May: the carried-over days that it used would have expired as well.
  years.set(2027, { ...(years.get(2027) as YearState), used_by_expiry: 0 });
  const correctedGrants = run("2027-05-02", usual, years);
  expect([summaryOf(correctedGrants), correctedGrants[0]?.cause]).toEqual([[["expired", "2027:1", -3.5]], "last_year"]);
});

test("a last day prorates the allowance; removing it restores the allowance", () => {
  const years: Years = new Map();
  run("2026-02-01", usual, years);
  const leaving = { ...usual, left: "2026-03-31" };
  expect(run("2026-02-02", leaving, years)).toMatchObject([
    { period: "2026:1", days: 6 - 24, cause: "employment" },
    { period: "2027:1", days: -24, cause: "employment" },
  ]);
  expect(total(years, 2026)).toBe(6);
  run("2026-02-03", usual, years);
  expect([total(years, 2026), total(years, 2027)]).toEqual([24, 24]);
});

test("changed settings affect only future grants", () => {
  const years: Years = new Map();
  run("2026-06-01", usual, years);
  expect(summaryOf(run("2026-06-02", { ...usual, days: 30 }, years))).toEqual([["allowance", "2027:1", 6]]);
  // The current year keeps its accrual; the next year uses the new setting.
  expect(summaryOf(run("2026-06-03", { ...usual, days: 30, accrual: "monthly" }, years))).toEqual([
    ["allowance", "2027:2", -30],
  ]);
  run("2027-01-01", { ...usual, days: 30, accrual: "monthly", max_carried: 0 }, years);
  expect(total(years, 2027)).toBe(2.5);
});

const day = fc
  .integer({ min: 0, max: 364 })
  .map((at) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10));
const allowance = fc.integer({ min: 0, max: 60_00 }).map((hundredths) => hundredths / 100);

test("months sum to the allowance for any run dates, and no grant is due twice", () => {
  fc.assert(
    fc.property(allowance, fc.array(day, { maxLength: 12 }), (days, runs) => {
      const of: Entitlement = { ...monthly, days };
      const years: Years = new Map();
      for (const at of [...runs.toSorted(), "2026-12-31"]) {
        run(at, of, years);
        expect(grantsDue(at, of, years)).toEqual([]);
      }
      expect(total(years, 2026)).toBe(days);
    }),
  );
});

test("the projection equals the later grants of the schedule", () => {
  fc.assert(
    fc.property(allowance, fc.constantFrom("yearly" as const, "monthly" as const), day, (days, accrual, at) => {
      const of: Entitlement = { ...usual, days, accrual };
      const years: Years = new Map();
      run("2026-01-01", of, years);
      const simulated = grantsUntil("2026-01-01", `2027${at.slice(4)}`, of, years);
      for (const stop of ["2026-12-31", `2027${at.slice(4)}`]) run(stop, of, years);
      expect(Math.round((simulated.get(2027)?.balance ?? 0) * 100) / 100).toBe(total(years, 2027));
    }),
  );
});

test("a grant without full_days is never corrected", () => {
  const oldGrant: Grant = {
    year: 2026,
    reason: "allowance",
    days: 7,
    period: "2026",
    full_days: null,
    cause: null,
  };
  const years = add(new Map(), [oldGrant]);
  expect(summaryOf(run("2026-11-20", usual, years))).toEqual([["allowance", "2027", 24]]);
  const month: Grant = { ...oldGrant, reason: "accrual", period: "2026-01" };
  const due = run("2026-02-20", monthly, add(new Map(), [month]));
  expect(summaryOf(due).filter(([, period]) => String(period).startsWith("2026-01"))).toEqual([]);
});

test("for a full year grantsDue indexes months once and computes no dates", () => {
  const years: Years = new Map();
  run("2026-11-23", monthly, years);
  let looks = 0;
  const countedGrants = (years.get(2026)?.given ?? []).map((one) => ({
    ...one,
    get period() {
      looks++;
      return one.period;
    },
  }));
  years.set(2026, { balance: 0, used_by_expiry: 0, ...years.get(2026), given: countedGrants });
  const parse = jest.spyOn(Date, "parse");
  expect(grantsDue("2026-11-23", monthly, years)).toEqual([]);
  expect(looks).toBeLessThan(4 * countedGrants.length);
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});

test("after the last day the schedule grants nothing and reverts later grants", () => {
  const years: Years = new Map();
  run("2026-11-20", usual, years);
  const employmentWithEnd = { ...usual, left: "2026-11-25" };
  expect(summaryOf(run("2026-11-26", employmentWithEnd, years))).toEqual([
    ["allowance", "2026:1", -2],
    ["allowance", "2027:1", -24],
  ]);
  run("2027-01-01", employmentWithEnd, years);
  run("2027-04-01", employmentWithEnd, years);
  expect([2026, 2027, 2028].map((year) => total(years, year))).toEqual([22, 0, 0]);
});

test("a last day entered late reverts carried days and prorates its year", () => {
  const years: Years = new Map();
  for (const day of ["2026-02-01", "2027-01-01", "2027-04-01", "2028-01-01"]) run(day, usual, years);
  expect(total(years, 2028)).toBe(29);
  const employmentWithEnd = { ...usual, left: "2026-06-30" };
  run("2028-01-02", employmentWithEnd, years);
  expect([2026, 2027, 2028, 2029].map((year) => total(years, year))).toEqual([12, 0, 0, 0]);
  expect(grantsDue("2028-01-03", employmentWithEnd, years)).toEqual([]);
});

test("carried-over days that are valid on the last day do not expire later", () => {
  // Leaver on 28 February 2027 with 5 days carried over, usable until 31 March. 1 January to 28 February are 59 of 365 days:
  // 24 * 59 / 365 = 3.88, rounded up to half days 4. Together 5 + 4 = 9, of which none expire on 1 April.
  const years: Years = new Map([[2026, { balance: 5, given: [], used_by_expiry: 0 }]]);
  run("2027-01-01", usual, years);
  const employmentWithEnd = { ...usual, left: "2027-02-28" };
  run("2027-03-01", employmentWithEnd, years);
  const before = total(years, 2027);
  expect(run("2027-04-01", employmentWithEnd, years)).toEqual([]);
  expect(before).toBe(5 + 4);
});

test("withdrawing the last day of employment restores all grants", () => {
  fc.assert(
    fc.property(
      allowance,
      fc.constantFrom("yearly" as const, "monthly" as const),
      fc.constantFrom("half_up" as const, "half_nearest" as const, "whole_up" as const, "exact" as const),
      day,
      day,
      (days, accrual, rounding, at, left) => {
        const of: Entitlement = { ...usual, days, accrual, rounding };
        const [stayed, left_and_back]: [Years, Years] = [new Map(), new Map()];
        for (const years of [stayed, left_and_back]) run("2026-01-01", of, years);
        run(at, { ...of, left }, left_and_back);
        expect(grantsDue(at, { ...of, left }, left_and_back)).toEqual([]);
        for (const years of [stayed, left_and_back])
          for (const then of ["2026-12-31", "2027-01-01"]) run(then, of, years);
        expect([2026, 2027].map((year) => total(left_and_back, year))).toEqual(
          [2026, 2027].map((year) => total(stayed, year)),
        );
      },
    ),
  );
});
