import fc from "fast-check";
import {
  accruedBy,
  accruedIn,
  balanceOf,
  carriedForward,
  expiringCarried,
  proratedAllowance,
} from "./leave.allowance.rules";

const months = Array.from({ length: 12 }, (_, at) => at + 1);
const days = fc.integer({ min: 0, max: 99_99 }).map((hundredths) => hundredths / 100);
const sum = (amounts: number[]) => balanceOf(amounts.map((amount) => ({ reason: "accrual", days: amount })));

test("monthly parts of 19 days are exactly 19 after the last month", () => {
  expect(sum(months.map((month) => accruedIn(19, month)))).toBe(19);
});

test("over a year any allowance comes to itself, and never more on the way", () => {
  fc.assert(
    fc.property(days, (allowance) => {
      expect(sum(months.map((month) => accruedIn(allowance, month)))).toBe(allowance);
      for (const month of months) {
        expect(accruedIn(allowance, month)).toBeGreaterThanOrEqual(0);
        expect(accruedBy(allowance, month)).toBeLessThanOrEqual(allowance);
      }
    }),
  );
});

test("who joins or leaves in a year is given the share of it", () => {
  expect(proratedAllowance(24, 2026, { joined: null, left: null })).toBe(24);
  expect(proratedAllowance(24, 2026, { joined: "2026-07-02", left: null })).toBe(12.03);
  expect(proratedAllowance(24, 2026, { joined: "2020-01-01", left: "2026-03-31" })).toBe(5.92);
  expect(proratedAllowance(24, 2026, { joined: "2027-01-01", left: null })).toBe(0);
  expect(proratedAllowance(24, 2028, { joined: "2028-02-29", left: "2028-02-29" })).toBe(0.07);
});

test("1.5 days carried stay 1.5; more than the most stays behind; what was overdrawn goes over", () => {
  expect([carriedForward(1.5, 5), carriedForward(7.25, 5), carriedForward(7.25, null), carriedForward(-1, 5)]).toEqual([
    1.5, 5, 7.25, -1,
  ]);
});

test("carried days are used first: only what is left of them expires", () => {
  expect([expiringCarried(5, 0), expiringCarried(5, 3.5), expiringCarried(5, 8)]).toEqual([5, 1.5, 0]);
});

test("hundredths never drift", () => {
  fc.assert(
    fc.property(fc.array(days, { maxLength: 60 }), (amounts) => {
      const back = amounts.map((amount) => ({ reason: "returned" as const, days: amount }));
      const taken = amounts.map((amount) => ({ reason: "taken" as const, days: -amount }));
      expect(balanceOf([...back, ...taken])).toBe(0);
    }),
  );
});
