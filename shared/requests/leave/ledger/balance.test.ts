import fc from "fast-check";
import {
  balanceOn,
  type BookedDay,
  leaveCostOf,
  bookedLeaveCostOf,
  type LeaveAccount,
  leaveShortageOf,
  daysStillToGrant,
  accountWithLeave,
} from "./balance.rules";
import { dayNumber, dayOfNumber } from "../../../kernel/day-number";
import { prorationMethods, roundings } from "../types/allowance-settings.rules";
import { grantsDue, type Entitlement, lastCarriedDay } from "./grants.rules";

const exact = (days: number) => Math.round(days * 100) / 100;
const yearly: Entitlement = {
  prorated: true,
  proration: "days",
  rounding: "exact",
  days: 21,
  accrual: "yearly",
  max_carried: 5,
  carried_until: 3,
  joined: "2020-01-01",
  left: null,
};
const monthly: Entitlement = { ...yearly, accrual: "monthly" };
const empty = (today: string, of: Entitlement): LeaveAccount => ({
  today,
  of,
  years: new Map(),
  booked: [],
  negativeAllowed: false,
});

function on(today: string, account: LeaveAccount): LeaveAccount {
  if (!account.of) return { ...account, today };
  const years = new Map(account.years);
  const until = account.of.carried_until;
  for (const [year, standing] of years) {
    const before = ({ date }: BookedDay) =>
      until !== null && date.startsWith(`${year}`) && date <= lastCarriedDay(year, until);
    const used = account.booked.filter(before).reduce((sum, { days }) => sum + days, 0);
    years.set(year, { ...standing, used_by_expiry: used });
  }
  for (const grant of grantsDue(today, account.of, years)) {
    const { balance = 0, given = [], used_by_expiry = 0 } = years.get(grant.year) ?? {};
    years.set(grant.year, { balance: exact(balance + grant.days), given: [...given, grant], used_by_expiry });
  }
  return { ...account, today, years };
}
const adjusted = (account: LeaveAccount, year: number, days: number): LeaveAccount => {
  const years = new Map(account.years);
  const before = years.get(year) ?? { balance: 0, given: [], used_by_expiry: 0 };
  return { ...account, years: years.set(year, { ...before, balance: exact(before.balance + days) }) };
};
const span = (from: string, dayCount: number, request_id = 1): BookedDay[] =>
  Array.from({ length: dayCount }, (_, at) => ({ date: dayOfNumber(dayNumber(from) + at), days: 1, request_id }));

