import { isProjectFieldKey, type ProjectFieldKey } from "../../../../shared/work/fields/field-keys";
import type { FieldValue } from "../../../../shared/work/fields/field-values.rules";
import type { Board } from "../../../../shared/work/tasks/tasks.board";
import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import { type TaskFilter } from "../../../../shared/work/tasks/tasks.filter.rules";
import { addDays } from "../../../../shared/work/tasks/tasks.conditions.rules";
import { priorities, type Priority } from "../../../../shared/work/tasks/tasks.fields";
import { groupFieldValues, noValueKey, orderValueKeys, valueKeyOf, valueOfKey } from "../state/field-groups";
import type { NewTask } from "../pending/new-card";
import { type NameOrder } from "../../../../shared/kernel/text/order";

export const groupings = ["status", "assignee", "priority", "tag", "due", "none"] as const;
export type BuiltInGrouping = (typeof groupings)[number];
/** Tasks can also be grouped by a field of the project that has few values. */
export type Grouping = BuiltInGrouping | ProjectFieldKey;

export const isGrouping = (name: string): name is Grouping =>
  isProjectFieldKey(name) || groupings.includes(name as BuiltInGrouping);

export const dueBuckets = ["overdue", "today", "week", "later", "none"] as const;
export type DueBucket = (typeof dueBuckets)[number];

export type GroupValue =
  | { by: "status"; columnId: number }
  | { by: "assignee"; userId: number | null; groupId: number | null }
  | { by: "priority"; priority: Priority }
  | { by: "tag"; tagId: number | null }
  | { by: "due"; bucket: DueBucket }
  | { by: "field"; field: ProjectFieldKey; value: FieldValue | null }
  | { by: "none" };

/** Keys of the task's groups: several if it has several assignees or tags. */
export function groupKeysOf(task: BoardTask, grouping: Grouping, today: string): readonly string[] {
  if (isProjectFieldKey(grouping)) return [valueKeyOf(task, grouping)];
  switch (grouping) {
    case "status":
      return [String(task.task_status_id)];
    case "assignee": {
      const keys = [...task.user_ids.map((id) => `u${id}`), ...task.group_ids.map((id) => `g${id}`)];
      return keys.length > 0 ? keys : ["nobody"];
    }
    case "priority":
      return [task.priority];
    case "tag":
      return task.tag_ids.length > 0 ? task.tag_ids.map(String) : ["none"];
    case "due":
      return [bucketOf(task, today)];
    case "none":
      return ["all"];
  }
}

function bucketOf({ due_date: day, progress }: BoardTask, today: string): DueBucket {
  if (day === null) return "none";
  if (day < today) return progress < 100 ? "overdue" : "later";
  if (day === today) return "today";
  return day < addDays(today, 7) ? "week" : "later";
}

export function groupValueOfKey(key: string, grouping: Grouping): GroupValue {
  if (isProjectFieldKey(grouping)) return { by: "field", field: grouping, value: valueOfKey(key) };
  const id = Number(key.replace(/^[ug]/, ""));
  switch (grouping) {
    case "status":
      return { by: "status", columnId: id };
    case "assignee":
      return {
        by: "assignee",
        userId: key.startsWith("u") ? id : null,
        groupId: key.startsWith("g") ? id : null,
      };
    case "priority":
      return { by: "priority", priority: key as Priority };
    case "tag":
      return { by: "tag", tagId: key === "none" ? null : id };
    case "due":
      return { by: "due", bucket: key as DueBucket };
    case "none":
      return { by: "none" };
  }
}

const emptyKey: Record<BuiltInGrouping, string> = {
  status: "",
  assignee: "nobody",
  priority: "medium",
  tag: "none",
  due: "none",
  none: "all",
};

interface GroupKeyContext {
  board: Board;
  filter: TaskFilter;
  collator: NameOrder;
}

/** All groups in order. Empty columns are included unless the filter excludes them. */
export function orderGroupKeys(keys: Iterable<string>, grouping: Grouping, world: GroupKeyContext): string[] {
  const present = new Set(keys);
  // Without tasks, one group remains for adding the first one.
  if (present.size === 0) present.add(isProjectFieldKey(grouping) ? noValueKey : emptyKey[grouping]);
  const { board, collator } = world;
  if (isProjectFieldKey(grouping))
    return orderValueKeys(board, grouping, present, collator.compare).filter((key) => present.has(key));
  switch (grouping) {
    case "status":
      return board.columnIds.filter((id) => present.has(String(id)) || showsColumn(world, id)).map(String);
    case "assignee":
      return byName(present, "nobody", collator, (key) =>
        key.startsWith("u") ? board.users[Number(key.slice(1))]?.fullname : board.groups[Number(key.slice(1))]?.title,
      );
    case "tag":
      return byName(present, "none", collator, (key) => board.tags[Number(key)]?.name);
    case "priority":
      return priorities.filter((one) => present.has(one));
    case "due":
      return dueBuckets.filter((one) => present.has(one));
    case "none":
      return ["all"];
  }
}

function showsColumn({ board, filter }: GroupKeyContext, id: number): boolean {
  if (filter.columns.length > 0 && !filter.columns.includes(id)) return false;
  return filter.state === null || (board.columns[id]?.kind === "done") === (filter.state === "done");
}

function byName(
  keys: ReadonlySet<string>,
  without: string,
  collator: NameOrder,
  nameOf: (key: string) => string | undefined,
): string[] {
  return [...keys].sort((a, b) => {
    if ((a === without) !== (b === without)) return a === without ? 1 : -1;
    return collator.compare(nameOf(a) ?? "", nameOf(b) ?? "") || (a < b ? -1 : 1);
  });
}

/** Initial values of a task added to a group; null for groups without a definite value (overdue, later). */
export function groupDefaults(
  value: GroupValue,
  board: Pick<Board, "columnIds" | "columns" | "fields" | "users">,
  today: string,
): { columnId: number; facts: Omit<NewTask, "title"> } | null {
  const first = board.columnIds.findLast((id) => board.columns[id]?.kind === "todo") ?? board.columnIds[0];
  if (first === undefined) return null;
  switch (value.by) {
    case "status":
      return { columnId: value.columnId, facts: {} };
    case "assignee":
      if (value.groupId !== null) return null;
      return { columnId: first, facts: value.userId === null ? {} : { user_ids: [value.userId] } };
    case "priority":
      return { columnId: first, facts: { priority: value.priority } };
    case "tag":
      return { columnId: first, facts: value.tagId === null ? {} : { tag_ids: [value.tagId] } };
    case "due": {
      const days = { overdue: null, today: 0, week: 6, later: null, none: undefined }[value.bucket];
      if (days === null) return null;
      return { columnId: first, facts: days === undefined ? {} : { due_date: addDays(today, days) } };
    }
    case "field": {
      const field_values = groupFieldValues(board, value.field, value.value);
      return field_values && { columnId: first, facts: { field_values } };
    }
    case "none":
      return { columnId: first, facts: {} };
  }
}

/** Default group of a new task: the last todo column, otherwise the first group that accepts one. */
export function defaultGroupOf<G extends { value: GroupValue }>(
  groups: readonly G[],
  board: Parameters<typeof groupDefaults>[1],
): G | undefined {
  const takes = groups.filter(({ value }) => groupDefaults(value, board, "2000-01-01") !== null);
  return (
    takes.findLast(({ value }) => value.by === "status" && board.columns[value.columnId]?.kind === "todo") ?? takes[0]
  );
}
