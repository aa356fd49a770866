import { array, object } from "yup";
import { dayField, idField, versionField, wholeNumber } from "../../kernel/fields";
import { boolean, string } from "../../kernel/schemas";
import { daysOffChoices, maxEvery, type SeriesRule, seriesUnits, weeksOfMonth } from "./series.rules";

/** On schedule: dates follow the rule. After completion: the next date follows the day on which the last task was completed. */
export const seriesBases = ["schedule", "completion"] as const;
export type SeriesBasis = (typeof seriesBases)[number];

export const seriesStates = ["active", "paused", "ended"] as const;
export type SeriesState = (typeof seriesStates)[number];

export const maxLeadDays = 90;
export const maxSeriesCount = 1_000;
/** Most tasks that are created for missed dates at once. */
export const maxCreatedMissed = 50;
export const maxSeriesPerProject = 200;
/** Number of coming dates that the screens show. */
export const previewCount = 10;
/** Most coming dates in one response, and of one series in it. */
export const maxComingDates = 500;
export const maxComingDatesOfSeries = 100;
/** Longest period in days for which coming dates are read. */
export const longestComingPeriod = 400;
/** Most coming dates of a series that are skipped. */
export const maxSkippedDays = 100;

const weekday = () => wholeNumber(0, 6);

const seriesShape = {
  unit: string()
    .oneOf([...seriesUnits], "field.oneOf")
    .required("field.required"),
  every: wholeNumber(1, maxEvery).required("field.required"),
  first_day: dayField().required("field.required"),
  weekdays: array(weekday().required()).max(7, "field.tooMany"),
  month_day: wholeNumber(1, 31).nullable(),
  month_week: wholeNumber(-1, 4)
    .nullable()
    .test("week", "field.oneOf", (value) => value == null || weeksOfMonth.some((week) => week === value)),
  month_weekday: weekday().nullable(),
  month: wholeNumber(1, 12).nullable(),
  days_off: string()
    .oneOf([...daysOffChoices], "field.oneOf")
    .required("field.required"),
  until: dayField(),
  max_count: wholeNumber(1, maxSeriesCount).nullable(),
  basis: string()
    .oneOf([...seriesBases], "field.oneOf")
    .required("field.required"),
  only_when_done: boolean(),
  create_missed: boolean(),
  lead_days: wholeNumber(0, maxLeadDays).required("field.required"),
  at_hour: wholeNumber(0, 23).required("field.required"),
  task_status_id: idField("column"),
};

export const listSeriesQuery = object({ page: wholeNumber(1, 100_000), per_page: wholeNumber(1, 200) });
export const createSeriesSchema = object(seriesShape);
export const updateSeriesSchema = object({
  ...seriesShape,
  version: versionField().required("field.required"),
  /** Whether a series that has ended is resumed with the rule. */
  resume: boolean(),
});
export const setSeriesStateSchema = object({
  state: string()
    .oneOf([...seriesStates], "field.oneOf")
    .required("field.required"),
  /** If given, the state is changed only from this one. */
  previous_state: string().oneOf([...seriesStates], "field.oneOf"),
});
export const skipDateSchema = object({
  day: dayField().required("field.required"),
  skipped: boolean().required("field.required"),
  /** If given, the date is changed only if it is skipped, or isn't, as the user saw it. */
  previous_skipped: boolean(),
});
export const useForLaterSchema = object({ task_id: idField("seriesTask").required("field.required") });

export const restoreTemplateSchema = object({ version: versionField().required("field.required") });

/** A type instead of an interface, because values of forms need an index signature. */
export type SeriesSettings = Pick<SeriesRule, keyof SeriesRule> & {
  basis: SeriesBasis;
  only_when_done: boolean;
  create_missed: boolean;
  lead_days: number;
  at_hour: number;
};

type SeriesInput = Pick<
  SeriesSettings,
  "unit" | "every" | "first_day" | "days_off" | "basis" | "lead_days" | "at_hour"
> & {
  [Name in keyof SeriesSettings]?: SeriesSettings[Name] | null | undefined;
};

/** Removes what the unit and the basis don't use. `errors` names what they need. */
export function readSeriesSettings(input: SeriesInput): { settings: SeriesSettings; errors: Record<string, string[]> } {
  const { unit, basis } = input;
  const isOnSchedule = basis === "schedule";
  const isInMonth = isOnSchedule && (unit === "month" || unit === "year");
  const byWeekday = isInMonth && input.month_day == null;
  const weekdays = isOnSchedule && unit === "week" ? [...new Set(input.weekdays ?? [])].toSorted((a, b) => a - b) : [];
  const settings: SeriesSettings = {
    unit,
    basis,
    every: input.every,
    first_day: input.first_day,
    weekdays,
    month_day: isInMonth ? (input.month_day ?? null) : null,
    month_week: byWeekday ? (input.month_week ?? null) : null,
    month_weekday: byWeekday ? (input.month_weekday ?? null) : null,
    month: isOnSchedule && unit === "year" ? (input.month ?? null) : null,
    days_off: input.days_off,
    until: input.until ?? null,
    max_count: input.max_count ?? null,
    only_when_done: isOnSchedule && input.only_when_done === true,
    create_missed: isOnSchedule && input.create_missed === true,
    lead_days: input.lead_days,
    at_hour: input.at_hour,
  };
  const errors: Record<string, string[]> = {};
  const require = (field: string, isMissing: boolean) => {
    if (isMissing) errors[field] = ["field.required"];
  };
  require("weekdays", isOnSchedule && unit === "week" && weekdays.length === 0);
  require("month_day", byWeekday && settings.month_week === null);
  require("month_weekday", byWeekday && settings.month_week !== null && settings.month_weekday === null);
  require("month", isOnSchedule && unit === "year" && settings.month === null);
  if (settings.until !== null && settings.until < settings.first_day) errors.until = ["field.seriesEnd"];
  if (settings.until !== null && settings.max_count !== null) errors.max_count = ["field.invalid"];
  return { settings, errors };
}
