import type { LeaveAccount } from "./balance.rules";
import { expiringSoon } from "./expiry.rules";
import type { Entitlement } from "./grants.rules";

const of: Entitlement = {
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

// 5 days were carried over, which expire after 31 March; 2 are used by booked leave: 3 expire.
const account = (today: string, changes: Partial<LeaveAccount> = {}): LeaveAccount => ({
  today,
  of,
  years: new Map([
    [
      2026,
      {
        balance: 27,
        given: [
          { reason: "allowance", days: 24, period: "2026", full_days: 24 },
          { reason: "carried", days: 5, period: "2026", full_days: 5 },
        ],
        used_by_expiry: 2,
      },
    ],
  ]),
  booked: [{ date: "2026-03-20", days: 2 }],
  negativeAllowed: false,
  ...changes,
});

describe("days that expire soon", () => {
  // 31 March is 31 days after 28 February and 30 days after 1 March.
  test("are those not used by booked leave, in the last 30 days", () => {
    const expected = [{ last: "2026-03-31", days: 3 }];
    const days = ["2026-02-28", "2026-03-01", "2026-03-31", "2026-04-01"];
    expect(days.map((today) => expiringSoon(account(today)))).toEqual([[], expected, expected, []]);
  });

  test("are none if all carried-over days are used or none expire", () => {
    const years = new Map([[2026, { ...account("2026-03-10").years.get(2026), used_by_expiry: 5 }]]);
    expect(expiringSoon(account("2026-03-10", { years: years as LeaveAccount["years"] }))).toEqual([]);
    expect(expiringSoon(account("2026-03-10", { of: { ...of, carried_until: null } }))).toEqual([]);
    expect(expiringSoon(account("2026-03-10", { of: null }))).toEqual([]);
  });

  // 8 hours expire on 20 August, of which 3 are used; 4 more expire on 5 September.
  test("are reported for each day on which credited hours expire", () => {
    const hours: Entitlement = {
      ...of,
      days: 0,
      max_carried: null,
      carried_until: null,
      lots: [
        { id: 2, hours: 4, expires: "2026-09-05" },
        { id: 1, hours: 8, expires: "2026-08-20" },
        { id: 3, hours: 8, expires: "2026-12-20" },
      ],
      uses: [{ date: "2026-08-03", days: 3 }],
    };
    expect(expiringSoon(account("2026-08-10", { of: hours, years: new Map(), booked: [] }))).toEqual([
      { last: "2026-08-20", days: 5 },
      { last: "2026-09-05", days: 4 },
    ]);
  });
});