describe("future leave", () => {
  test.each([
    ["days that will be carried", yearly, "2027-02-01", 26],
    ["the balance after carried days expired", yearly, "2027-04-01", 21],
    ["a month's share and carried days", monthly, "2027-01-11", 6.75],
    ["shares of later months too", { ...monthly, max_carried: 0 }, "2027-06-30", 10.5],
    ["today's balance, without a coming month", monthly, "2026-11-20", 19.25],
    ["the coming month", monthly, "2026-12-01", 21],
  ])("future leave can use %s, and half a day more is rejected", (_, of, day, most) => {
    const account = on("2026-11-20", empty("2026-11-20", of as Entitlement));
    expect(balanceOn(account, day)).toBe(most);
    expect(leaveShortageOf(account, [{ date: day, days: most }])).toBeNull();
    expect(leaveShortageOf(account, [{ date: day, days: most + 0.5 }])).toMatch(/^leave\./);
  });

  test("leave on non-working days costs nothing and adds no year to the ledger", () => {
    const account = on("2026-11-20", empty("2026-11-20", yearly));
    const over = accountWithLeave(account, [...span("2026-12-31", 1), { date: "2027-01-01", days: 0 }]);
    expect([...over.years.keys()]).toEqual([...account.years.keys()]);
    expect(over.years.get(2026)?.balance).toBe(20);
    expect(accountWithLeave(account, [{ date: "2025-06-01", days: 0 }]).years).toEqual(account.years);
  });

  test("leave on a non-working day never fails, even with a negative balance", () => {
    const account = accountWithLeave(on("2026-11-20", empty("2026-11-20", yearly)), [{ date: "2026-12-01", days: 40 }]);
    expect(leaveShortageOf(account, [{ date: "2026-12-25", days: 0 }])).toBeNull();
    expect(leaveShortageOf(account, [{ date: "2026-12-25", days: 0.5 }])).toBe("leave.notEnough");
  });

  test("days reserved for next year's leave cannot be taken this year", () => {
    const of = { ...yearly, max_carried: 5, carried_until: null };
    const account = on("2026-11-20", empty("2026-11-20", of));
    const booked = accountWithLeave(account, span("2027-02-01", 24));
    expect(balanceOn(booked, "2026-12-01")).toBe(18); // 3 of the 5 carried-over days are needed
    expect(leaveShortageOf(booked, span("2026-12-01", 19, 2))).toBe("leave.notEnough");
    expect(leaveShortageOf(booked, span("2026-12-01", 18, 2))).toBeNull();
  });

  test("with monthly grants, leave in August keeps earlier months available", () => {
    const account = accountWithLeave(
      on("2027-01-02", empty("2027-01-02", { ...monthly, max_carried: 0 })),
      span("2027-08-02", 10),
    );
    expect(balanceOn(account, "2027-02-01")).toBe(3.5);
    expect(balanceOn(account, "2027-07-31")).toBe(4); // 14 days are granted by August, ten of them are booked
    expect(daysStillToGrant(account, 2027)).toBe(19.25);
  });

  test("the error names expired carried-over days only if no other days are missing", () => {
    const account = on("2026-11-20", adjusted(empty("2026-11-20", { ...yearly, days: 0 }), 2026, 4));
    expect(leaveShortageOf(account, span("2027-03-30", 2))).toBeNull();
    expect(leaveShortageOf(account, span("2027-04-01", 1))).toBe("leave.carriedGone");
    expect(leaveShortageOf(account, span("2027-03-01", 5))).toBe("leave.notEnough");
  });

  test("leave entered after the expiry can use expired days for an earlier day", () => {
    const start = on("2026-02-01", adjusted(empty("2026-02-01", { ...yearly, days: 0 }), 2025, 4));
    const later = on("2026-06-01", start);
    expect([balanceOn(later, "2026-06-01"), balanceOn(later, "2026-03-02")]).toEqual([0, 4]);
  });

  test("an overdrawn balance is negative; more leave is rejected unless allowed", () => {
    const account = on("2026-11-20", adjusted(empty("2026-11-20", yearly), 2026, -30));
    expect(balanceOn(account, "2026-11-20")).toBe(-9);
    expect(leaveShortageOf(account, span("2026-12-01", 1))).toBe("leave.notEnough");
    expect(leaveShortageOf({ ...account, negativeAllowed: true }, span("2026-12-01", 1))).toBeNull();
  });
});

const day = fc.integer({ min: dayNumber("2026-01-01"), max: dayNumber("2027-12-31") }).map(dayOfNumber);
const entitlement = fc.record({
  days: fc.integer({ min: 0, max: 60 }).map((half) => half / 2),
  accrual: fc.constantFrom("yearly" as const, "monthly" as const),
  max_carried: fc.constantFrom(null, 0, 2.5, 5),
  carried_until: fc.constantFrom(null, 1, 3, 11, 12),
  joined: fc.constantFrom("2020-01-01", "2026-05-17"),
  left: fc.constantFrom(null, null, "2027-09-30"),
  prorated: fc.constantFrom(true, true, false),
  proration: fc.constantFrom(...prorationMethods),
  rounding: fc.constantFrom(...roundings),
});
const step = fc.oneof(
  fc.record({ kind: fc.constant("wait" as const), day }),
  fc.record({
    kind: fc.constant("adjust" as const),
    year: fc.constantFrom(2026, 2027),
    days: fc.integer({ min: 0, max: 10 }),
  }),
  fc.record({ kind: fc.constant("ask" as const), day, many: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ kind: fc.constant("cancel" as const), which: fc.nat(5) }),
);

