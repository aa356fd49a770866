import type { Board } from "../../../shared/tasks/tasks.board";
import type { BoardTask } from "../../../shared/tasks/tasks.contract";
import { addDays, type TaskFilter } from "../../../shared/tasks/tasks.filter.rules";
import { priorities, type Priority } from "../../../shared/tasks/tasks.fields";
import type { NewTask } from "../board/state/board.messages";

export const groupings = ["status", "assignee", "priority", "tag", "due", "none"] as const;
export type Grouping = (typeof groupings)[number];

export const dueBuckets = ["overdue", "today", "week", "later", "none"] as const;
export type DueBucket = (typeof dueBuckets)[number];

/** What the tasks of a group have in common. */
export type GroupValue =
  | { by: "status"; columnId: number }
  | { by: "assignee"; userId: number | null; groupId: number | null }
  | { by: "priority"; priority: Priority }
  | { by: "tag"; tagId: number | null }
  | { by: "due"; bucket: DueBucket }
  | { by: "none" };

/** The groups that a task stands in: several, where it has several people or tags. */
export function groupKeysOf(task: BoardTask, grouping: Grouping, today: string): readonly string[] {
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

export function valueOfKey(key: string, grouping: Grouping): GroupValue {
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

const emptyKey: Record<Grouping, string> = {
  status: "",
  assignee: "nobody",
  priority: "medium",
  tag: "none",
  due: "none",
  none: "all",
};

interface KeyWorld {
  board: Board;
  filter: TaskFilter;
  collator: Intl.Collator;
}

/** All groups there are to show, in order. Columns are there without tasks as well, unless the filter leaves them out. */
export function orderedKeys(keys: Iterable<string>, grouping: Grouping, world: KeyWorld): string[] {
  const present = new Set(keys);
  // Without any task there is still a place for the first one.
  if (present.size === 0) present.add(emptyKey[grouping]);
  const { board, collator } = world;
  switch (grouping) {
    case "status":
      return board.columnIds.filter((id) => present.has(String(id)) || wantsColumn(world, id)).map(String);
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

function wantsColumn({ board, filter }: KeyWorld, id: number): boolean {
  if (filter.columns.length > 0 && !filter.columns.includes(id)) return false;
  return filter.state === null || (board.columns[id]?.kind === "done") === (filter.state === "done");
}

/** By name; the one without, last. */
function byName(
  keys: ReadonlySet<string>,
  without: string,
  collator: Intl.Collator,
  nameOf: (key: string) => string | undefined,
): string[] {
  return [...keys].sort((a, b) => {
    if ((a === without) !== (b === without)) return a === without ? 1 : -1;
    return collator.compare(nameOf(a) ?? "", nameOf(b) ?? "") || (a < b ? -1 : 1);
  });
}

/** What a task that is added to a group begins with; null where one can't say (late, some day). */
export function newInGroup(
  value: GroupValue,
  board: Pick<Board, "columnIds" | "columns">,
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
    case "none":
      return { columnId: first, facts: {} };
  }
}

/** Where a new task goes when nothing else is said: the last to-do column, or the first group that can take one. */
export function newGroupOf<G extends { value: GroupValue }>(
  groups: readonly G[],
  columns: Board["columns"],
): G | undefined {
  const takes = groups.filter(({ value }) => newInGroup(value, { columnIds: [0], columns }, "2000-01-01") !== null);
  return takes.findLast(({ value }) => value.by === "status" && columns[value.columnId]?.kind === "todo") ?? takes[0];
}
