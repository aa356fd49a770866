import type { ProjectPermission, ProjectRole } from "../../../shared/kernel/permissions";
import { Problem } from "../../../shared/kernel/problems";
import { sql, type StatementFor, type Tx } from "../../platform/database/unit-of-work";
import { authorizeInProject, effectiveRole, mayInProject, type Viewer } from "./projects.policy";

export interface TaskRow {
  id: number;
  projectId: number;
  columnId: number;
  columnKind: "todo" | "doing" | "done";
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
  /** Whether the caller is assigned, directly or by a group. */
  assigned: boolean;
}

export type TaskAction = "create" | "edit" | "move" | "delete" | "comment" | "attach" | "tag" | "log";

const permissionFor: Record<TaskAction, ProjectPermission> = {
  create: "task-create",
  edit: "task-edit",
  move: "task-move",
  delete: "task-delete",
  comment: "comment-create",
  attach: "attachment-create",
  tag: "tag-edit",
  log: "time-entry-create",
};

const accessOf = (task: TaskRow) => ({ role: task.role, archived: task.projectArchived, assigned: task.assigned });

export function mayActOnTask(viewer: Viewer, verb: TaskAction, task: TaskRow): boolean {
  return mayInProject(viewer, permissionFor[verb], accessOf(task));
}

export function authorizeTask(viewer: Viewer, verb: TaskAction, task: TaskRow): void {
  authorizeInProject(viewer, permissionFor[verb], accessOf(task));
}

/** SQL condition: task `t` is assigned to the user, directly or by a group. */
export const assignedCondition = (person: string) => `(
  EXISTS (SELECT FROM task_user x WHERE x.tenant_id = t.tenant_id AND x.project_id = t.project_id AND x.task_id = t.id
          AND x.user_id = ${person})
  OR EXISTS (SELECT FROM task_group x
             JOIN user_group_member m ON m.tenant_id = x.tenant_id AND m.group_id = x.group_id AND m.user_id = ${person}
             WHERE x.tenant_id = t.tenant_id AND x.project_id = t.project_id AND x.task_id = t.id))`;

/** SELECT statement for the ids of the tasks assigned to the user, by the same rule as `assignedCondition`. */
export const assignedTaskIds = (person: string) => `SELECT x.task_id FROM task_user x
  WHERE x.tenant_id = current_tenant() AND x.user_id = ${person}
  UNION SELECT x.task_id FROM user_group_member m JOIN task_group x ON x.tenant_id = m.tenant_id AND x.group_id = m.group_id
  WHERE m.tenant_id = current_tenant() AND m.user_id = ${person}`;

/**
 * SELECT statement for the users to whom tasks are assigned, directly or through a group, each once per task. `condition` restricts the
 * assignments `x`.
 */
export const taskAssignees = (condition: string) => `SELECT x.task_id, x.user_id FROM task_user x
  WHERE x.tenant_id = current_tenant() AND ${condition}
  UNION SELECT x.task_id, m.user_id FROM task_group x
  JOIN user_group_member m ON m.tenant_id = x.tenant_id AND m.group_id = x.group_id
  WHERE x.tenant_id = current_tenant() AND ${condition}`;

/**
 * Tasks with their project and the user's role in it. $1 task or tasks, $2 user. The column isn't joined, because a task that is moved
 * while this statement waits for the lock would be joined with its old column, and no row would be returned.
 */
