import { projectStream } from "../../shared/kernel/events";
import type { Subtask } from "../../shared/subtasks/subtasks.contract";
import type { TaskTally } from "../../shared/subtasks/subtasks.events";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { subtaskColumns } from "./subtasks.present";

interface Assigned extends Subtask {
  project_id: number;
  key: string;
  title: string;
  task: TaskTally;
}

// The tasks first: whoever changes a subtask holds its task.
const lockTasks = sql(
  "subtasks.leaving.lock",
  `SELECT t.id FROM task t WHERE t.tenant_id = current_tenant() AND t.project_id = $1 AND EXISTS (
     SELECT FROM subtask s WHERE s.tenant_id = t.tenant_id AND s.task_id = t.id AND s.assignee_id = ANY($2))
   ORDER BY t.id FOR UPDATE OF t`,
);
const assignedTo = sql(
  "subtasks.leaving.of",
  `SELECT ${subtaskColumns}, t.project_id, p.code || '-' || t.number AS key, t.title, json_build_object(
     'progress', t.progress, 'version', t.version, 'subtask_count', t.subtask_count,
     'subtask_done_count', t.subtask_done_count) AS task
   FROM subtask s JOIN task t ON t.tenant_id = s.tenant_id AND t.id = s.task_id
     JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id
   WHERE s.tenant_id = current_tenant() AND t.id = ANY($1) AND s.assignee_id = ANY($2) ORDER BY s.id`,
);
const unassign = sql(
  "subtasks.leaving.unassign",
  "UPDATE subtask SET assignee_id = NULL, version = version + 1 WHERE tenant_id = current_tenant() AND id = ANY($1)",
);

/** Takes people who are leaving a project off its subtasks. The project's row must be locked. */
export async function unassignSubtasks(tx: Tx, projectId: number, users: readonly number[]): Promise<void> {
  if (users.length === 0) return;
  const tasks = await tx.rows<{ id: number }>(lockTasks, [projectId, users]);
  if (tasks.length === 0) return;
  const subtasks = await tx.rows<Assigned>(assignedTo, [tasks.map((task) => task.id), users]);
  await tx.rows(unassign, [subtasks.map((subtask) => subtask.id)]);
  for (const subtask of subtasks) {
    const { assignee, version, ...rest } = subtask;
    const now = { ...rest, assignee: null, version: version + 1 };
    tx.emit("subtask.updated", projectStream(projectId), { ...now, before: { assignee } });
  }
}

const openOf = sql(
  "subtasks.leaving.open",
  `SELECT ${subtaskColumns}, t.project_id, p.code || '-' || t.number AS key, t.title, json_build_object(
     'progress', t.progress, 'version', t.version, 'subtask_count', t.subtask_count,
     'subtask_done_count', t.subtask_done_count) AS task
   FROM subtask s JOIN task t ON t.tenant_id = s.tenant_id AND t.id = s.task_id
     JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id
   WHERE s.tenant_id = current_tenant() AND t.project_id = $1 AND s.assignee_id = $2 AND NOT s.completed
     AND t.archived_at IS NULL ORDER BY s.id`,
);
const giveTo = sql(
  "subtasks.leaving.give",
  "UPDATE subtask SET assignee_id = $2, version = version + 1 WHERE tenant_id = current_tenant() AND id = ANY($1)",
);
const nameOf = sql(
  "subtasks.leaving.name",
  "SELECT id, fullname, image FROM app_user WHERE tenant_id = current_tenant() AND id = $1",
);

/** Open subtasks of somebody are somebody else's from now on. The project's row must be locked. */
export async function handOverSubtasks(tx: Tx, projectId: number, from: number, to: number): Promise<void> {
  await tx.rows(lockTasks, [projectId, [from]]);
  const subtasks = await tx.rows<Assigned>(openOf, [projectId, from]);
  if (subtasks.length === 0) return;
  const taker = await tx.one<NonNullable<Subtask["assignee"]>>(nameOf, [to]);
  if (!taker) return;
  await tx.rows(giveTo, [subtasks.map((subtask) => subtask.id), to]);
  for (const subtask of subtasks) {
    const { assignee, version, ...rest } = subtask;
    const now = { ...rest, assignee: taker, version: version + 1 };
    tx.emit("subtask.updated", projectStream(projectId), { ...now, before: { assignee } });
  }
}
