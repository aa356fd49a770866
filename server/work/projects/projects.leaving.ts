import { openTaskCondition } from "../access/open-task";
import { type Actor as Person, projectStream } from "../../../shared/kernel/events";
import { personJson } from "../../platform/database/person-json";
import { sql, type Tx } from "../../platform/database/unit-of-work";

interface AssignedTask {
  id: number;
  key: string;
  version: number;
  user_ids: number[];
  group_ids: number[];
}

const ofLeaving = `
     SELECT task_id FROM task_user WHERE tenant_id = current_tenant() AND project_id = $1 AND user_id = ANY($2)
     UNION SELECT task_id FROM task_group WHERE tenant_id = current_tenant() AND project_id = $1 AND group_id = ANY($3)`;

const lockAssignedTasks = sql(
  "assignments.of",
  `SELECT t.id, p.code || '-' || t.number AS key, t.version,
     ARRAY(SELECT user_id FROM task_user x WHERE x.tenant_id = t.tenant_id AND x.project_id = t.project_id
           AND x.task_id = t.id ORDER BY user_id) AS user_ids,
     ARRAY(SELECT group_id FROM task_group x WHERE x.tenant_id = t.tenant_id AND x.project_id = t.project_id
           AND x.task_id = t.id ORDER BY group_id) AS group_ids
   FROM task t JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id
   WHERE t.tenant_id = current_tenant() AND t.project_id = $1 AND t.archived_at IS NULL AND t.id IN (${ofLeaving})
   ORDER BY t.id FOR NO KEY UPDATE OF t`,
);
// Increments the version of archived tasks without events, because they are on no board and are read completely when restored. The number
// of archived tasks is unlimited and each may have two hundred assignees, which would be too many events.
const updateArchivedVersions = sql(
  "assignments.bumpArchived",
  `UPDATE task SET version = version + 1, updated_at = now()
   WHERE tenant_id = current_tenant() AND project_id = $1 AND archived_at IS NOT NULL AND id IN (${ofLeaving})`,
);
const deleteTaskUsers = sql(
  "assignments.dropUsers",
  `DELETE FROM task_user WHERE tenant_id = current_tenant() AND project_id = $1 AND user_id = ANY($2)`,
);
const deleteTaskGroups = sql(
  "assignments.dropGroups",
  `DELETE FROM task_group WHERE tenant_id = current_tenant() AND project_id = $1 AND group_id = ANY($2)`,
);
const updateTaskVersions = sql(
  "assignments.bump",
  `UPDATE task SET version = version + 1, updated_at = now() WHERE tenant_id = current_tenant() AND id = ANY($1)`,
);

// Emits no event, because the event of the removal from the project implies it.
const deleteWatchers = sql(
  "assignments.stopWatching",
  `DELETE FROM task_watcher w USING task t WHERE w.tenant_id = current_tenant() AND w.user_id = ANY($2)
     AND t.tenant_id = w.tenant_id AND t.id = w.task_id AND t.project_id = $1`,
);

/**
 * Unassigns users and groups who are leaving a project from its tasks, because assignees must be able to see their tasks. The project's row
 * must be locked to prevent new assignments.
 */
