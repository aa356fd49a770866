import { array, type InferType, mixed, object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { boolean } from "../../kernel/schemas";
import { fieldKindsReply, fieldValuesChangeReply } from "../fields/field-values.rules";
import { relatedTaskReply } from "./blockers.contract";
import { boardTaskReply, columnReply } from "./tasks.contract";
import { cardReplyFields, detailReplyFields } from "./tasks.field-lists";

const taskChange = object({
  ...cardReplyFields,
  ...detailReplyFields,
  cover_url: reply.textOrNull(),
  /** Only changed values; null if there is none. */
  field_values: fieldValuesChangeReply(),
  /** Kinds of the changed values, which the fields may no longer have. */
  field_kinds: fieldKindsReply(),
}).partial();
export type TaskChange = InferType<typeof taskChange>;

/**
 * Published on the project's stream. Every event contains `key` and `title`, so that feeds and notifications need no query and stay correct
 * after the task is deleted.
 */
const taskRef = object({ id: reply.id(), project_id: reply.id(), key: reply.text(), title: reply.text() });
const inColumn = taskRef.shape({ task_status_id: reply.id(), version: reply.number() });

/** True if the change finished the task, which was open before; otherwise missing. */
export const finished = boolean();

export interface ProgressChange {
  before: number;
  after: number;
  /** The task's version after the change. */
  version: number;
}

export const taskEvents = defineEvents({
  "task.created": boardTaskReply,
  "task.updated": taskChange.shape({
    id: reply.id(),
    project_id: reply.id(),
    key: reply.text(),
    version: reply.number(),
    before: taskChange,
    finished,
    /** Newly assigned users, which the board may not contain yet. */
    users: array(personReply),
    /** If blockers were added, the blockers and the updated task, with their titles. */
    related: array(relatedTaskReply),
  }),
  "task.moved": inColumn.shape({
    rank: reply.text(),
    progress: reply.number(),
    from_task_status_id: reply.id(),
    finished,
  }),
  "task.archived": inColumn,
  /** Contains the complete card, because boards have removed it. The task was archived, or in the bin. */
  "task.restored": boardTaskReply.shape({
    /** From the bin only: the tasks that it blocks. */
    blocked_ids: array(reply.id()),
    /** From the bin only: the task itself and its blockers, if it has dependencies. */
    related: array(relatedTaskReply),
  }),
  "task.left": taskRef.shape({ to_project_id: reply.id() }),
  "task.arrived": boardTaskReply.shape({ from_key: reply.text(), from_project_id: reply.id() }),
  "task.deleted": taskRef.shape({ archived: boolean().required() }),
  "column.created": columnReply,
  "column.updated": columnReply.shape({
    before: columnReply.partial(),
    /** Tasks whose progress changed, because the column became or stopped being a done column. */
    progress: mixed<Record<number, ProgressChange>>(),
  }),
  "column.sorted": object({ project_id: reply.id(), ids: array(reply.id()).required() }),
  /** New ranks for all tasks of a column, because ranks had become too long. The order is unchanged. */
  "column.rebalanced": object({
    id: reply.id(),
    project_id: reply.id(),
    ranks: mixed<Record<number, string>>().required(),
  }),
  /** From the bin. Its tasks are moved back by later `task.moved` events. */
  "column.restored": columnReply.shape({
    /** All columns in their order. */
    column_ids: array(reply.id()).required(),
    /** The fields that the column requires. */
    required_field_ids: array(reply.id()).required(),
  }),
  /** The column's tasks were moved to other columns earlier, by `task.moved` events. */
  "column.deleted": columnReply.pick(["id", "project_id", "title", "kind"]),
});

export interface TaskEvents extends EventsOf<typeof taskEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends TaskEvents {}
}
