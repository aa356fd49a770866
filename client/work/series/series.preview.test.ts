import { addDays } from "../../../shared/kernel/days";
import type { Series } from "../../../shared/work/series/series.contract";
import { readSeriesSettings } from "../../../shared/work/series/series.schema";
import { absentAssigneesOn, lastOccurrence, previewDates } from "./series.preview";

const calendar = { today: "2026-02-02", weekend: [6, 0], holidays: ["2026-02-04"] };
const rule = { every: 1, first_day: "2026-01-30", days_off: "keep", lead_days: 0, at_hour: 6 } as const;
const newTask = { last_day: null, created_count: 1, skipped_days: [] };

test("a preview begins after today and marks days off and skipped dates", () => {
  const { settings } = readSeriesSettings({ ...rule, unit: "day", basis: "schedule" });
  const dates = previewDates(settings, calendar, { ...newTask, skipped_days: ["2026-02-05"] });
  expect(dates).toHaveLength(10);
  expect(dates.slice(0, 3)).toEqual([
    { day: "2026-02-03", date: "2026-02-03", isDayOff: false, isSkipped: false },
    { day: "2026-02-04", date: "2026-02-04", isDayOff: true, isSkipped: false },
    { day: "2026-02-05", date: "2026-02-05", isDayOff: false, isSkipped: true },
  ]);
});

test("a preview begins after the last occurrence", () => {
  const { settings } = readSeriesSettings({ ...rule, unit: "day", basis: "schedule" });
  expect(previewDates(settings, calendar, { ...newTask, last_day: "2026-02-10" })[0]?.day).toBe("2026-02-11");
});

test("a preview of a new series begins after the date of its task", () => {
  const { settings } = readSeriesSettings({ ...rule, unit: "day", basis: "schedule" });
  const firstOf = (due_date: string | null, start_date: string | null, series: Series | null = null) =>
    previewDates(settings, calendar, lastOccurrence(series, { due_date, start_date }, settings.first_day))[0]?.day;
  expect(firstOf("2026-02-10", "2026-02-06")).toBe("2026-02-11");
  expect(firstOf(null, "2026-02-06")).toBe("2026-02-07");
  expect(firstOf(null, null)).toBe("2026-02-03");
  const present = { last_day: "2026-02-12", created_count: 2, skipped_days: [] as string[] } as Series;
  expect(firstOf("2026-02-10", null, present)).toBe("2026-02-13");
});

test("a preview after completion counts from today and ends with the number of dates", () => {
  const { settings } = readSeriesSettings({ ...rule, unit: "week", basis: "completion", max_count: 3 });
  const dates = previewDates(settings, calendar, newTask).map(({ date }) => date);
  expect(dates).toEqual(["2026-02-09", "2026-02-16"]);
});

test("a preview after completion leaves out only the day of a task that is due later", () => {
  const { settings } = readSeriesSettings({ ...rule, unit: "week", basis: "completion" });
  const datesOf = (due: string, maxCount: number | null = null) =>
    previewDates({ ...settings, max_count: maxCount }, calendar, { ...newTask, last_day: due }).map(({ date }) => date);
  expect(datesOf("2026-03-04").slice(0, 2)).toEqual(["2026-02-09", "2026-02-16"]);
  expect(datesOf("2026-02-09")).toEqual(datesOf("2026-03-04").map((date) => addDays(date, 7)));
  expect(datesOf("2026-02-09", 2)).toEqual(["2026-02-16"]);
});

test("settings leave out what the unit doesn't use and name what it needs", () => {
  const { settings, errors } = readSeriesSettings({
    ...rule,
    unit: "year",
    basis: "schedule",
    weekdays: [1],
    month_day: 29,
  });
  expect([settings.weekdays, settings.month_day, errors]).toEqual([[], 29, { month: ["field.required"] }]);
});

test("assignees are away from the first to the last day of a leave, named once", () => {
  const leaveOf = (id: number, start_date: string, end_date: string) =>
    ({ person: { id, fullname: `User ${id}`, image: null }, start_date, end_date, state: "booked" }) as const;
  const leave = [
    leaveOf(1, "2026-02-03", "2026-02-05"),
    leaveOf(1, "2026-02-05", "2026-02-05"),
    leaveOf(2, "2026-02-05", "2026-02-06"),
  ];
  const awayOn = (day: string, userIds = [1, 3]) => absentAssigneesOn(day, leave, userIds).map(({ id }) => id);
  expect(["2026-02-02", "2026-02-03", "2026-02-05", "2026-02-06"].map((day) => awayOn(day))).toEqual([
    [],
    [1],
    [1],
    [],
  ]);
  expect(awayOn("2026-02-05", [1, 2])).toEqual([1, 2]);
});
