import { validationErrors } from "../../ui/form/form";
import {
  formValuesOf,
  initialSettings,
  keyOfMonthDay,
  monthDayChoices,
  seriesFormSchema,
  mergeSettings,
  settingsAfterMove,
} from "./series.form";

// 13 January 2026 is the second Tuesday of its month, 27 February the last Friday.
const monthly = { ...initialSettings("2026-01-13"), unit: "month" } as const;
const onWeekday = (month_week: number, month_weekday: number) => ({ month_day: null, month_week, month_weekday });

describe("the days of a month", () => {
  test("are those of the first day and the last one", () => {
    expect([...monthDayChoices(monthly).keys()]).toEqual(["day 13", "day 31", "week 2 2", "week -1 2"]);
  });
  test("include the present choice with its own weekday", () => {
    const choices = monthDayChoices({ ...monthly, ...onWeekday(2, 5) });
    expect([...choices.keys()]).toEqual(["day 13", "day 31", "week 2 2", "week -1 2", "week 2 5"]);
    expect(choices.get("week 2 5")).toEqual(onWeekday(2, 5));
  });
  test("have each choice once", () => {
    const keys = [...monthDayChoices({ ...monthly, first_day: "2026-03-31", month_day: 31 }).keys()];
    expect(keys).toEqual(["day 31", "week -1 2"]);
    expect(keyOfMonthDay(monthly)).toBe("day 13");
  });
});

describe("a moved first day", () => {
  test("moves the month and the day of the month that were its own", () => {
    expect(settingsAfterMove(monthly, "2026-03-18")).toEqual({
      month: 3,
      month_day: 18,
      month_week: null,
      month_weekday: null,
    });
    expect(settingsAfterMove({ ...monthly, ...onWeekday(2, 2) }, "2026-01-21")).toEqual({
      month: 1,
      ...onWeekday(3, 3),
    });
    const lastFriday = { ...monthly, first_day: "2026-02-27", month: 2, ...onWeekday(-1, 5) };
    expect(settingsAfterMove(lastFriday, "2026-02-26")).toEqual({ month: 2, ...onWeekday(-1, 4) });
  });
  test("keeps the user's own choices and the last day", () => {
    expect(settingsAfterMove({ ...monthly, month: 6, month_day: 1 }, "2026-03-18")).toEqual({});
    expect(settingsAfterMove({ ...monthly, month: 6, ...onWeekday(1, 2) }, "2026-03-18")).toEqual({});
    const lastDay = { ...monthly, first_day: "2026-01-31", month: 6, month_day: 31 };
    expect(settingsAfterMove(lastDay, "2026-03-18")).toEqual({});
  });
});

describe("settings after a conflict", () => {
  const start = formValuesOf(monthly);

  test("keep typed and newer values of the same unit", () => {
    const typed = { ...start, every: 3 };
    const current = { ...start, ...onWeekday(2, 5), at_hour: 9, end: "count" as const, max_count: 4 };
    expect(mergeSettings({ start, typed }, current)).toEqual({ ...current, every: 3 });
  });
  test("keep the typed days of the month as one value", () => {
    const typed = { ...start, ...onWeekday(2, 5) };
    expect(mergeSettings({ start, typed }, { ...start, month_day: 31 })).toEqual(typed);
  });
  test("keep a typed interval with its unit", () => {
    const typed = { ...start, every: 3 };
    const current = { ...start, unit: "week" as const, every: 2, weekdays: [4], lead_days: 5 };
    expect(mergeSettings({ start, typed }, current)).toEqual({ ...typed, lead_days: 5 });
    expect(mergeSettings({ start, typed: { ...start, lead_days: 7 } }, current)).toEqual({ ...current, lead_days: 7 });
  });
});

describe("the end of a series in its form", () => {
  const errorsOf = (change: object) =>
    validationErrors(seriesFormSchema, { ...formValuesOf(initialSettings("2026-01-13")), ...change });

  test("requires the last day or the number of tasks that it depends on", () => {
    expect(errorsOf({ end: "until", until: null })).toEqual({ until: "field.required" });
    expect(errorsOf({ end: "until", until: "2026-02-13" })).toEqual({});
    for (const max_count of [null, ""])
      expect(errorsOf({ end: "count", max_count })).toEqual({ max_count: "field.required" });
    expect(errorsOf({ end: "never" })).toEqual({});
  });
  test("is the stored one", () => {
    expect(formValuesOf({ ...monthly, until: "2026-02-13" }).end).toBe("until");
    expect(formValuesOf({ ...monthly, max_count: 3 }).end).toBe("count");
    expect(formValuesOf(monthly).end).toBe("never");
  });
});
