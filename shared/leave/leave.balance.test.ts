import fc from "fast-check";
import {
  balanceOn,
  type BookedDay,
  costOf,
  costOfBooked,
  type LeaveAccount,
  shortageOf,
  toBeGiven,
  withLeave,
} from "./leave.balance.rules";
import { dayNumber, dayOfNumber } from "../kernel/days";
import { dueBy, type Entitlement, lastCarriedDay } from "./leave.grants.rules";

const exact = (days: number) => Math.round(days * 100) / 100;
const yearly: Entitlement = {
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

/** What the schedule does on a day: the account of that day. */
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
  for (const grant of dueBy(today, account.of, years)) {
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
const span = (from: string, many: number, request_id = 1): BookedDay[] =>
  Array.from({ length: many }, (_, at) => ({ date: dayOfNumber(dayNumber(from) + at), days: 1, request_id }));

describe("leave ahead", () => {
  test.each([
    ["days that will be carried", yearly, "2027-02-01", 26],
    ["what is left when they have gone", yearly, "2027-04-01", 21],
    ["a month's part and what will be carried", monthly, "2027-01-11", 6.75],
    ["later months' parts too", { ...monthly, max_carried: 0 }, "2027-06-30", 10.5],
    ["today's, without a month to come", monthly, "2026-11-20", 19.25],
    ["the month to come", monthly, "2026-12-01", 21],
  ])("can count on %s", (_, of, day, most) => {
    const account = on("2026-11-20", empty("2026-11-20", of as Entitlement));
    expect(balanceOn(account, day)).toBe(most);
    expect(shortageOf(account, [{ date: day, days: most }])).toBeNull();
    expect(shortageOf(account, [{ date: day, days: most + 0.5 }])).toMatch(/^leave\./);
  });

  test("days off within it cost nothing, and open no year that there is nothing else in", () => {
    const account = on("2026-11-20", empty("2026-11-20", yearly));
    const over = withLeave(account, [...span("2026-12-31", 1), { date: "2027-01-01", days: 0 }]);
    expect([...over.years.keys()]).toEqual([...account.years.keys()]);
    expect(over.years.get(2026)?.balance).toBe(20);
    expect(withLeave(account, [{ date: "2025-06-01", days: 0 }]).years).toEqual(account.years);
  });

  test("a day off is no shortage of whoever has taken too much already", () => {
    const account = withLeave(on("2026-11-20", empty("2026-11-20", yearly)), [{ date: "2026-12-01", days: 40 }]);
    expect(shortageOf(account, [{ date: "2026-12-25", days: 0 }])).toBeNull();
    expect(shortageOf(account, [{ date: "2026-12-25", days: 0.5 }])).toBe("leave.notEnough");
  });

  test("days that leave of next year counts on aren't there for leave of this year", () => {
    const of = { ...yearly, max_carried: 5, carried_until: null };
    const account = on("2026-11-20", empty("2026-11-20", of));
    const booked = withLeave(account, span("2027-02-01", 24));
    expect(balanceOn(booked, "2026-12-01")).toBe(18); // 3 of the 5 that are carried are needed
    expect(shortageOf(booked, span("2026-12-01", 19, 2))).toBe("leave.notEnough");
    expect(shortageOf(booked, span("2026-12-01", 18, 2))).toBeNull();
  });

  test("leave late in a year of months leaves the early months free", () => {
    const account = withLeave(
      on("2027-01-02", empty("2027-01-02", { ...monthly, max_carried: 0 })),
      span("2027-08-02", 10),
    );
    expect(balanceOn(account, "2027-02-01")).toBe(3.5);
    expect(balanceOn(account, "2027-07-31")).toBe(4); // 14 by August, ten of them are booked
    expect(toBeGiven(account, 2027)).toBe(19.25);
  });

  test("says that carried days have gone where only they are missing", () => {
    const account = on("2026-11-20", adjusted(empty("2026-11-20", { ...yearly, days: 0 }), 2026, 4));
    expect(shortageOf(account, span("2027-03-30", 2))).toBeNull();
    expect(shortageOf(account, span("2027-04-01", 1))).toBe("leave.carriedGone");
    expect(shortageOf(account, span("2027-03-01", 5))).toBe("leave.notEnough");
  });

  test("leave that is entered late and lies before carried days went gets them back", () => {
    const start = on("2026-02-01", adjusted(empty("2026-02-01", { ...yearly, days: 0 }), 2025, 4));
    const later = on("2026-06-01", start);
    expect([balanceOn(later, "2026-06-01"), balanceOn(later, "2026-03-02")]).toEqual([0, 4]);
  });

  test("an overdrawn year shows what is missing, and a type that allows it refuses nothing", () => {
    const account = on("2026-11-20", adjusted(empty("2026-11-20", yearly), 2026, -30));
    expect(balanceOn(account, "2026-11-20")).toBe(-9);
    expect(shortageOf(account, span("2026-12-01", 1))).toBe("leave.notEnough");
    expect(shortageOf({ ...account, negativeAllowed: true }, span("2026-12-01", 1))).toBeNull();
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
  test("what a preview says, what a balance says and what is refused never disagree; nobody is ever short of a day", () => {
    fc.assert(
      fc.property(entitlement, fc.array(step, { maxLength: 14 }), day, (of, steps, probe) => {
        let account = on("2026-01-02", empty("2026-01-02", of));
        const asked: BookedDay[][] = [];
        steps.forEach((one, at) => {
          if (one.kind === "wait" && one.day > account.today && one.day < "2027-01-01") account = on(one.day, account);
          if (one.kind === "adjust") account = adjusted(account, one.year, one.days);
          if (one.kind === "cancel" && asked[one.which]) {
            const [leave] = asked.splice(one.which, 1);
            account = withLeave(
              account,
              (leave ?? []).map(({ date, days }) => ({ date, days: -days })),
            );
          }
          if (one.kind === "ask" && one.day >= account.today && one.day < "2027-12-15") {
            const leave = span(one.day, one.many, at + 10);
            const costs = costOf(account, leave);
            const refused = shortageOf(account, leave) !== null;
            expect(refused).toBe(costs.some(({ after, before }) => after < 0 && after < before));
            const [first] = costs;
            if (costs.length === 1 && one.day.slice(0, 7) === leave.at(-1)?.date.slice(0, 7)) {
              expect(first?.before).toBe(balanceOn(account, one.day)); // the preview and the balance on that day
            }
            if (!refused) {
              account = withLeave(account, leave);
              asked.push(leave);
              expect(costOfBooked(account, at + 10)).toEqual(costs); // the form and the request
            }
          }
        });
        const day = probe < account.today ? account.today : probe;
        const most = balanceOn(account, day);
        if (most > 0) expect(shortageOf(account, [{ date: day, days: most }])).toBeNull();
        expect(shortageOf(account, [{ date: day, days: Math.max(0, most) + 0.01 }])).not.toBeNull();
        // Time passes, nothing is asked for: what was promised is there.
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

test("where nothing was ever given there is nothing to take", () => {
  const account: LeaveAccount = { ...empty("2026-06-01", yearly), of: null };
  expect(balanceOn(account, "2026-07-01")).toBe(0);
  expect(balanceOn({ ...account, booked: [{ date: "2026-08-03", days: -1 }] }, "2026-07-01")).toBe(-1);
});

test("what is booked for years to come isn't summed up again and again", () => {
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
  const without = costOf({ ...account, booked: near }, span("2026-02-02", 1));
  expect(costOf({ ...account, booked: [...near, ...far] }, span("2026-02-02", 1))).toEqual(without);
  expect(looked).toBeLessThanOrEqual(5 * far.length);
});
