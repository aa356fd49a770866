import { dayNumber, weekdayOf } from "../../../shared/kernel/day-number";
import type { Series } from "../../../shared/work/series/series.contract";
import { dayField, wholeNumber } from "../../../shared/kernel/fields";
import { string } from "../../../shared/kernel/schemas";
import { type Merge, mergeChanges } from "../../ui/form/useEditedRecord";
import { createSeriesSchema, maxSeriesCount, type SeriesSettings } from "../../../shared/work/series/series.schema";

export const seriesEnds = ["never", "until", "count"] as const;
export type SeriesEnd = (typeof seriesEnds)[number];

/** Form schema with the kind of end as a separate field, so that an emptied last day or number of tasks doesn't remove the end. */
export const seriesFormSchema = createSeriesSchema.shape({
  end: string()
    .oneOf([...seriesEnds])
    .required(),
  until: dayField().when("end", ([end], schema) => (end === "until" ? schema.required("field.required") : schema)),
  max_count: wholeNumber(1, maxSeriesCount)
    .nullable()
    .when("end", ([end], schema) => (end === "count" ? schema.required("field.required") : schema)),
});
export type SeriesFormValues = SeriesSettings & { end: SeriesEnd };

export const formValuesOf = (settings: SeriesSettings): SeriesFormValues => ({
  ...settings,
  end: settings.until !== null ? "until" : settings.max_count !== null ? "count" : "never",
});

/** Settings that suit a task: each week on the weekday of its date. */
export function initialSettings(day: string): SeriesSettings {
  return {
    unit: "week",
    every: 1,
    first_day: day,
    weekdays: [weekdayOf(dayNumber(day))],
    month_day: Number(day.slice(8)),
    month_week: null,
    month_weekday: null,
    month: monthOf(day),
    days_off: "keep",
    until: null,
    max_count: null,
    basis: "schedule",
    only_when_done: false,
    create_missed: false,
    lead_days: 0,
    at_hour: 6,
  };
}

export const settingsOf = (series: Series): SeriesSettings => ({
  unit: series.unit,
  every: series.every,
  first_day: series.first_day,
  weekdays: series.weekdays,
  month_day: series.month_day,
  month_week: series.month_week,
  month_weekday: series.month_weekday,
  month: series.month,
  days_off: series.days_off,
  until: series.until,
  max_count: series.max_count,
  basis: series.basis,
  only_when_done: series.only_when_done,
  create_missed: series.create_missed,
  lead_days: series.lead_days,
  at_hour: series.at_hour,
});

/** What the form of a series edits. A task without a series has the initial settings. */
interface EditedSeries {
  version: number;
  series: Series | null;
  settings: SeriesSettings;
}

export const editedSeriesOf = (series: Series): EditedSeries => ({
  version: series.version,
  series,
  settings: settingsOf(series),
});

export const valuesOf = ({ settings }: EditedSeries): SeriesFormValues => formValuesOf(settings);

const monthFields = ["month", "month_day", "month_week", "month_weekday"] as const;
const endFields = ["end", "until", "max_count"] as const;

/** Another user's settings with the typed ones. An interval and its days belong to their unit. */
export const mergeSettings: Merge<SeriesFormValues> = (form, current) => {
  const { start, typed } = form;
  const hasSameUnit = typed.unit === start.unit && current.unit === start.unit;
  const ruleGroups = hasSameUnit ? [monthFields] : [["unit", "every", "weekdays", ...monthFields] as const];
  return mergeChanges(form, current, [...ruleGroups, endFields]);
};

export const monthOf = (day: string): number => Number(day.slice(5, 7));

export type MonthDay = Pick<SeriesSettings, "month_day" | "month_week" | "month_weekday">;

export const keyOfMonthDay = ({ month_day, month_week, month_weekday }: MonthDay): string =>
  month_day !== null ? `day ${month_day}` : `week ${month_week} ${month_weekday}`;

const lastDay: MonthDay = { month_day: 31, month_week: null, month_weekday: null };

/** The ways to name a day in its month: by its number, its weekday, and the last such weekday. The fifth weekday is only the last one. */
function monthDaysOf(day: string): [MonthDay, MonthDay, MonthDay] {
  const number = Number(day.slice(8));
  const week = Math.ceil(number / 7);
  const onWeekday = { month_day: null, month_weekday: weekdayOf(dayNumber(day)) };
  return [
    { month_day: number, month_week: null, month_weekday: null },
    { ...onWeekday, month_week: week > 4 ? -1 : week },
    { ...onWeekday, month_week: -1 },
  ];
}

/** The days of a month to choose from, by key: those of the first day, the last day, and the present choice. */
export function monthDayChoices(values: MonthDay & Pick<SeriesSettings, "first_day">): Map<string, MonthDay> {
  const { month_day, month_week, month_weekday } = values;
  const isChosen = month_day !== null || (month_week !== null && month_weekday !== null);
  const present = isChosen ? [{ month_day, month_week, month_weekday }] : [];
  // Days by number come first, in their order.
  const choices = [...monthDaysOf(values.first_day), lastDay, ...present].toSorted(
    (a, b) => (a.month_day ?? 99) - (b.month_day ?? 99),
  );
  return new Map(choices.map((choice) => [keyOfMonthDay(choice), choice]));
}

/** What changes with the first day: the month and the day of the month, if they are those of the former first day. */
export function settingsAfterMove(values: SeriesSettings, firstDay: string): Partial<SeriesSettings> {
  const { first_day: formerDay, month } = values;
  const key = keyOfMonthDay(values);
  const monthDays = key === keyOfMonthDay(lastDay) ? [] : monthDaysOf(formerDay);
  const at = monthDays.findLastIndex((choice) => keyOfMonthDay(choice) === key);
  return { ...(month === monthOf(formerDay) && { month: monthOf(firstDay) }), ...monthDaysOf(firstDay)[at] };
}
