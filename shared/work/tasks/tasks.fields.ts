import { array, type InferType, type Schema } from "yup";
import { dayField, idField, idList, lineField, reply, richTextField, wholeNumber } from "../../kernel/fields";
import { number, string } from "../../kernel/schemas";

export const priorities = ["high", "medium", "low"] as const;
export type Priority = (typeof priorities)[number];

/** Number of characters, including HTML tags. */
export const maxDescriptionLength = 50_000;

export interface Figure {
  unit: "percent" | "minutes";
  min: number;
  max: number;
  /** Values of the filter, which is named like the column. */
  filters: readonly ("none" | "some" | "done" | "over")[];
}

/** Definition of a task field. Most properties are required so that no definition omits them by mistake. */
export interface FieldRow {
  /** How the value is stored and compared; `list` is a list of ids of related records. */
  kind: "text" | "number" | "day" | "list";
  input: Schema;
  /** Schema for creating tasks, if different from `input`; null if a new task cannot have the field. */
  create?: Schema | null;
  record?: string;
  reply: Schema;
  /** Whether the field is on every card and updated optimistically; otherwise only the task detail contains it. */
  onCard: boolean;
  shownBy?: string;
  copied: boolean;
  inFeed: boolean;
  notifies: boolean;
  /** How a number without fixed choices is entered, shown, filtered and exported; null for other fields. */
  figure: Figure | null;
  /** Allowed values in the order used for sorting, filtering and display; null if any value is allowed. */
  choices: readonly (string | number)[] | null;
  /** The list's column that displays the field; figures are aligned to the end. Null if there is none. */
  column: { name: string; figure: boolean } | null;
  /** Whether the field can be changed for several selected tasks; only possible for fields with choices. */
  inBulkBar: boolean;
}

/** `initial` is the value in a new task. */
const field = <const Row extends FieldRow>(row: Row & { initial: InferType<Row["reply"]> }): typeof row => row;

const ids = () => array(number().required()).required();
const noIds: number[] = [];

const common = {
  onCard: true,
  copied: true,
  inFeed: true,
  notifies: true,
  figure: null,
  choices: null,
  inBulkBar: false,
} as const;
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
const figure = <const Given extends Figure>(given: Given) =>
  ({
    ...common,
    kind: "number",
    input: wholeNumber(given.min, given.max).nullable(),
    reply: reply.numberOrNull(),
    initial: null,
    figure: given,
  }) as const;
const lists = { ...common, kind: "list", reply: ids(), initial: noIds } as const;

export const maxTitleLength = 255;
export const maxColumnTitleLength = 60;

/**
 * The changeable fields of a task by input name, in display order. Schemas, replies, events, boards, optimistic updates, history, feed,
 * notifications, sorting, filters, columns and exports are derived from this table. The type check (`Record<TaskField, …>`) requires icons
 * and controls for each field.
 */
export const taskFields = {
  title: field({
    ...common,
    kind: "text",
    input: lineField(maxTitleLength).min(1, "field.required"),
    create: lineField(maxTitleLength).required("field.required"),
    reply: reply.text(),
    initial: "",
    column: { name: "title", figure: false },
  }),
  description: field({
    ...common,
    kind: "text",
    input: richTextField(maxDescriptionLength).nullable(),
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
  // Progress depends on the column, so its changes send no notification; copies start at the initial value.
  progress: field({
    ...figure({ unit: "percent", min: 0, max: 100, filters: ["none", "some", "done"] }),
    input: wholeNumber(0, 100),
    reply: reply.number(),
    initial: 0,
    copied: false,
    notifies: false,
    column: { name: "progress", figure: true },
  }),
  estimate_minutes: field({
    ...figure({ unit: "minutes", min: 1, max: 60_000, filters: ["some", "none", "over"] }),
    column: { name: "estimate", figure: true },
  }),
  // Assignees are notified of the assignment instead of the change.
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
  /** Tasks of the same project that must be finished before this one. */
  blockers: field({ ...lists, input: idList("task"), record: "blocker_ids", copied: false, column: null }),
  /** An attached image as cover; null for none. The cover is visible on the card, so its changes send no notification. */
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

type OtherColumn = "key" | "status" | "subtasks" | "spent" | "created_at" | "comments" | "files";
export type FieldColumn = NonNullable<TaskFields[TaskField]["column"]>["name"];
export type TaskColumn = FieldColumn | OtherColumn;

export const columnWidths: Record<TaskColumn, number> = {
  key: 72,
  title: 220,
  status: 132,
  assignee: 140,
  priority: 92,
  complexity: 96,
  start_date: 84,
  due_date: 84,
  tag: 116,
  subtasks: 108,
  progress: 88,
  estimate: 116,
  spent: 116,
  created_at: 92,
  comments: 96,
  files: 64,
};
export const taskColumns = Object.keys(columnWidths) as TaskColumn[];
