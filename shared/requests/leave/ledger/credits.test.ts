import fc from "fast-check";
import { leaveShortageOf, type LeaveAccount } from "./balance.rules";
import { creditExpiry, type CreditLot, lotPeriod, unusedHours } from "./credits.rules";
import { type Entitlement, grantsDue, type YearState } from "./grants.rules";

const entitlement = (lots: CreditLot[], uses: { date: string; days: number }[]): Entitlement => ({
  days: 0,
  accrual: "yearly",
  prorated: true,
  proration: "days",
  rounding: "exact",
  max_carried: null,
  carried_until: null,
  joined: null,
  left: null,
  lots,
  uses,
});
const years = (year: number, balance: number, grants: YearState["given"] = []) =>
  new Map([[year, { balance, given: grants, used_by_expiry: 0 }]]);

test("credited hours that were not taken within three months expire", () => {
  // Saturday work of 4 h, approved on 14 March 2026; the type's credits expire after 3 months: last day 14 June.
  // 3 h were taken on Tuesday 9 June, so 4 − 3 = 1 h expires on 15 June.
  const lot = { id: 7, hours: 4, expires: creditExpiry("2026-03-14", 3) };
  expect(lot.expires).toBe("2026-06-14");
  const of = entitlement([lot], [{ date: "2026-06-09", days: 3 }]);
  expect(grantsDue("2026-06-14", of, years(2026, 1))).toEqual([]);
  // The schedule was paused until August: one entry of −1 h in 2026, and none in a second run.
  const [expired, ...furtherGrants] = grantsDue("2026-08-01", of, years(2026, 1));
  expect(furtherGrants).toEqual([]);
  expect(expired).toMatchObject({ year: 2026, reason: "expired", days: -1, period: lotPeriod(7) });
  expect(grantsDue("2026-08-02", of, years(2026, 0, [expired as NonNullable<typeof expired>]))).toEqual([]);
  // HR cancels the leave afterwards: the other 3 h expire as well.
  const cancelled = entitlement([lot], []);
  expect(grantsDue("2026-08-03", cancelled, years(2026, 3, [expired as NonNullable<typeof expired>]))).toMatchObject([
    { days: -3, period: `${lotPeriod(7)}:1` },
  ]);
});

test("hours that expire first are used first, and not after their expiry", () => {
  const lots = [
    { id: 1, hours: 4, expires: "2026-09-30" },
    { id: 2, hours: 4, expires: "2026-06-14" },
  ];
  expect([...unusedHours(lots, [{ date: "2026-06-01", days: 5 }])]).toEqual([
    [2, 0],
    [1, 3],
  ]);
  expect(unusedHours(lots, [{ date: "2026-07-01", days: 2 }]).get(2)).toBe(4);
  const account: LeaveAccount = {
    today: "2026-06-01",
    of: entitlement(lots, []),
    years: years(2026, 8),
    booked: [],
    negativeAllowed: false,
  };
  // On 1 July 4 of 8 h have expired.
  expect(leaveShortageOf(account, [{ date: "2026-07-01", days: 4 }])).toBeNull();
  expect(leaveShortageOf(account, [{ date: "2026-07-01", days: 4.25 }])).toBe("leave.notEnough");
  expect(leaveShortageOf(account, [{ date: "2026-06-10", days: 8 }])).toBeNull();
});

test("the last day is clamped to the end of a shorter month", () => {
  expect(creditExpiry("2026-11-30", 3)).toBe("2027-02-28");
  expect(creditExpiry("2026-12-31", 12)).toBe("2027-12-31");
});

const day = fc
  .integer({ min: 0, max: 364 })
  .map((at) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10));
const quarters = fc.integer({ min: 1, max: 40 }).map((n) => n / 4);

test("unused hours stay between zero and the credit and fall by at most the leave", () => {
  const lot = fc.record({ hours: quarters, expires: day });
  const use = fc.record({ date: day, days: quarters });
  fc.assert(
    fc.property(fc.array(lot, { maxLength: 6 }), fc.array(use, { maxLength: 8 }), (some, uses) => {
      const lots = some.map((one, id) => ({ ...one, id }));
      const left = unusedHours(lots, uses);
      for (const { id, hours } of lots) {
        expect(left.get(id)).toBeGreaterThanOrEqual(0);
        expect(left.get(id)).toBeLessThanOrEqual(hours);
      }
      const sum = (amounts: number[]) => amounts.reduce((total, one) => total + one, 0);
      const used = sum(lots.map(({ hours }) => hours)) - sum([...left.values()]);
      expect(used).toBeLessThanOrEqual(sum(uses.map(({ days }) => days)) + 1e-9);
    }),
  );
});

test("a second run of the schedule finds nothing more to expire", () => {
  fc.assert(
    fc.property(fc.array(fc.record({ hours: quarters, expires: day }), { maxLength: 5 }), day, (some, on) => {
      const of = entitlement(
        some.map((one, id) => ({ ...one, id })),
        [],
      );
      const first = grantsDue(on, of, years(2026, 100));
      expect(grantsDue(on, of, years(2026, 100, first))).toEqual([]);
    }),
  );
});
