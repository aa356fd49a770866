import type { BodyOf } from "../../shared/kernel/endpoint";
import { projectStream } from "../../shared/kernel/events";
import { invalid, Problem } from "../../shared/kernel/problems";
import type { BoardTask, updateTask as updateTaskEndpoint } from "../../shared/tasks/tasks.contract";
import type { TaskChange } from "../../shared/tasks/tasks.events";
import type { Actor } from "../platform/session";
import type { Tx } from "../platform/unit-of-work";
import { TaskEntity } from "./task.entity";
import { peopleByIds, requireLinks, requireNoCycle, setLinks } from "./tasks.links";
import { type LockedColumn, placeIn, put, refuseStale } from "./tasks.move";
import { authorizeTask, lockedTask, type TaskRow } from "./tasks.policy";
import { presentCard } from "./tasks.present";
import { cleanDescription, requireInsideTimeline } from "./tasks.service";
import { holdProjectOfTask, lockColumn } from "./tasks.sql";

type Input = BodyOf<typeof updateTaskEndpoint>;

/** The fields of the wire, and where they stand in the row. */
const columns = {
  title: "title",
  description: "description",
  priority: "priority",
  complexity: "complexity",
  start_date: "startDate",
  due_date: "dueDate",
  progress: "progress",
  estimate_minutes: "estimateMinutes",
} as const;
type Fact = keyof typeof columns;

const links = { users: "user_ids", groups: "group_ids", tags: "tag_ids", blockers: "blocker_ids" } as const;

/** What must fit the project at the moment of the commit, and not only at that of the check. */
const leansOnProject = ["start_date", "due_date", "users", "groups", "tags", "blockers"] as const;

/**
 * Changes the fields that are sent; what is sent as it already is changes nothing and says nothing. A new column moves
 * the task as well, to its end.
 * @throws Problem 404, 403, 409 (archived; the same field changed by someone else since `version`), 422.
 */
export async function updateTask(tx: Tx, actor: Actor, id: number, input: Input): Promise<BoardTask> {
  if (leansOnProject.some((field) => input[field] !== undefined)) await tx.one(holdProjectOfTask, [id]);
  const column = input.task_status_id ? await tx.one<LockedColumn>(lockColumn, [input.task_status_id]) : undefined;
  const task = await lockedTask(tx, actor, id);
  authorizeInput(actor, task, input);
  if (task.archived) throw new Problem("task.archived", { record: await presentCard(tx, task) });
  if (input.task_status_id && column?.projectId !== task.projectId) throw invalid("task_status_id", "field.unknown");

  const before = await presentCard(tx, task);
  const stored = await tx.repo(TaskEntity).findOne({ id });
  const change = changedFields(input, { ...before, description: stored?.description ?? null });
  const touched = Object.keys(change);
  await refuseStale(tx, task, input.version, touched);
  requireDates(task, change, before);
  await requireLinks(tx, task.projectId, {
    users: change.user_ids,
    groups: change.group_ids,
    tags: change.tag_ids,
    blockers: change.blocker_ids,
  });
  if (change.blocker_ids) await requireNoCycle(tx, task, change.blocker_ids);

  if (touched.length > 0) await write(tx, task, change, { ...before, description: stored?.description ?? null });
  if (column && column.id !== task.columnId) {
    const place = await placeIn(tx, column.id, null, null, id);
    await put(tx, afterWrite(task, change), column, place);
  }
  return presentCard(tx, task);
}

function authorizeInput(actor: Actor, task: TaskRow, input: Input): void {
  const { task_status_id, version, ...rest } = input;
  if (Object.values(rest).some((value) => value !== undefined) || !task_status_id) authorizeTask(actor, "edit", task);
  if (task_status_id) authorizeTask(actor, "move", task);
}

/** What differs from the task as it is, under the names that events use. */
function changedFields(input: Input, before: BoardTask & { description: string | null }): TaskChange {
  const change: Record<string, unknown> = {};
  for (const field of Object.keys(columns) as Fact[]) {
    if (input[field] === undefined) continue;
    const value = field === "description" ? cleanDescription(input.description) : input[field];
    if (value !== before[field]) change[field] = value;
  }
  for (const [field, name] of Object.entries(links) as [keyof typeof links, (typeof links)[keyof typeof links]][]) {
    if (input[field] === undefined) continue;
    const ids = [...new Set(input[field])].sort((a, b) => a - b);
    if (ids.join() !== before[name].join()) change[name] = ids;
  }
  return change as TaskChange;
}

/** The task as the move finds it once the change is written. */
function afterWrite(task: TaskRow, { title = task.title, progress = task.progress, ...rest }: TaskChange): TaskRow {
  const changed = title !== task.title || progress !== task.progress || Object.keys(rest).length > 0;
  return changed ? { ...task, title, progress, version: task.version + 1 } : task;
}

/** Both dates count even when only one is sent: together they must be in order. */
function requireDates(task: TaskRow, change: TaskChange, before: BoardTask): void {
  const start = change.start_date === undefined ? before.start_date : change.start_date;
  const due = change.due_date === undefined ? before.due_date : change.due_date;
  if (start && due && start > due) {
    throw invalid(change.due_date === undefined ? "start_date" : "due_date", "field.endBeforeStart");
  }
  requireInsideTimeline(
    { start: task.projectStart, end: task.projectEnd },
    { start_date: change.start_date, due_date: change.due_date },
  );
}

async function write(
  tx: Tx,
  task: TaskRow,
  change: TaskChange,
  old: BoardTask & { description: string | null },
): Promise<void> {
  const { user_ids, group_ids, tag_ids, blocker_ids, ...facts } = change;
  const row = Object.fromEntries(Object.entries(facts).map(([field, value]) => [columns[field as Fact], value]));
  const version = task.version + 1;
  const byHand = facts.progress === undefined ? {} : { progressByHand: true };
  await tx.repo(TaskEntity).update({ id: task.id }, { ...row, ...byHand, version, updatedAt: () => "now()" });
  await setLinks(tx, task, { users: user_ids, groups: group_ids, tags: tag_ids, blockers: blocker_ids });
  const before = Object.fromEntries(Object.keys(change).map((field) => [field, old[field as keyof typeof old]]));
  const newPeople = (user_ids ?? []).filter((id) => !old.user_ids.includes(id));
  tx.emit("task.updated", projectStream(task.projectId), {
    id: task.id,
    project_id: task.projectId,
    key: task.key,
    version,
    ...change,
    before,
    ...(newPeople.length > 0 ? { users: await peopleByIds(tx, newPeople) } : {}),
  });
}
