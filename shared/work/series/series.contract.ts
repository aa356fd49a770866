import { array, type InferType, mixed, object } from "yup";
import { dayNumber } from "../../kernel/day-number";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, dayField, pageMeta, pathId, reply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { boolean, string } from "../../kernel/schemas";
import { insertMessageValues } from "../../kernel/text/message-values";
import { fieldValuesReply } from "../fields/field-values.rules";
import { daysOffChoices, seriesUnits } from "./series.rules";
import {
  createSeriesSchema,
  longestComingPeriod,
  maxComingDates,
  maxComingDatesOfSeries,
  listSeriesQuery,
  restoreTemplateSchema,
  seriesBases,
  seriesStates,
  setSeriesStateSchema,
  skipDateSchema,
  updateSeriesSchema,
  useForLaterSchema,
} from "./series.schema";

export const seriesReply = object({
  id: reply.id(),
  project_id: reply.id(),
  /** The title of new tasks. */
  title: reply.text(),
  /** Null after the column was deleted: new tasks are created in the first column. */
  task_status_id: reply.numberOrNull(),
  owner: personReply.nullable().defined(),
  unit: string()
    .oneOf([...seriesUnits])
    .required(),
  every: reply.number(),
  first_day: reply.text(),
  /** 0 is Sunday. */
  weekdays: array(reply.number()).required(),
  month_day: reply.numberOrNull(),
  /** 1 to 4, or -1 for the last week. */
  month_week: reply.numberOrNull(),
  month_weekday: reply.numberOrNull(),
  month: reply.numberOrNull(),
  days_off: string()
    .oneOf([...daysOffChoices])
    .required(),
  until: reply.textOrNull(),
  max_count: reply.numberOrNull(),
  basis: string()
    .oneOf([...seriesBases])
    .required(),
  only_when_done: boolean().required(),
  create_missed: boolean().required(),
  lead_days: reply.number(),
  at_hour: reply.number(),
  state: string()
    .oneOf([...seriesStates])
    .required(),
  /** Error of the task that could not be created, for which the schedule paused the series. */
  refusal: reply.textOrNull(),
  /** Null after the last task was deleted or moved to another project. */
  last_task_id: reply.numberOrNull(),
  /** Such as `WEB-12`. */
  last_task_key: reply.textOrNull(),
  /** The day of the last date that was created, skipped or missed. */
  last_day: reply.textOrNull(),
  next_day: reply.textOrNull(),
  next_date: reply.textOrNull(),
  /** The assignees of new tasks. */
  user_ids: array(reply.id()).required(),
  created_count: reply.number(),
  missed_count: reply.number(),
  /** Days of coming dates that are skipped. */
  skipped_days: array(reply.text()).required(),
  version: reply.number(),
});
export type Series = InferType<typeof seriesReply>;

/** Context of a preview of dates: today and the days without planned work at the owner's location. */
export const seriesCalendarReply = object({
  today: reply.text(),
  /** 0 is Sunday. */
  weekend: array(reply.number()).required(),
  holidays: array(reply.text()).required(),
});

const taskSeriesReply = object({
  series: seriesReply.nullable().defined(),
  calendar: seriesCalendarReply,
  can: object({ edit: boolean().required() }),
});
export type TaskSeries = InferType<typeof taskSeriesReply>;

const taskById = object({ id: pathId("task") });
const seriesById = object({ id: pathId("series") });
const projectById = object({ id: pathId("project") });

export const listSeries = endpoint({
  method: "GET",
  path: "/project/:id/series",
  scope: "project-view",
  summary: "Lists the series of a project by their next date. Those that have ended come last.",
  params: projectById,
  query: listSeriesQuery,
  reply: object({ message: string(), data: array(seriesReply).required(), meta: pageMeta }),
});

export const readSeries = endpoint({
  method: "GET",
  path: "/task_series/:id",
  scope: "project-view",
  summary: "Returns a series and the days off for a preview of dates.",
  params: seriesById,
  reply: dataReply(taskSeriesReply.shape({ series: seriesReply })),
});

export const readTaskSeries = endpoint({
  method: "GET",
  path: "/task/:id/series",
  scope: "project-view",
  summary: "Returns the series of a task, if it repeats, and the days off for a preview of dates.",
  params: taskById,
  reply: dataReply(taskSeriesReply),
});

export const createSeries = endpoint({
  method: "POST",
  path: "/task/:id/series",
  scope: "task-create",
  summary: "Makes a task the first one of a series, which copies it on each of its dates.",
  params: taskById,
  body: createSeriesSchema,
  reply: dataReply(seriesReply),
  status: 201,
  problems: ["series.exists", "project.archived", "task.archived"],
  example: {
    body: {
      unit: "month",
      every: 1,
      first_day: "2026-01-31",
      month_day: 31,
      days_off: "keep",
      basis: "schedule",
      lead_days: 0,
      at_hour: 6,
    },
  },
});

