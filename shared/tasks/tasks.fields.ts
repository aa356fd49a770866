import { array, type InferType, type Schema } from "yup";
import { dayField, idField, idList, lineField, reply, richTextField, wholeNumber } from "../kernel/fields";
import { number, string } from "../kernel/schemas";

export const priorities = ["high", "medium", "low"] as const;
export type Priority = (typeof priorities)[number];

/** In letters, as HTML. */
export const longestDescription = 50_000;

/** What each field says of itself. Nothing is optional that could be forgotten in silence. */
export interface FieldRow {
  /** How its value is stored and compared; a list is the ids of what hangs on the task. */
  kind: "text" | "number" | "day" | "list";
  /** What calls take. */
  input: Schema;
  /** Where creating takes something else; null where a new task can't have it. */
  create?: Schema | null;
  /** Its name in answers and events, where that is another one than the input's. */
  record?: string;
  /** What answers and events hold. */
  reply: Schema;
  /** On every card, and so drawn before the server has answered; else in the detail only. */
  onCard: boolean;
  /** What cards and history show in its place. */
  shownBy?: string;
  /** On a duplicate, and on what is kept as a copy. */
  copied: boolean;
  /** Named in the feed of what happened. */
  inFeed: boolean;
  /** Followers are notified of its change. */
  notifies: boolean;
  /** The few values it can have, in their order: it is sorted, filtered, chosen and shown by them. */
  choices: readonly (string | number)[] | null;
  /** The list's column that shows it; figures stand at the end of their cell. */
  column: { name: string; figure: boolean } | null;
  /** Changed for all selected tasks by the bar of board and list; only fields with choices. */
  inBulkBar: boolean;
}

/** `initial` is what a task has of which nothing is said. */
const field = <const Row extends FieldRow>(row: Row & { initial: InferType<Row["reply"]> }): typeof row => row;

const ids = () => array(number().required()).required();
const noIds: number[] = [];

const common = { onCard: true, copied: true, inFeed: true, notifies: true, choices: null, inBulkBar: false } as const;
const dates = { ...common, kind: "day", input: dayField(), reply: reply.textOrNull(), initial: null } as const;
const oneOf = <Value extends string>(choices: readonly Value[]) =>
  ({
    ...common,
    kind: "text",
    input: string().oneOf([...choices], "field.oneOf"),
    reply: string()
      .oneOf([...choices])
      .required(),
    choices,
  }) as const;
const lists = { ...common, kind: "list", reply: ids(), initial: noIds } as const;

/**
 * The fields of a task that can be changed, under the names of the input, in the order in which they are told. Schemas,
 * answers, events, boards, pending changes, history, feed, notifications, sorting, filters, columns and the table's file
 * are made of this; what needs a sign or a control of its own is asked for by the compiler (`Record<TaskField, …>`).
 */
export const taskFields = {
  title: field({
    ...common,
    kind: "text",
    input: lineField(255).min(1, "field.required"),
    create: lineField(255).required("field.required"),
    reply: reply.text(),
    initial: "",
    column: { name: "title", figure: false },
  }),
  description: field({
    ...common,
    kind: "text",
    input: richTextField(longestDescription).nullable(),
    reply: reply.textOrNull(),
    initial: null,
    onCard: false,
    column: null,
  }),
  priority: field({
    ...oneOf(priorities),
    initial: "medium",
    column: { name: "priority", figure: false },
    inBulkBar: true,
  }),
  complexity: field({
    ...common,
    kind: "number",
    input: wholeNumber(1, 5),
    reply: reply.number(),
    initial: 3,
    choices: [1, 2, 3, 4, 5],
    column: { name: "complexity", figure: true },
  }),
  start_date: field({ ...dates, column: { name: "start_date", figure: false } }),
  due_date: field({ ...dates, column: { name: "due_date", figure: false } }),
  // Goes with the column, so that nobody is notified of it; a copy is work that is still to be done.
  progress: field({
    ...common,
    kind: "number",
    input: wholeNumber(0, 100),
    reply: reply.number(),
    initial: 0,
    copied: false,
    notifies: false,
    column: { name: "progress", figure: true },
  }),
  estimate_minutes: field({
    ...common,
    kind: "number",
    input: wholeNumber(1, 60_000).nullable(),
    reply: reply.numberOrNull(),
    initial: null,
    column: { name: "estimate", figure: true },
  }),
  // Who is assigned is notified of that, not of a changed field.
  users: field({
    ...lists,
    input: idList("user"),
    record: "user_ids",
    notifies: false,
    column: { name: "assignee", figure: false },
  }),
  groups: field({ ...lists, input: idList("group"), record: "group_ids", notifies: false, column: null }),
  tags: field({
    ...lists,
    input: idList("tag"),
    record: "tag_ids",
    column: { name: "tag", figure: false },
  }),
  /** Tasks of the same project that must be done first. */
  blockers: field({ ...lists, input: idList("task"), record: "blocker_ids", copied: false, column: null }),
  /** An image attached to the task; null for none. A cover is seen. */
  cover_id: field({
    ...common,
    kind: "number",
    input: idField("attachment").nullable(),
    create: null,
    reply: reply.numberOrNull(),
    initial: null,
    onCard: false,
    shownBy: "cover_url",
    copied: false,
    inFeed: false,
    notifies: false,
    column: null,
  }),
};

export type TaskFields = typeof taskFields;
export type TaskField = keyof TaskFields;

/** What a list shows of a task beside its fields. */
type OtherColumn = "key" | "status" | "subtasks" | "spent" | "created_at" | "comments" | "files";
export type FieldColumn = NonNullable<TaskFields[TaskField]["column"]>["name"];
export type TaskColumn = FieldColumn | OtherColumn;

/** The columns in their order, with their widths in px. */
export const columnWidths: Record<TaskColumn, number> = {
  key: 72,
  title: 260,
  status: 132,
  assignee: 148,
  priority: 92,
  complexity: 96,
  start_date: 84,
  due_date: 84,
  tag: 124,
  subtasks: 84,
  progress: 88,
  estimate: 84,
  spent: 84,
  created_at: 92,
  comments: 96,
  files: 64,
};
export const taskColumns = Object.keys(columnWidths) as TaskColumn[];
