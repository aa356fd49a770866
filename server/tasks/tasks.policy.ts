import type { ProjectPermission, ProjectRole } from "../../shared/kernel/permissions";
import { Problem } from "../../shared/kernel/problems";
import type { ColumnKind } from "../../shared/tasks/tasks.schema";
import type { Statement, Tx } from "../platform/database/unit-of-work";
import { authorize, effectiveRole, may, type Viewer } from "../projects/projects.policy";
import { findTask, findTaskAhead, holdTask, lockTask, lockTasks } from "./tasks.sql";
import { awaitedLater } from "../platform/awaited-later";

/** A task as policies and services see it: with its project, and the role that the asking person has in that. */
export interface TaskRow {
  id: number;
  projectId: number;
  columnId: number;
  columnKind: ColumnKind;
  title: string;
  rank: string;
  version: number;
  progress: number;
  progressByHand: boolean;
  key: string;
  archived: boolean;
  subtask_count: number;
  subtask_done_count: number;
  reporterId: number | null;
  startDate: string | null;
  dueDate: string | null;
  projectTitle: string;
  projectCode: string;
  projectColor: string;
  projectStart: string | null;
  projectEnd: string | null;
  projectArchived: boolean;
  role: ProjectRole;
  /** Whether the asking person is assigned, by name or by group. */
  assigned: boolean;
}

export type TaskVerb = "create" | "edit" | "move" | "delete" | "comment" | "attach" | "tag" | "log";

const permissionFor: Record<TaskVerb, ProjectPermission> = {
  create: "task-create",
  edit: "task-edit",
  move: "task-move",
  delete: "task-delete",
  comment: "comment-create",
  attach: "attachment-create",
  tag: "tag-edit",
  log: "time-entry-create",
};

const standing = (task: TaskRow) => ({ role: task.role, archived: task.projectArchived, assigned: task.assigned });

export function mayOnTask(viewer: Viewer, verb: TaskVerb, task: TaskRow): boolean {
  return may(viewer, permissionFor[verb], standing(task));
}

/** @throws Problem 403, or 409 when the project is archived. */
export function authorizeTask(viewer: Viewer, verb: TaskVerb, task: TaskRow): void {
  authorize(viewer, permissionFor[verb], standing(task));
}

/** @throws Problem 404 when the task doesn't exist or isn't theirs to see. */
export const visibleTask = (tx: Tx, viewer: Viewer, id: number): Promise<TaskRow> => read(tx, findTask, viewer, id);

/** The same for whoever the transaction acts for, asked before it is known who that is. */
export function taskAhead(tx: Tx, id: number): (viewer: Viewer) => Promise<TaskRow> {
  const asked = awaitedLater(tx.one<FoundRow>(findTaskAhead, [id]));
  return async (viewer) => seen(viewer, await asked);
}

/** The same, locked until the transaction ends. */
export const lockedTask = (tx: Tx, viewer: Viewer, id: number): Promise<TaskRow> => read(tx, lockTask, viewer, id);

/** The same for those who hang something on it and tell its project: it stays in that project until the commit. */
export const heldTask = (tx: Tx, viewer: Viewer, id: number): Promise<TaskRow> => read(tx, holdTask, viewer, id);

/** Several, locked in the order of their ids. @throws Problem 404 when one of them isn't theirs to see. */
export async function lockedTasks(tx: Tx, viewer: Viewer, ids: readonly number[]): Promise<Map<number, TaskRow>> {
  let rows = await tx.rows<FoundRow>(lockTasks, [ids, viewer.id]);
  if (rows.length < new Set(ids).size) rows = await tx.rows<FoundRow>(lockTasks, [ids, viewer.id]);
  const tasks = new Map(rows.map((row) => [row.id, seen(viewer, row)]));
  if (ids.some((id) => !tasks.has(id))) throw new Problem("notFound");
  return tasks;
}

type FoundRow = Omit<TaskRow, "role"> & { role: ProjectRole | null };

async function read(tx: Tx, statement: Statement, viewer: Viewer, id: number): Promise<TaskRow> {
  const ask = () => tx.one<FoundRow>(statement, [id, viewer.id]);
  // Whoever waited for the lock while it was moved to another project gets the new row joined with the old project: none.
  return seen(viewer, (await ask()) ?? (statement === findTask ? undefined : await ask()));
}

function seen(viewer: Viewer, row: FoundRow | undefined): TaskRow {
  const role = row ? effectiveRole(viewer, row.role) : null;
  if (!row || role === null) throw new Problem("notFound");
  return { ...row, role };
}
