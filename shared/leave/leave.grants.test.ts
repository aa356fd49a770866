import fc from "fast-check";
import { accruedIn, proratedAllowance } from "./leave.allowance.rules";
import { dueBy, type Entitlement, type Grant, grantsUntil, type YearStanding } from "./leave.grants.rules";

const usual: Entitlement = {
  days: 24,
  accrual: "yearly",
  max_carried: 5,
  carried_until: 3,
  joined: "2020-01-01",
  left: null,
};
const monthly: Entitlement = { ...usual, days: 19, accrual: "monthly" };
type Years = Map<number, YearStanding>;

function add(years: Years, grants: readonly Grant[]): Years {
  for (const grant of grants) {
    const { balance = 0, given = [], used_by_expiry = 0 } = years.get(grant.year) ?? {};
    years.set(grant.year, { balance: balance + grant.days, given: [...given, grant], used_by_expiry });
  }
  return years;
}
const run = (day: string, of: Entitlement, years: Years) => {
  const due = dueBy(day, of, years);
  add(years, due);
  return due;
};
const told = (grants: readonly Grant[]) => grants.map(({ reason, period, days }) => [reason, period, days]);
const total = (years: Years, year: number) => Math.round((years.get(year)?.balance ?? 0) * 100) / 100;

test("this year's and next year's allowance are there from the start, once", () => {
  const years: Years = new Map();
  expect(told(run("2026-11-20", usual, years))).toEqual([
    ["allowance", "2026", 24],
    ["allowance", "2027", 24],
  ]);
  expect(run("2026-12-31", usual, years)).toEqual([]);
});

test("months are made up for after a gap, also over the year's end; last year's are carried with them", () => {
  const years: Years = new Map();
  expect(run("2026-10-05", monthly, years)).toHaveLength(10);
  expect(told(run("2027-02-03", { ...monthly, max_carried: null }, years))).toEqual([
    ["accrual", "2026-11", accruedIn(19, 11)],
    ["accrual", "2026-12", accruedIn(19, 12)],
    ["accrual", "2027-01", accruedIn(19, 1)],
    ["accrual", "2027-02", accruedIn(19, 2)],
    ["carried", "2027", 19],
  ]);
  expect(total(years, 2026)).toBe(19);
});

test("1.5 days carried stay 1.5, at most as many as the type says; they are never prorated", () => {
  const leaver = { ...usual, left: "2027-06-30" };
  const years: Years = new Map([[2026, { balance: 1.5, given: [], used_by_expiry: 0 }]]);
  expect(told(run("2027-01-01", leaver, years)).filter(([reason]) => reason === "carried")).toEqual([
    ["carried", "2027", 1.5],
  ]);
  expect(total(years, 2027)).toBe(1.5 + proratedAllowance(24, 2027, leaver));
});

test("what changes of last year afterwards changes what was carried, up and down, and only then", () => {
  const years: Years = new Map([[2026, { balance: 3, given: [], used_by_expiry: 0 }]]);
  expect(run("2027-01-05", usual, years)).toMatchObject([{ period: "2027" }, { period: "2028" }, { cause: null }]);
  expect(run("2027-01-06", { ...usual, max_carried: 1 }, years)).toEqual([]); // other settings alone change nothing
  years.set(2026, { balance: 4.5, given: [], used_by_expiry: 0 });
  expect(run("2027-01-07", usual, years)).toMatchObject([
    { reason: "carried", period: "2027:1", days: 1.5, cause: "last_year" },
  ]);
  years.set(2026, { balance: 1, given: [], used_by_expiry: 0 });
  expect(told(run("2027-01-08", usual, years))).toEqual([["carried", "2027:2", -3.5]]);
});

