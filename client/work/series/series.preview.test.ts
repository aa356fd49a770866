import { readSeriesSettings } from "../../../shared/work/series/series.schema";
import { previewDates } from "./series.preview";

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

test("a preview after completion counts from today and ends with the number of dates", () => {
  const { settings } = readSeriesSettings({ ...rule, unit: "week", basis: "completion", max_count: 3 });
  const dates = previewDates(settings, calendar, newTask).map(({ date }) => date);
  expect(dates).toEqual(["2026-02-09", "2026-02-16"]);
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
