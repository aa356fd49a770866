import fc from "fast-check";
import type { LeaveAccount } from "./leave.balance.rules";
import { accountWithEntry, entryEffect } from "./leave.batch.rules";
import type { Entitlement } from "./leave.grants.rules";

const entitlement: Entitlement = {
  days: 24,
  accrual: "yearly",
  max_carried: 5,
  carried_until: 3,
  prorated: true,
  proration: "days",
  rounding: "exact",
  joined: null,
  left: null,
};

const accountOf = (more: Partial<LeaveAccount> = {}): LeaveAccount => ({
  today: "2026-07-10",
  of: entitlement,
  years: new Map(),
  booked: [],
  negativeAllowed: false,
  ...more,
});

describe("effect of an entry on a balance", () => {
  // 24 days are granted; 4 are booked later in the year: 20 can be taken. 2.5 fewer leave 17.5; 21 fewer would leave -1.
  test("counts later leave, and is refused below zero", () => {
    const account = accountOf({
      years: new Map([[2026, { balance: -4, given: [], used_by_expiry: 0 }]]),
      booked: [{ date: "2026-08-03", days: 4 }],
    });
    expect(entryEffect(account, 2026, -2.5)).toEqual({ before: 20, after: 17.5, below: false });
    expect(entryEffect(account, 2026, -21)).toEqual({ before: 20, after: -1, below: true });
    expect(entryEffect({ ...account, negativeAllowed: true }, 2026, -21).below).toBe(false);
  });

  // 2025 has 3 days left and 2 more are added. The balance of a past year is its sum: 5.
  test("of a past year is the sum of its entries", () => {
    const account = accountOf({ years: new Map([[2025, { balance: 3, given: [], used_by_expiry: 0 }]]) });
    expect(entryEffect(account, 2025, 2)).toEqual({ before: 3, after: 5, below: false });
  });
});

const hundredths = (min: number, max: number) => fc.integer({ min, max }).map((value) => value / 100);

test("a counter entry restores each balance", () => {
  const accounts = fc.record({
    year: fc.constantFrom(2024, 2025, 2026, 2027),
    balance: hundredths(-2_000, 5_000),
    last: hundredths(-1_000, 3_000),
    booked: fc.array(fc.record({ month: fc.integer({ min: 1, max: 12 }), days: hundredths(50, 500) }), {
      maxLength: 4,
    }),
    days: hundredths(-3_000, 3_000),
  });
  fc.assert(
    fc.property(accounts, ({ year, balance, last, booked, days }) => {
      const account = accountOf({
        negativeAllowed: true,
        years: new Map([
          [2025, { balance: last, given: [], used_by_expiry: 0 }],
          [2026, { balance, given: [], used_by_expiry: 0 }],
        ]),
        booked: booked.map(({ month, days: taken }) => ({
          date: `2026-${String(month).padStart(2, "0")}-15`,
          days: taken,
        })),
      });
      const { before, after } = entryEffect(account, year, days);
      const changed = accountWithEntry(account, year, days);
      const back = entryEffect(changed, year, -days);
      expect([back.before, back.after]).toEqual([after, before]);
    }),
  );
});