test("carried days that are partly used expire for the rest, at the month's end and not before", () => {
  const years: Years = new Map([[2026, { balance: 5, given: [], used_by_expiry: 0 }]]);
  run("2027-01-01", usual, years);
  expect(run("2027-03-31", usual, years)).toEqual([]);
  years.set(2027, { ...(years.get(2027) as YearStanding), used_by_expiry: 3.5 });
  const gone = run("2027-04-01", usual, years);
  expect([told(gone), gone[0]?.cause]).toEqual([[["expired", "2027", -1.5]], null]);
  expect(run("2027-05-01", usual, years)).toEqual([]);
  // February's leave is taken back in May: its carried days would have gone as well.
  years.set(2027, { ...(years.get(2027) as YearStanding), used_by_expiry: 0 });
  const more = run("2027-05-02", usual, years);
  expect([told(more), more[0]?.cause]).toEqual([[["expired", "2027:1", -3.5]], "last_year"]);
});

test("who leaves gets the year's share, and the rest back when they stay after all", () => {
  const years: Years = new Map();
  run("2026-02-01", usual, years);
  const leaving = { ...usual, left: "2026-03-31" };
  expect(run("2026-02-02", leaving, years)).toMatchObject([
    { period: "2026:1", days: 5.92 - 24, cause: "employment" },
    { period: "2027:1", days: -24, cause: "employment" },
  ]);
  expect(total(years, 2026)).toBe(5.92);
  run("2026-02-03", usual, years);
  expect([total(years, 2026), total(years, 2027)]).toEqual([24, 24]);
});

test("days that were given stay when the settings change; what lies ahead follows them", () => {
  const years: Years = new Map();
  run("2026-06-01", usual, years);
  expect(told(run("2026-06-02", { ...usual, days: 30 }, years))).toEqual([["allowance", "2027:1", 6]]);
  // The year goes on as it began; the next one in the new rhythm.
  expect(told(run("2026-06-03", { ...usual, days: 30, accrual: "monthly" }, years))).toEqual([
    ["allowance", "2027:2", -30],
  ]);
  run("2027-01-01", { ...usual, days: 30, accrual: "monthly", max_carried: 0 }, years);
  expect(total(years, 2027)).toBe(2.5);
});

const day = fc
  .integer({ min: 0, max: 364 })
  .map((at) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10));
const allowance = fc.integer({ min: 0, max: 60_00 }).map((hundredths) => hundredths / 100);

test("however often and late it runs, a year's months sum to the allowance, and nothing is due twice", () => {
  fc.assert(
    fc.property(allowance, fc.array(day, { maxLength: 12 }), (days, runs) => {
      const of: Entitlement = { ...monthly, days };
      const years: Years = new Map();
      for (const at of [...runs.toSorted(), "2026-12-31"]) {
        run(at, of, years);
        expect(dueBy(at, of, years)).toEqual([]);
      }
      expect(total(years, 2026)).toBe(days);
    }),
  );
});

test("a simulation is what the schedule does later", () => {
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

test("what was given without saying of how many days a whole year has stays as it was given", () => {
  const given: Grant = {
    year: 2026,
    reason: "allowance",
    days: 7,
    period: "2026",
    full_days: null,
    cause: null,
  };
  const years = add(new Map(), [given]);
  expect(told(run("2026-11-20", usual, years))).toEqual([["allowance", "2027", 24]]);
  const month: Grant = { ...given, reason: "accrual", period: "2026-01" };
  const due = run("2026-02-20", monthly, add(new Map(), [month]));
  expect(told(due).filter(([, period]) => String(period).startsWith("2026-01"))).toEqual([]);
});

test("for who is there all year months are looked up once, and nothing is worked out of days", () => {
  const years: Years = new Map();
  run("2026-11-23", monthly, years);
  let looks = 0;
  const given = (years.get(2026)?.given ?? []).map((one) => ({
    ...one,
    get period() {
      looks++;
      return one.period;
    },
  }));
  years.set(2026, { balance: 0, used_by_expiry: 0, ...years.get(2026), given });
  const parse = jest.spyOn(Date, "parse");
  expect(dueBy("2026-11-23", monthly, years)).toEqual([]);
  expect(looks).toBeLessThan(4 * given.length);
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});