describe("histories", () => {
  test("preview, balance and checks agree, and no balance becomes negative", () => {
    fc.assert(
      fc.property(entitlement, fc.array(step, { maxLength: 14 }), day, (of, steps, probe) => {
        let account = on("2026-01-02", empty("2026-01-02", of));
        const bookedLeave: BookedDay[][] = [];
        steps.forEach((one, at) => {
          if (one.kind === "wait" && one.day > account.today && one.day < "2027-01-01") account = on(one.day, account);
          if (one.kind === "adjust") account = adjusted(account, one.year, one.days);
          if (one.kind === "cancel" && bookedLeave[one.which]) {
            const [leave] = bookedLeave.splice(one.which, 1);
            account = accountWithLeave(
              account,
              (leave ?? []).map(({ date, days }) => ({ date, days: -days })),
            );
          }
          if (one.kind === "ask" && one.day >= account.today && one.day < "2027-12-15") {
            const leave = span(one.day, one.many, at + 10);
            const costs = leaveCostOf(account, leave);
            const refused = leaveShortageOf(account, leave) !== null;
            expect(refused).toBe(costs.some(({ after, before }) => after < 0 && after < before));
            const [first] = costs;
            if (costs.length === 1 && one.day.slice(0, 7) === leave.at(-1)?.date.slice(0, 7)) {
              expect(first?.before).toBe(balanceOn(account, one.day)); // the preview equals the balance on that day
            }
            if (!refused) {
              account = accountWithLeave(account, leave);
              bookedLeave.push(leave);
              expect(bookedLeaveCostOf(account, at + 10)).toEqual(costs); // the cost of the stored request equals the preview
            }
          }
        });
        const day = probe < account.today ? account.today : probe;
        const most = balanceOn(account, day);
        if (most > 0) expect(leaveShortageOf(account, [{ date: day, days: most }])).toBeNull();
        expect(leaveShortageOf(account, [{ date: day, days: Math.max(0, most) + 0.01 }])).not.toBeNull();
        // Without new requests, the projected balance becomes the actual balance.
        for (let at = dayNumber(account.today); at <= dayNumber("2027-12-31"); at += 17) {
          const later = on(dayOfNumber(at), account);
          if (later.today <= day) expect(balanceOn(later, day)).toBe(most);
          expect(balanceOn(later, later.today)).toBeGreaterThanOrEqual(0);
          account = later;
        }
      }),
      { numRuns: 60 },
    );
  });
});

test("without an entitlement the balance is zero minus booked leave", () => {
  const account: LeaveAccount = { ...empty("2026-06-01", yearly), of: null };
  expect(balanceOn(account, "2026-07-01")).toBe(0);
  expect(balanceOn({ ...account, booked: [{ date: "2026-08-03", days: -1 }] }, "2026-07-01")).toBe(-1);
});

test("leave in later years is not summed repeatedly", () => {
  let looked = 0;
  const far = Array.from({ length: 1_000 }, (_, at): BookedDay => {
    const date = dayOfNumber(dayNumber("2028-01-01") + (at % 366));
    return {
      days: 0.5,
      get date() {
        looked += 1;
        return date;
      },
    };
  });
  const near = [3, 4, 5, 6, 7, 8, 9].flatMap((month) => span(`2026-0${month}-02`, 1));
  const account = on("2026-01-05", empty("2026-01-05", monthly));
  const without = leaveCostOf({ ...account, booked: near }, span("2026-02-02", 1));
  expect(leaveCostOf({ ...account, booked: [...near, ...far] }, span("2026-02-02", 1))).toEqual(without);
  expect(looked).toBeLessThanOrEqual(5 * far.length);
});
