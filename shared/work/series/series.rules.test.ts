import { Temporal } from "@js-temporal/polyfill";
import { RRuleTemporal } from "rrule-temporal";
import { addDays } from "../../kernel/days";
import { dayNumber, weekdayOf } from "../../kernel/day-number";
import {
  dateAfterCompletion,
  datesAfter,
  daysOffChoices,
  isDayOff,
  type SeriesDate,
  type SeriesRule,
  seriesUnits,
  type WorkCalendar,
  weeksOfMonth,
} from "./series.rules";

const calendar: WorkCalendar = { weekend: [6, 0], holidays: new Set() };
const daily: SeriesRule = {
  unit: "day",
  every: 1,
  first_day: "2026-01-31",
  weekdays: [],
  month_day: null,
  month_week: null,
  month_weekday: null,
  month: null,
  days_off: "keep",
  until: null,
  max_count: null,
};
const days = (rule: Partial<SeriesRule>, count = 4, after: string | null = null, at = calendar) =>
  datesAfter({ ...daily, ...rule }, after, count, at).map(({ date }) => date);

describe("dates of a series on schedule", () => {
  test("31 January monthly uses the last day of shorter months", () => {
    expect(days({ unit: "month", month_day: 31 })).toEqual(["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"]);
  });
  test("29 February yearly is 28 February in other years", () => {
    const rule = { unit: "year", first_day: "2024-02-29", month: 2, month_day: 29 } as const;
    expect(days(rule, 5)).toEqual(["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"]);
  });
  test("the last Friday of a month is found", () => {
    expect(days({ unit: "month", month_week: -1, month_weekday: 5 }, 2)).toEqual(["2026-02-27", "2026-03-27"]);
  });
  test("every second week has dates on its weekdays in their order", () => {
    const rule = { unit: "week" as const, every: 2, weekdays: [0, 3], first_day: "2026-01-01" };
    expect(days(rule)).toEqual(["2026-01-04", "2026-01-14", "2026-01-18", "2026-01-28"]);
  });
  test("weekdays follow the weekend of the organization", () => {
    const rule = { unit: "workday", first_day: "2026-01-01" } as const;
    expect(days(rule, 3, null, { weekend: [5, 6], holidays: new Set() })).toEqual([
      "2026-01-01",
      "2026-01-04",
      "2026-01-05",
    ]);
  });
  test("dates that move to the same working day are one date", () => {
    const holidays = new Set(["2026-02-02"]);
    const moved = datesAfter({ ...daily, days_off: "move" }, null, 2, { ...calendar, holidays });
    expect(moved).toEqual([
      { day: "2026-01-31", date: "2026-02-03" },
      { day: "2026-02-04", date: "2026-02-04" },
    ]);
  });
  test("days off are left out", () => {
    expect(days({ days_off: "leave_out" }, 1)).toEqual(["2026-02-02"]);
  });
  test("a series ends after its last day or its number of dates", () => {
    expect(days({ until: "2026-02-01" })).toEqual(["2026-01-31", "2026-02-01"]);
    expect(days({ max_count: 3 }, 9, "2026-01-31")).toEqual(["2026-02-01", "2026-02-02"]);
  });
  test("a rule without any working day has no dates", () => {
    expect(days({ unit: "week", weekdays: [0], days_off: "leave_out" })).toEqual([]);
    expect(days({ unit: "workday" }, 4, null, { ...calendar, weekend: [0, 1, 2, 3, 4, 5, 6] })).toEqual([]);
  });
});

describe("dates of a series after completion", () => {
  const next = (rule: Partial<SeriesRule>, day: string, count = 1) =>
    dateAfterCompletion({ ...daily, ...rule }, day, count, calendar)?.date ?? null;
  test("a month after 10 September is 10 October", () => {
    expect(next({ unit: "month" }, "2026-09-10")).toBe("2026-10-10");
  });
  test("a month after 31 January is 28 February", () => {
    expect(next({ unit: "month" }, "2026-01-31")).toBe("2026-02-28");
  });
  test("two weekdays after a Friday are a Tuesday", () => {
    expect(next({ unit: "workday", every: 2 }, "2026-01-02")).toBe("2026-01-06");
  });
  test("no date follows the last one", () => {
    expect(next({ max_count: 3 }, "2026-01-02", 3)).toBeNull();
    expect(next({ until: "2026-01-02" }, "2026-01-02")).toBeNull();
  });
  test("a day off is left out by waiting once more", () => {
    expect(next({ unit: "day", days_off: "leave_out" }, "2026-01-02")).toBe("2026-01-05");
  });
});

/** Numbers that are the same in each run. */
function createNumbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function createRule(number: (below: number) => number): SeriesRule {
  const unit = seriesUnits[number(5)] as SeriesRule["unit"];
  const byWeekday = number(2) === 0;
  const monthly = unit === "month" || unit === "year";
  const first_day = addDays("2023-12-01", number(1_000));
  return {
    ...daily,
    unit,
    every: 1 + number(unit === "year" ? 3 : 6),
    first_day,
    weekdays: unit === "week" ? [0, 1, 2, 3, 4, 5, 6].filter((day) => number(3) === 0 || day === 2) : [],
    month_day: monthly && !byWeekday ? 1 + number(31) : null,
    month_week: monthly && byWeekday ? (weeksOfMonth[number(5)] as number) : null,
    month_weekday: monthly && byWeekday ? number(7) : null,
    month: unit === "year" ? 1 + number(12) : null,
    days_off: daysOffChoices[number(3)] as SeriesRule["days_off"],
    until: number(4) === 0 ? addDays(first_day, number(900)) : null,
    max_count: number(4) === 0 ? 1 + number(30) : null,
  };
}

const monthsOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
const mondayOf = (day: number) => day - ((weekdayOf(day) + 6) % 7);

/** Whether a day belongs to the rule, by looking at this day alone. */
function matches(rule: SeriesRule, day: string, workdays: number): boolean {
  const [number, first] = [dayNumber(day), dayNumber(rule.first_day)];
  const monthDay = Number(day.slice(8));
  const isLastDay = addDays(day, 1).slice(8) === "01";
  const isDayOfMonth =
    rule.month_day !== null
      ? monthDay === rule.month_day || (isLastDay && rule.month_day > monthDay)
      : weekdayOf(number) === rule.month_weekday &&
        (rule.month_week === -1
          ? monthsOf(addDays(day, 7)) > monthsOf(day)
          : Math.ceil(monthDay / 7) === rule.month_week);
  switch (rule.unit) {
    case "day":
      return (number - first) % rule.every === 0;
    case "workday":
      return !calendar.weekend.includes(weekdayOf(number)) && workdays % rule.every === 0;
    case "week":
      return rule.weekdays.includes(weekdayOf(number)) && ((mondayOf(number) - mondayOf(first)) / 7) % rule.every === 0;
    case "month":
      return isDayOfMonth && (monthsOf(day) - monthsOf(rule.first_day)) % rule.every === 0;
    case "year":
      return (
        isDayOfMonth &&
        Number(day.slice(5, 7)) === rule.month &&
        (Number(day.slice(0, 4)) - Number(rule.first_day.slice(0, 4))) % rule.every === 0
      );
  }
}

/** Walks over each day until `last`. */
function walkDays(rule: SeriesRule, at: WorkCalendar, last: string): SeriesDate[] {
  const found: SeriesDate[] = [];
  let workdays = 0;
  for (let day = rule.first_day; day <= last; day = addDays(day, 1)) {
    const isMatch = matches(rule, day, workdays);
    if (!at.weekend.includes(weekdayOf(dayNumber(day)))) workdays++;
    if (!isMatch || (rule.until && day > rule.until)) continue;
    if (rule.max_count !== null && found.length === rule.max_count) break;
    let date = day;
    if (isDayOff(dayNumber(day), at)) {
      if (rule.days_off === "leave_out") continue;
      while (rule.days_off === "move" && isDayOff(dayNumber(date), at)) date = addDays(date, 1);
    }
    if ((found.at(-1)?.date ?? "") >= date || (rule.until && date > rule.until)) continue;
    found.push({ day, date });
  }
  return found;
}

test("10,000 generated rules have the dates of a walk over each day (seed 20260101)", () => {
  const number = createNumbers(20_260_101);
  const holidays = new Set(Array.from({ length: 60 }, () => addDays("2024-01-01", number(2_000))));
  const different: SeriesRule[] = [];
  for (let at = 0; at < 10_000; at++) {
    const rule = createRule(number);
    const last = addDays(rule.first_day, 300);
    const walked = walkDays(rule, { ...calendar, holidays }, last);
    const found = datesAfter(rule, null, walked.length + 1, { ...calendar, holidays }).filter(({ day }) => day <= last);
    if (JSON.stringify(found) !== JSON.stringify(walked)) different.push(rule);
  }
  expect(different).toEqual([]);
}, 120_000);

const codes = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/** Days 29 to 31 are written as the last of the days from 28, because a rule leaves out months without the day. */
function rruleOf({ unit, every, weekdays, month_day, month_week, month_weekday, month }: SeriesRule): string {
  const ofMonth =
    month_day === null
      ? `BYDAY=${month_week}${codes[month_weekday ?? 0]}`
      : month_day > 28
        ? `BYMONTHDAY=${[28, 29, 30, 31].filter((day) => day <= month_day).join(",")};BYSETPOS=-1`
        : `BYMONTHDAY=${month_day}`;
  const parts = {
    day: "FREQ=DAILY",
    workday: "FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR",
    week: `FREQ=WEEKLY;WKST=MO;BYDAY=${weekdays.map((day) => codes[day]).join(",")}`,
    month: `FREQ=MONTHLY;${ofMonth}`,
    year: `FREQ=YEARLY;BYMONTH=${month};${ofMonth}`,
  };
  return `${parts[unit]};INTERVAL=${every};COUNT=8`;
}

test("150 generated rules have the dates of rrule-temporal (seed 20260102)", () => {
  const number = createNumbers(20_260_102);
  const different: unknown[] = [];
  for (let at = 0; at < 150; at++) {
    const generated = createRule(number);
    const rule: SeriesRule = {
      ...generated,
      days_off: "keep",
      until: null,
      max_count: null,
      every: generated.unit === "workday" ? 1 : generated.every,
    };
    const dtstart = Temporal.PlainDate.from(rule.first_day).toZonedDateTime("UTC");
    const expected = new RRuleTemporal({ rruleString: rruleOf(rule), dtstart: dtstart as never })
      .all()
      .map((date) => date.toPlainDate().toString());
    const found = datesAfter(rule, null, 8, calendar).map(({ date }) => date);
    if (JSON.stringify(found) !== JSON.stringify(expected)) different.push({ rule, found, expected });
  }
  expect(different).toEqual([]);
});
