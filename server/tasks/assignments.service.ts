import { projectStream } from "../../shared/kernel/events";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { handOverSubtasks, unassignSubtasks } from "../subtasks/subtasks.leaving.service";

interface AssignedTask {
  id: number;
  key: string;
  version: number;
  user_ids: number[];
  group_ids: number[];
}

/** Tasks of project $1 that people $2 or groups $3 are assigned to. */
const ofLeaving = `
     SELECT task_id FROM task_user WHERE tenant_id = current_tenant() AND project_id = $1 AND user_id = ANY($2)
     UNION SELECT task_id FROM task_group WHERE tenant_id = current_tenant() AND project_id = $1 AND group_id = ANY($3)`;

const assigned = sql(
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
// Nobody's board shows them: whoever brings one back is told all of it. An archive has no end, and each has up to two hundred people.
const bumpArchived = sql(
  "assignments.bumpArchived",
  `UPDATE task SET version = version + 1, updated_at = now()
   WHERE tenant_id = current_tenant() AND project_id = $1 AND archived_at IS NOT NULL AND id IN (${ofLeaving})`,
);
const dropUsers = sql(
  "assignments.dropUsers",
  `DELETE FROM task_user WHERE tenant_id = current_tenant() AND project_id = $1 AND user_id = ANY($2)`,
);
const dropGroups = sql(
  "assignments.dropGroups",
  `DELETE FROM task_group WHERE tenant_id = current_tenant() AND project_id = $1 AND group_id = ANY($2)`,
);
const bump = sql(
  "assignments.bump",
  `UPDATE task SET version = version + 1, updated_at = now() WHERE tenant_id = current_tenant() AND id = ANY($1)`,
);

// Told by what follows: whoever is removed from the project watches nothing in it any more.
const stopWatching = sql(
  "assignments.stopWatching",
  `DELETE FROM task_watcher w USING task t WHERE w.tenant_id = current_tenant() AND w.user_id = ANY($2)
     AND t.tenant_id = w.tenant_id AND t.id = w.task_id AND t.project_id = $1`,
);

/**
 * Takes people and groups who are leaving a project off its tasks: nobody is responsible for what they can't see.
 * The project's row must be locked, so that nobody is assigned meanwhile.
 */
export async function unassign(
  tx: Tx,
  projectId: number,
  leaving: { users: readonly number[]; groups: readonly number[] },
): Promise<void> {
  if (leaving.users.length === 0 && leaving.groups.length === 0) return;
  await tx.rows(stopWatching, [projectId, leaving.users]);
  await unassignSubtasks(tx, projectId, leaving.users);
  const tasks = await tx.rows<AssignedTask>(assigned, [projectId, leaving.users, leaving.groups]);
  await tx.rows(bumpArchived, [projectId, leaving.users, leaving.groups]);
  await tx.rows(dropUsers, [projectId, leaving.users]);
  await tx.rows(dropGroups, [projectId, leaving.groups]);
  if (tasks.length > 0) await tx.rows(bump, [tasks.map((task) => task.id)]);
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

const openOf = sql(
  "assignments.openOf",
  `SELECT t.id, p.code || '-' || t.number AS key, t.version,
     ARRAY(SELECT user_id FROM task_user x WHERE x.tenant_id = t.tenant_id AND x.project_id = t.project_id
           AND x.task_id = t.id ORDER BY user_id) AS user_ids
   FROM task t JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id
   JOIN task_status s ON s.tenant_id = t.tenant_id AND s.id = t.task_status_id AND s.kind <> 'done'
   WHERE t.tenant_id = current_tenant() AND t.project_id = $1 AND t.archived_at IS NULL AND t.id IN (
     SELECT task_id FROM task_user WHERE tenant_id = current_tenant() AND project_id = $1 AND user_id = $2)
   ORDER BY t.id FOR NO KEY UPDATE OF t`,
);
const lockProject = sql(
  "assignments.lockProject",
  "SELECT id FROM project WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE",
);
const takeOver = sql(
  "assignments.takeOver",
  `WITH gone AS (DELETE FROM task_user WHERE tenant_id = current_tenant() AND project_id = $1 AND user_id = $2 AND task_id = ANY($4))
   INSERT INTO task_user (tenant_id, project_id, task_id, user_id)
   SELECT current_tenant(), $1, id, $3 FROM unnest($4::bigint[]) AS tasks (id) ON CONFLICT DO NOTHING`,
);

/**
 * Whatever is open of somebody in a project is somebody else's from now on, who must be in it. What is done stays theirs.
 */
export async function handOverTasks(tx: Tx, projectId: number, from: number, to: number): Promise<void> {
  await tx.rows(lockProject, [projectId]);
  await handOverSubtasks(tx, projectId, from, to);
  const tasks = await tx.rows<Omit<AssignedTask, "group_ids">>(openOf, [projectId, from]);
  if (tasks.length === 0) return;
  const ids = tasks.map((task) => task.id);
  await tx.rows(takeOver, [projectId, from, to, ids]);
  await tx.rows(bump, [ids]);
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
