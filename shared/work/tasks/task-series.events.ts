import { array, object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";
import { string } from "../../kernel/schemas";

export const seriesChanges = [
  "created",
  "rule",
  "template",
  "paused",
  "resumed",
  "ended",
  "skipped",
  "unskipped",
  "planned",
  "missed",
  "refused",
  "owner",
] as const;
export type SeriesChange = (typeof seriesChanges)[number];

/** Events of series of tasks (`work/series`), which boards apply. */
export const taskSeriesEvents = defineEvents({
  "task_series.updated": object({
    /** The last task of the series; null after it was deleted or moved to another project. `key` and `title` are the task's. */
    task_id: reply.numberOrNull(),
    key: reply.text(),
    title: reply.text(),
    project_id: reply.id(),
    /** All tasks of a series that is no longer ended, which belong to it again. */
    task_ids: array(reply.id()),
    series_id: reply.id(),
    change: string()
      .oneOf([...seriesChanges])
      .required(),
    state: string().oneOf(["active", "paused", "ended"]).required(),
    next_date: reply.textOrNull(),
    /** The date that was skipped or is no longer skipped. */
    date: reply.textOrNull(),
    missed_count: reply.number(),
    version: reply.number(),
  }),
});

export interface TaskSeriesEvents extends EventsOf<typeof taskSeriesEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends TaskSeriesEvents {}
}
