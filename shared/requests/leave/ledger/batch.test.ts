import fc from "fast-check";
import type { LeaveAccount } from "./balance.rules";
import { accountWithEntry, entryEffect, openingEntry, remainingOn } from "./batch.rules";
import type { Entitlement } from "./grants.rules";

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

const accountOf = (changes: Partial<LeaveAccount> = {}): LeaveAccount => ({
  today: "2026-07-10",
  of: entitlement,
  years: new Map(),
  booked: [],
  negativeAllowed: false,
  ...changes,
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

describe("days left at the beginning of a day", () => {
  const monthly: Entitlement = { ...entitlement, accrual: "monthly", max_carried: 0, carried_until: null };
  const months = (until: number) =>
    Array.from({ length: until }, (_, at) => ({
      reason: "accrual" as const,
      days: 2,
      period: `2026-${String(at + 1).padStart(2, "0")}`,
      full_days: 2,
    }));

  // Two days a month: 14 by July. On 1 April 8 were granted (January to April), on 31 March 6. A week in May (5) and one in August (5) are in
  // the balance of 4; neither was taken by then.
  test("don't include later months and later leave", () => {
    const account = accountOf({
      of: monthly,
      years: new Map([[2026, { balance: 4, given: months(7), used_by_expiry: 0 }]]),
      booked: [
        { date: "2026-05-04", days: 5 },
        { date: "2026-08-03", days: 5 },
      ],
    });
    const days = ["2026-03-31", "2026-04-01", "2026-05-04", "2026-05-05", "2026-07-10"];
    expect(days.map((day) => remainingOn(account, day))).toEqual([6, 8, 10, 5, 9]);
    // 14 granted and 5 taken by today; by 1 October 3 more months are granted and the week in August is taken: 9 + 6 - 5.
    expect(remainingOn(account, "2026-10-01")).toBe(10);
    // 7 days instead of 8 on 1 April.
    expect(openingEntry(account, "2026-04-01", 7)).toBe(-1);
  });

  // 3 of 5 carried days expired after 31 March, when 24 + 5 - 2 = 27 days were left, and 24 from 1 April on.
  test("include carried-over days until they expire", () => {
    const grants = [
      { reason: "carried" as const, days: 5, period: "2026", full_days: 5 },
      { reason: "allowance" as const, days: 24, period: "2026", full_days: 24 },
      { reason: "expired" as const, days: -3, period: "2026", full_days: null },
    ];
    const account = accountOf({
      years: new Map([[2026, { balance: 24, given: grants, used_by_expiry: 2 }]]),
      booked: [{ date: "2026-02-02", days: 2 }],
    });
    expect(["2026-02-02", "2026-02-03", "2026-03-31", "2026-04-01"].map((day) => remainingOn(account, day))).toEqual([
      29, 27, 27, 24,
    ]);
  });

  // 8 hours were credited until 31 August, of which none is used. On 1 October they have expired, unless the deduction uses them.
  test("are reached exactly although deducted hours use credited hours that expire", () => {
    const of: Entitlement = {
      ...entitlement,
      days: 0,
      carried_until: null,
      lots: [{ id: 7, hours: 8, expires: "2026-08-31" }],
      uses: [],
    };
    const account = accountOf({
      of,
      negativeAllowed: true,
      years: new Map([[2026, { balance: 20, given: [], used_by_expiry: 0 }]]),
    });
    expect(remainingOn(account, "2026-10-01")).toBe(12);
    const days = openingEntry(account, "2026-08-01", 15);
    expect(days).toBe(-5);
    expect(remainingOn(accountWithEntry(account, 2026, days, "2026-08-01"), "2026-08-01")).toBe(15);
  });
});