const withAccess = (idCondition: string, person = "$2") => `
  SELECT t.id, t.project_id AS "projectId", t.task_status_id AS "columnId", t.title, t.rank, t.version, t.progress,
         p.code || '-' || t.number AS key, t.archived_at IS NOT NULL AS archived,
         t.subtask_count, t.subtask_done_count, t.progress_by_hand AS "progressByHand", t.reporter_id AS "reporterId",
         t.start_date AS "startDate", t.due_date AS "dueDate",
         p.title AS "projectTitle", p.code AS "projectCode", p.color AS "projectColor",
         p.start_date AS "projectStart", p.end_date AS "projectEnd", p.archived_at IS NOT NULL AS "projectArchived",
         COALESCE((SELECT c.kind FROM task_status c
                   WHERE c.tenant_id = current_tenant() AND c.id = t.task_status_id), 'doing') AS "columnKind",
         (SELECT a.role FROM project_access a
          WHERE a.tenant_id = current_tenant() AND a.project_id = t.project_id AND a.user_id = ${person}) AS role,
         ${assignedCondition(person)} AS assigned
  FROM task t
  JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id
  WHERE t.tenant_id = current_tenant() AND t.id ${idCondition}`;

const findTask = sql("tasks.find", withAccess("= $1"));
// Uses FOR UPDATE, because column and rank are part of a unique constraint and changing them requires the full lock. Taking a weaker lock
// first would deadlock with the insertion of a comment, which locks the task by its foreign key before updating the count on the card.
const lockTask = sql("tasks.lock", `${withAccess("= $1")} FOR UPDATE OF t`);
/** FOR KEY SHARE allows changes of the task, but neither its deletion nor its move to another project. */
const shareLockTask = sql("tasks.hold", `${withAccess("= $1")} FOR KEY SHARE OF t`);
/**
 * Locks tasks in the order of their ids to avoid deadlocks. $1 JSON object with the user for each task. An array's length would be part of
 * the plan, so each run would be planned.
 */
const lockTasks = sql(
  "tasks.lockAll",
  `${withAccess("= ANY(ARRAY(SELECT jsonb_object_keys($1::jsonb)::bigint))", "($1::jsonb->>t.id::text)::bigint")}
   ORDER BY t.id FOR UPDATE OF t`,
);

/** @throws Problem 404 when the task doesn't exist or isn't visible. */
export const loadVisibleTask = (tx: Tx, viewer: Viewer, id: number): Promise<TaskRow> => read(tx, findTask, viewer, id);

export const loadLockedTask = (tx: Tx, viewer: Viewer, id: number): Promise<TaskRow> => read(tx, lockTask, viewer, id);

/**
 * Like `loadVisibleTask`, for additions that are emitted on the project's stream. Locks the task, so that it stays in its project until the
 * commit.
 */
export const loadShareLockedTask = (tx: Tx, viewer: Viewer, id: number): Promise<TaskRow> =>
  read(tx, shareLockTask, viewer, id);

/**
 * Loads several tasks, each for a user, and locks them in the order of their ids.
 * @throws Problem 404 when a task isn't visible to its user.
 */
export async function loadLockedTasks(tx: Tx, viewers: ReadonlyMap<number, Viewer>): Promise<Map<number, TaskRow>> {
  const ids = [...viewers.keys()];
  const userIds = JSON.stringify(Object.fromEntries([...viewers].map(([id, viewer]) => [id, viewer.id])));
  const ask = () => tx.rows<FoundRow>(lockTasks, [userIds]);
  let rows = await ask();
  if (rows.length < ids.length) rows = await ask();
  if (rows.length < ids.length) throw new Problem("notFound");
  return new Map(rows.map((row) => [row.id, requireVisible(viewers.get(row.id) as Viewer, row)]));
}

type FoundRow = Omit<TaskRow, "role"> & { role: ProjectRole | null };

async function read(tx: Tx, statement: StatementFor<FoundRow>, viewer: Viewer, id: number): Promise<TaskRow> {
  const ask = () => tx.one<FoundRow>(statement, [id, viewer.id]);
  // Retried once. If the task moves to another project while the statement waits for the lock, the new row is joined with the old project
  // and no row is returned.
  return requireVisible(viewer, (await ask()) ?? (statement === findTask ? undefined : await ask()));
}

function requireVisible(viewer: Viewer, row: FoundRow | undefined): TaskRow {
  const role = row ? effectiveRole(viewer, row.role) : null;
  if (!row || role === null) throw new Problem("notFound");
  return { ...row, role };
}