export async function unassignTasks(
  tx: Tx,
  projectId: number,
  leaving: { users: readonly number[]; groups: readonly number[] },
): Promise<void> {
  if (leaving.users.length === 0 && leaving.groups.length === 0) return;
  await tx.rows(deleteWatchers, [projectId, leaving.users]);
  await unassignSubtasks(tx, projectId, leaving.users);
  const tasks = await tx.rows<AssignedTask>(lockAssignedTasks, [projectId, leaving.users, leaving.groups]);
  await tx.rows(updateArchivedVersions, [projectId, leaving.users, leaving.groups]);
  await tx.rows(deleteTaskUsers, [projectId, leaving.users]);
  await tx.rows(deleteTaskGroups, [projectId, leaving.groups]);
  if (tasks.length > 0) await tx.rows(updateTaskVersions, [tasks.map((task) => task.id)]);
  const [users, groups] = [new Set(leaving.users), new Set(leaving.groups)];
  for (const { id, key, version, ...before } of tasks) {
    const user_ids = before.user_ids.filter((user) => !users.has(user));
    const group_ids = before.group_ids.filter((group) => !groups.has(group));
    const usersLeft = user_ids.length < before.user_ids.length;
    const groupsLeft = group_ids.length < before.group_ids.length;
    tx.emit("task.updated", projectStream(projectId), {
      id,
      project_id: projectId,
      key,
      version: version + 1,
      ...(usersLeft ? { user_ids } : {}),
      ...(groupsLeft ? { group_ids } : {}),
      before: {
        ...(usersLeft ? { user_ids: before.user_ids } : {}),
        ...(groupsLeft ? { group_ids: before.group_ids } : {}),
      },
    });
  }
}

const lockOpenTasks = sql(
  "assignments.openOf",
  `SELECT t.id, p.code || '-' || t.number AS key, t.version,
     ARRAY(SELECT user_id FROM task_user x WHERE x.tenant_id = t.tenant_id AND x.project_id = t.project_id
           AND x.task_id = t.id ORDER BY user_id) AS user_ids
   FROM task t JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id
   JOIN task_status s ON s.tenant_id = t.tenant_id AND s.id = t.task_status_id AND ${openTaskCondition()}
   WHERE t.tenant_id = current_tenant() AND t.project_id = $1 AND t.archived_at IS NULL AND t.id IN (
     SELECT task_id FROM task_user WHERE tenant_id = current_tenant() AND project_id = $1 AND user_id = $2)
   ORDER BY t.id FOR NO KEY UPDATE OF t`,
);
const lockProject = sql(
  "assignments.lockProject",
  "SELECT id FROM project WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE",
);
const insertTakenAssignments = sql(
  "assignments.takeOver",
  `WITH gone AS (DELETE FROM task_user WHERE tenant_id = current_tenant() AND project_id = $1 AND user_id = $2 AND task_id = ANY($4))
   INSERT INTO task_user (tenant_id, project_id, task_id, user_id)
   SELECT current_tenant(), $1, id, $3 FROM unnest($4::bigint[]) AS tasks (id) ON CONFLICT DO NOTHING`,
);

/** Reassigns a user's open tasks in a project to another member. Assignments of completed tasks are kept. */
export async function handOverTasks(tx: Tx, projectId: number, from: number, to: number): Promise<void> {
  await tx.rows(lockProject, [projectId]);
  await handOverSubtasks(tx, projectId, from, to);
  const tasks = await tx.rows<Omit<AssignedTask, "group_ids">>(lockOpenTasks, [projectId, from]);
  if (tasks.length === 0) return;
  const ids = tasks.map((task) => task.id);
  await tx.rows(insertTakenAssignments, [projectId, from, to, ids]);
  await tx.rows(updateTaskVersions, [ids]);
  for (const { id, key, version, user_ids: before } of tasks) {
    const user_ids = [...new Set([...before.filter((user) => user !== from), to])].toSorted((a, b) => a - b);
    tx.emit("task.updated", projectStream(projectId), {
      id,
      project_id: projectId,
      key,
      version: version + 1,
      user_ids,
      before: { user_ids: before },
    });
  }
}

/** Subtask columns with the names of the API. `s` is the subtask. */
export const subtaskColumns = `s.id, s.task_id, s.name, s.completed::int AS completed, s.due_date::text AS due_date, s.version,
  (SELECT ${personJson("u")} FROM app_user u
   WHERE u.tenant_id = s.tenant_id AND u.id = s.assignee_id) AS assignee`;

interface AssignedSubtask {
  id: number;
  task_id: number;
  name: string;
  completed: number;
  due_date: string | null;
  version: number;
  assignee: Person | null;
  project_id: number;
  key: string;
  title: string;
  task: { progress: number; version: number; subtask_count: number; subtask_done_count: number };
}

