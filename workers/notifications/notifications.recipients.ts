import { sql, type Tx } from "../../server/platform/unit-of-work";

const peopleOfGroups = sql(
  "notify.peopleOfGroups",
  `SELECT DISTINCT user_id FROM user_group_member WHERE tenant_id = current_tenant() AND group_id = ANY($1)`,
);

/** People and the people of groups, each once. */
export async function peopleOf(tx: Tx, userIds: readonly number[], groupIds: readonly number[]): Promise<number[]> {
  const ofGroups = groupIds.length === 0 ? [] : await tx.rows<{ user_id: number }>(peopleOfGroups, [[...groupIds]]);
  return [...new Set([...userIds, ...ofGroups.map((row) => row.user_id)])];
}

const concerned = sql(
  "notify.concerned",
  `SELECT user_id FROM task_user WHERE tenant_id = current_tenant() AND task_id = $1
   UNION
   SELECT m.user_id FROM task_group g
     JOIN user_group_member m ON m.tenant_id = g.tenant_id AND m.group_id = g.group_id
     WHERE g.tenant_id = current_tenant() AND g.task_id = $1
   UNION
   SELECT reporter_id FROM task WHERE tenant_id = current_tenant() AND id = $1 AND reporter_id IS NOT NULL
   UNION
   SELECT author_id FROM comment WHERE tenant_id = current_tenant() AND task_id = $1 AND id < $2 AND deleted_at IS NULL`,
);

/** Who follows what is said about a task: those assigned, its reporter, and whoever said something before. */
export async function concernedBy(tx: Tx, taskId: number, commentId: number): Promise<number[]> {
  return (await tx.rows<{ user_id: number }>(concerned, [taskId, commentId])).map((row) => row.user_id);
}

const presentTask = sql(
  "notify.task",
  `SELECT t.title, t.user_ids, t.group_ids FROM (
     SELECT title,
       ARRAY(SELECT user_id FROM task_user u WHERE u.tenant_id = t.tenant_id AND u.project_id = t.project_id AND u.task_id = t.id) AS user_ids,
       ARRAY(SELECT group_id FROM task_group g WHERE g.tenant_id = t.tenant_id AND g.project_id = t.project_id AND g.task_id = t.id) AS group_ids
     FROM task t WHERE t.tenant_id = current_tenant() AND t.id = $1) AS t`,
);

export interface PresentTask {
  title: string;
  user_ids: number[];
  group_ids: number[];
}

/** The task as it is now, or undefined: it may be gone by the time somebody is told. */
export function taskNow(tx: Tx, taskId: number): Promise<PresentTask | undefined> {
  return tx.one<PresentTask>(presentTask, [taskId]);
}

const presentComment = sql(
  "notify.comment",
  `SELECT 1 AS there FROM comment WHERE tenant_id = current_tenant() AND id = $1 AND deleted_at IS NULL`,
);

/** Whether a comment hasn't been deleted since. */
export async function commentIsThere(tx: Tx, commentId: number): Promise<boolean> {
  return (await tx.one(presentComment, [commentId])) !== undefined;
}