export const updateSeries = endpoint({
  method: "PUT",
  path: "/task_series/:id",
  scope: "task-create",
  summary: "Changes the rule of a series for its coming dates, and resumes an ended one if asked to.",
  params: seriesById,
  body: updateSeriesSchema,
  reply: dataReply(seriesReply),
  problems: ["series.exists", "series.over", "series.stale", "project.archived"],
  example: {
    body: {
      unit: "day",
      every: 2,
      first_day: "2026-01-31",
      days_off: "move",
      basis: "schedule",
      lead_days: 0,
      at_hour: 6,
      version: 1,
    },
  },
});

export const useTaskForLater = endpoint({
  method: "POST",
  path: "/task_series/:id/template",
  scope: "task-create",
  summary: "Copies the present values of one of its tasks to the coming tasks of a series.",
  params: seriesById,
  body: useForLaterSchema,
  reply: dataReply(seriesReply),
  problems: ["project.archived"],
  example: { body: { task_id: 1 } },
});

export const restoreSeriesTemplate = endpoint({
  method: "PUT",
  path: "/task_series/:id/template",
  scope: "task-create",
  summary:
    "Exchanges the values of the coming tasks of a series with those before they were last copied, to undo the copy or to redo it.",
  params: seriesById,
  body: restoreTemplateSchema,
  reply: dataReply(seriesReply),
  problems: ["series.stale", "project.archived"],
  example: { body: { version: 1 } },
});

export const setSeriesState = endpoint({
  method: "POST",
  path: "/task_series/:id/state",
  scope: "task-create",
  summary: "Pauses, resumes or ends a series. Dates during a pause are missed.",
  params: seriesById,
  body: setSeriesStateSchema,
  reply: dataReply(seriesReply),
  problems: ["series.exists", "series.over", "series.stale", "project.archived"],
  example: { body: { state: "ended" } },
});

export const skipSeriesDate = endpoint({
  method: "POST",
  path: "/task_series/:id/skip",
  scope: "task-create",
  summary: "Skips a coming date of a series, or no longer skips it.",
  params: seriesById,
  body: skipDateSchema,
  reply: dataReply(seriesReply),
  problems: ["series.exists", "series.stale", "project.archived"],
  example: { body: { day: "2126-01-31", skipped: true } },
});

const comingDateReply = object({
  series_id: reply.id(),
  project_id: reply.id(),
  /** The last task of the series; null after it was deleted. */
  task_id: reply.numberOrNull(),
  title: reply.text(),
  /** The day according to the rule, which identifies the date in its series. */
  day: reply.text(),
  /** The day after moving it from days off. */
  date: reply.text(),
  start_date: reply.textOrNull(),
  due_date: reply.textOrNull(),
  /** The day on which the task will be created. */
  creation_day: reply.text(),
  version: reply.number(),
});
export type ComingDate = InferType<typeof comingDateReply>;

/** The values that the next tasks of a series will have, for filters. */
const seriesValuesReply = object({
  series_id: reply.id(),
  title: reply.text(),
  priority: reply.text(),
  complexity: reply.number(),
  estimate_minutes: reply.numberOrNull(),
  /** Null after the column was deleted. */
  task_status_id: reply.numberOrNull(),
  owner_id: reply.numberOrNull(),
  user_ids: array(reply.id()).required(),
  group_ids: array(reply.id()).required(),
  tag_ids: array(reply.id()).required(),
  field_values: fieldValuesReply(),
  /** Kinds of the fields when the values were copied, by field id. Values of a field whose kind was changed since aren't used. */
  field_kinds: mixed<Record<string, string>>().required(),
});
export type SeriesValues = InferType<typeof seriesValuesReply>;

export const readComingDates = endpoint({
  method: "GET",
  path: "/project/:id/series-dates",
  scope: "project-view",
  summary: `Lists the tasks that the series of a project will create in a period, at most ${maxComingDates}, and ${maxComingDatesOfSeries} of each series.`,
  params: projectById,
  query: object({
    from: dayField().required("field.required"),
    to: dayField().required("field.required"),
  }).test("range", "field.endBeforeStart", ({ from, to }, context) => {
    if (typeof from !== "string" || typeof to !== "string") return true; // the field's own validation reports it
    if (to < from) return context.createError({ path: "to", message: "field.endBeforeStart" });
    if (dayNumber(to) - dayNumber(from) < longestComingPeriod) return true;
    const message = insertMessageValues("field.longestPeriod", { days: longestComingPeriod });
    return context.createError({ path: "to", message });
  }),
  reply: object({
    data: array(comingDateReply).required(),
    /** Of the series in `data`. */
    values: array(seriesValuesReply).required(),
  }),
  example: { query: { from: "2030-01-01", to: "2030-01-31" } },
});
