import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, pageMeta, pathId, reply } from "../../kernel/fields";
import { boolean, string } from "../../kernel/schemas";
import { personReply } from "../../kernel/person-reply";
import { type ColumnKind, columnKinds } from "../../work/tasks/tasks.schema";
import { projectAnalyticsQuery, projectListQuery } from "./analytics.schema";

export const figureReply = object({
  /** Null if there is too little data. */
  value: reply.numberOrNull(),
  /** Value of the previous period, if requested and there is enough data. */
  previous: reply.numberOrNull(),
  query: reply.text(),
});
export type Figure = InferType<typeof figureReply>;

const bucketReply = object({ from: reply.text(), to: reply.text(), count: reply.number(), query: reply.text() });

export const projectRef = object({
  id: reply.id(),
  title: reply.text(),
  code: reply.text(),
  color: reply.text(),
  archived: boolean().required(),
});

const valuesReply = object({ count: reply.number(), sum: reply.number(), median: reply.number() });

const kind = () =>
  string()
    .oneOf([...columnKinds])
    .required();

export const taskRefReply = object({ id: reply.id(), key: reply.text(), title: reply.text() });

export const projectAnalyticsReply = object({
  project: projectRef,
  from: reply.text(),
  to: reply.text(),
  by: reply.text(),
  today: reply.text(),
  behind: boolean().required(),
  figures: object({
    finished: figureReply,
    cycle: figureReply,
    lead: figureReply,
    doing: figureReply,
    reopened: figureReply,
    /** Total days during which finished tasks were blocked. */
    blocked: figureReply,
    open: figureReply,
  }),
  /** Sum of the WIP limits of the work columns; null if any work column has no limit. */
  wip_limit: reply.numberOrNull(),
  throughput: array(
    bucketReply.shape({
      previous: reply.numberOrNull(),
      parts: array(object({ count: reply.number(), query: reply.text() })).required(),
    }),
  ).required(),
  groups: array(object({ key: reply.text(), label: reply.text() })).required(),
  filters: object({
    tags: array(object({ id: reply.id(), name: reply.text() })).required(),
    people: array(personReply).required(),
    tag_id: reply.numberOrNull(),
    priority: reply.textOrNull(),
    user_id: reply.numberOrNull(),
  }),
  cycle: object({
    points: array(taskRefReply.shape({ day: reply.text(), days: reply.number() })).required(),
    p50: reply.numberOrNull(),
    p85: reply.numberOrNull(),
    p95: reply.numberOrNull(),
    histogram: array(
      object({ min: reply.number(), max: reply.numberOrNull(), count: reply.number(), query: reply.text() }),
    ).required(),
  }),
  flow: object({
    query: reply.text(),
    columns: array(
      object({ id: reply.id(), title: reply.text(), kind: kind(), gone: boolean().required() }),
    ).required(),
    days: array(object({ day: reply.text(), counts: array(reply.number()).required() })).required(),
  }),
  age: array(taskRefReply.shape({ column: reply.text(), days: reply.number() })).required(),
  time: object({
    estimate_minutes: reply.number(),
    spent_minutes: reply.number(),
    query: reply.text(),
    tasks: array(taskRefReply.shape({ estimate_minutes: reply.number(), spent_minutes: reply.number() })).required(),
  }),
  forecast: object({
    remaining: reply.number(),
    finished: reply.number(),
    query: reply.text(),
    p50: reply.textOrNull(),
    p85: reply.textOrNull(),
    p95: reply.textOrNull(),
    planned: reply.textOrNull(),
  }),
  /** The project's number fields that tasks have values of, for the tasks that aren't archived. */
  number_fields: array(
    object({
      id: reply.id(),
      title: reply.text(),
      unit: reply.textOrNull(),
      columns: array(valuesReply.shape({ id: reply.id(), title: reply.text() })).required(),
      /** Null means tasks without assignees whose figures the caller may see. */
      people: array(valuesReply.shape({ person: personReply.nullable().defined() })).required(),
    }),
  ).required(),
});
export type ProjectAnalytics = InferType<typeof projectAnalyticsReply>;

const projectById = object({ id: pathId("project") });
const guarded = { feature: "analytics", permission: "analytics-project-list" } as const;

export const readProjectAnalytics = endpoint({
  method: "GET",
  path: "/analytics/project/:id",
  ...guarded,
  summary: "Returns a project's throughput, cycle time, cumulative flow, age of work and forecast.",
  params: projectById,
  query: projectAnalyticsQuery,
  expensive: true,
  reply: dataReply(projectAnalyticsReply),
  problems: ["permission.denied"],
});

export const countedTaskReply = taskRefReply.shape({
  column: reply.text(),
  created_at: reply.text(),
  started_at: reply.textOrNull(),
  finished_at: reply.textOrNull(),
  /** Days from the start of the task to its end, or until now if it has not ended. */
  days: reply.numberOrNull(),
  lead_days: reply.numberOrNull(),
  blocked_days: reply.number(),
  estimate_minutes: reply.numberOrNull(),
  spent_minutes: reply.number(),
});
export type CountedTask = InferType<typeof countedTaskReply>;

/**
 * Returns the URL of the task list behind one number of the cumulative flow on a day: tasks in one column, in columns of a kind, or in all
 * columns.
 */
export function flowListAddress(
  query: string,
  day: string,
  of: { column_id?: number; kind?: ColumnKind } = {},
): string {
  const parameters = new URLSearchParams({ from: day, to: day });
  for (const [name, value] of Object.entries(of)) parameters.set(name, String(value));
  return `${query}&${parameters.toString()}`;
}

export const listProjectFigure = endpoint({
  method: "GET",
  path: "/analytics/project/:id/list",
  ...guarded,
  summary: "Lists all tasks behind a project figure.",
  params: projectById,
  query: projectListQuery,
  reply: object({ message: string(), data: array(countedTaskReply).required(), meta: pageMeta }),
  problems: ["permission.denied"],
  example: { query: { figure: "finished" } },
});

export const listProjectAnalytics = endpoint({
  method: "GET",
  path: "/analytics/project",
  ...guarded,
  summary: "Lists the visible projects with the tasks finished in the last 30 days.",
  expensive: true,
  reply: dataReply(
    array(projectRef.shape({ open: reply.number(), doing: reply.number(), finished: reply.number() })).required(),
  ),
});