const selectSubtasks = `SELECT ${subtaskColumns}, t.project_id, p.code || '-' || t.number AS key, t.title, json_build_object(
     'progress', t.progress, 'version', t.version, 'subtask_count', t.subtask_count,
     'subtask_done_count', t.subtask_done_count) AS task
   FROM subtask s JOIN task t ON t.tenant_id = s.tenant_id AND t.id = s.task_id
     JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id`;

// Locks the tasks before their subtasks, because all changes of subtasks lock the task first.
const lockTasksOfSubtasks = sql(
  "subtasks.leaving.lock",
  `SELECT t.id FROM task t WHERE t.tenant_id = current_tenant() AND t.project_id = $1 AND EXISTS (
     SELECT FROM subtask s WHERE s.tenant_id = t.tenant_id AND s.task_id = t.id AND s.assignee_id = ANY($2))
   ORDER BY t.id FOR UPDATE OF t`,
);
const selectAssignedSubtasks = sql(
  "subtasks.leaving.of",
  `${selectSubtasks} WHERE s.tenant_id = current_tenant() AND t.id = ANY($1) AND s.assignee_id = ANY($2) ORDER BY s.id`,
);
const updateAssigneesToNull = sql(
  "subtasks.leaving.unassign",
  "UPDATE subtask SET assignee_id = NULL, version = version + 1 WHERE tenant_id = current_tenant() AND id = ANY($1)",
);

/** Unassigns users who are leaving a project from its subtasks. The project's row must be locked. */
async function unassignSubtasks(tx: Tx, projectId: number, users: readonly number[]): Promise<void> {
  if (users.length === 0) return;
  const tasks = await tx.rows<{ id: number }>(lockTasksOfSubtasks, [projectId, users]);
  if (tasks.length === 0) return;
  const subtasks = await tx.rows<AssignedSubtask>(selectAssignedSubtasks, [tasks.map((task) => task.id), users]);
  await tx.rows(updateAssigneesToNull, [subtasks.map((subtask) => subtask.id)]);
  for (const subtask of subtasks) {
    const { assignee, version, ...rest } = subtask;
    const now = { ...rest, assignee: null, version: version + 1 };
    tx.emit("subtask.updated", projectStream(projectId), { ...now, before: { assignee } });
  }
}

const selectOpenSubtasks = sql(
  "subtasks.leaving.open",
  `${selectSubtasks} WHERE s.tenant_id = current_tenant() AND t.project_id = $1 AND s.assignee_id = $2 AND NOT s.completed
     AND t.archived_at IS NULL ORDER BY s.id`,
);
const updateAssignees = sql(
  "subtasks.leaving.give",
  "UPDATE subtask SET assignee_id = $2, version = version + 1 WHERE tenant_id = current_tenant() AND id = ANY($1)",
);
const selectPerson = sql(
  "subtasks.leaving.name",
  "SELECT id, fullname, image FROM app_user WHERE tenant_id = current_tenant() AND id = $1",
);

/** Reassigns a user's open subtasks to another user. The project's row must be locked. */
async function handOverSubtasks(tx: Tx, projectId: number, from: number, to: number): Promise<void> {
  await tx.rows(lockTasksOfSubtasks, [projectId, [from]]);
  const subtasks = await tx.rows<AssignedSubtask>(selectOpenSubtasks, [projectId, from]);
  if (subtasks.length === 0) return;
  const taker = await tx.one<Person>(selectPerson, [to]);
  if (!taker) return;
  await tx.rows(updateAssignees, [subtasks.map((subtask) => subtask.id), to]);
  for (const subtask of subtasks) {
    const { assignee, version, ...rest } = subtask;
    const now = { ...rest, assignee: taker, version: version + 1 };
    tx.emit("subtask.updated", projectStream(projectId), { ...now, before: { assignee } });
  }
}
