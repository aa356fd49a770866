import { openTaskCondition } from "../../../server/work/access/open-task";
import type { NotificationRecipient } from "../../../server/communication/notifications/notify.service";
import { sql, type Tx } from "../../../server/platform/database/unit-of-work";
import type { NotificationReason } from "../../../shared/communication/notifications/notifications.kinds";

const selectGroupMembers = sql(
  "notify.peopleOfGroups",
  `SELECT DISTINCT user_id FROM user_group_member WHERE tenant_id = current_tenant() AND group_id = ANY($1)`,
);

export async function assigneesOf(
  tx: Tx,
  userIds: readonly number[],
  groupIds: readonly number[],
): Promise<NotificationRecipient[]> {
  const ofGroups = groupIds.length === 0 ? [] : await tx.rows<{ user_id: number }>(selectGroupMembers, [[...groupIds]]);
  return firstReason([
    ...recipientsFor(userIds, "assigned"),
    ...recipientsFor(
      ofGroups.map((row) => row.user_id),
      "group",
    ),
  ]);
}

export const recipientsFor = (ids: readonly number[], reason: NotificationReason | null): NotificationRecipient[] =>
  ids.map((id) => ({ id, reason }));

export const excludeItems = <Item extends { id: number } | number>(
  items: readonly Item[],
  excludedIds: readonly number[],
): Item[] => {
  const excluded = new Set(excludedIds);
  return items.filter((item) => !excluded.has(typeof item === "number" ? item : item.id));
};

function firstReason(people: readonly NotificationRecipient[]): NotificationRecipient[] {
  const first = new Map<number, NotificationRecipient>();
  for (const person of people) if (!first.has(person.id)) first.set(person.id, person);
  return [...first.values()];
}

const selectFollowers = sql(
  "notify.followers",
  `SELECT DISTINCT ON (user_id) user_id AS id, reason FROM (
     SELECT user_id, 'assigned' AS reason, 1 AS place FROM task_user WHERE tenant_id = current_tenant() AND task_id = $1
     UNION ALL
     SELECT m.user_id, 'group', 2 FROM task_group g
       JOIN user_group_member m ON m.tenant_id = g.tenant_id AND m.group_id = g.group_id
       WHERE g.tenant_id = current_tenant() AND g.task_id = $1
     UNION ALL
     SELECT reporter_id, 'reported', 3 FROM task
       WHERE tenant_id = current_tenant() AND id = $1 AND reporter_id IS NOT NULL
     UNION ALL
     SELECT user_id, 'watching', 4 FROM task_watcher WHERE tenant_id = current_tenant() AND task_id = $1
   ) AS ways ORDER BY user_id, place`,
);

export const followersOf = (tx: Tx, taskId: number): Promise<NotificationRecipient[]> =>
  tx.rows<NotificationRecipient>(selectFollowers, [taskId]);

/**
 * Maximum number of events read for a deleted task. The reporter is read from the task's first event, other recipients from its latest
 * events.
 */
export const maxScannedEvents = 1_000;

const selectLoggedPeople = sql(
  "notify.loggedPeople",
  `WITH log AS MATERIALIZED (
     SELECT id, type, actor_id, NULLIF(data->'user_ids', 'null') AS user_ids, NULLIF(data->'group_ids', 'null') AS group_ids
     FROM domain_event WHERE tenant_id = current_tenant() AND task_id = $1 AND id < $2 ORDER BY id DESC LIMIT ${maxScannedEvents}
   ), of_task AS MATERIALIZED (SELECT * FROM log WHERE type IN ('task.created', 'task.updated'))
   SELECT
     COALESCE((SELECT user_ids FROM of_task WHERE user_ids IS NOT NULL ORDER BY id DESC LIMIT 1), '[]') AS user_ids,
     COALESCE((SELECT group_ids FROM of_task WHERE group_ids IS NOT NULL ORDER BY id DESC LIMIT 1), '[]') AS group_ids,
     ARRAY(SELECT actor_id FROM (
       SELECT type, actor_id FROM domain_event WHERE tenant_id = current_tenant() AND task_id = $1 ORDER BY id LIMIT 1) AS first
       WHERE type = 'task.created' AND actor_id IS NOT NULL) AS reporter_ids,
     ARRAY(SELECT DISTINCT actor_id FROM log WHERE type = 'comment.created' AND actor_id IS NOT NULL ORDER BY 1) AS commenter_ids`,
);

interface LoggedPeople {
  user_ids: number[];
  group_ids: number[];
  reporter_ids: number[];
  commenter_ids: number[];
}

/** Users to notify about a deleted task, determined from its event log because its rows are deleted. */
export async function followersOfDeletedTask(
  tx: Tx,
  taskId: number,
  eventId: number,
): Promise<NotificationRecipient[]> {
  const [log] = await tx.rows<LoggedPeople>(selectLoggedPeople, [taskId, eventId]);
  if (!log) return [];
  const assigned = await assigneesOf(tx, log.user_ids, log.group_ids);
  return firstReason([
    ...assigned,
    ...recipientsFor(log.reporter_ids, "reported"),
    ...recipientsFor(log.commenter_ids, "commented"),
  ]);
}

const selectTask = sql(
  "notify.task",
  `SELECT t.title, t.description,
     ARRAY(SELECT user_id FROM task_user u WHERE u.tenant_id = t.tenant_id AND u.project_id = t.project_id AND u.task_id = t.id) AS user_ids,
     ARRAY(SELECT group_id FROM task_group g WHERE g.tenant_id = t.tenant_id AND g.project_id = t.project_id AND g.task_id = t.id) AS group_ids
   FROM task t WHERE t.tenant_id = current_tenant() AND t.id = $1`,
);

export interface CurrentTask {
  title: string;
  description: string | null;
  user_ids: number[];
  group_ids: number[];
}

export function readTask(tx: Tx, taskId: number): Promise<CurrentTask | undefined> {
  return tx.one<CurrentTask>(selectTask, [taskId]);
}

const selectColumns = sql(
  "notify.columns",
  `SELECT id, title FROM task_status WHERE tenant_id = current_tenant() AND id = ANY($1)`,
);

export interface NamedColumn {
  id: number;
  title: string;
}

export const readColumns = (tx: Tx, ids: readonly number[]): Promise<NamedColumn[]> =>
  tx.rows<NamedColumn>(selectColumns, [[...ids]]);

const selectUnblockedTasks = sql(
  "notify.unblocked",
  `SELECT DISTINCT ON (t.id) t.id, p.code || '-' || t.number AS key, t.title, p.code || '-' || f.number AS blocker
   FROM task_blocker b
   JOIN task f ON f.tenant_id = b.tenant_id AND f.id = b.blocker_id
   JOIN task t ON t.tenant_id = b.tenant_id AND t.id = b.task_id AND t.archived_at IS NULL
   JOIN task_status own ON own.tenant_id = t.tenant_id AND own.id = t.task_status_id AND ${openTaskCondition("t", "own")}
   JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id
   WHERE b.tenant_id = current_tenant() AND b.project_id = $2 AND b.blocker_id = ANY($1)
     AND NOT EXISTS (SELECT FROM task_blocker o
       JOIN task x ON x.tenant_id = o.tenant_id AND x.id = o.blocker_id AND x.archived_at IS NULL
       JOIN task_status s ON s.tenant_id = x.tenant_id AND s.id = x.task_status_id AND ${openTaskCondition("x")}
       WHERE o.tenant_id = b.tenant_id AND o.project_id = b.project_id AND o.task_id = b.task_id)
   ORDER BY t.id, f.id LIMIT 100`,
);

export interface UnblockedTask {
  id: number;
  key: string;
  title: string;
  /** Key of the blocker. */
  blocker: string;
}

/** The first 100 open tasks that wait for one of the tasks and have no open blocker. */
export const tasksUnblockedBy = (tx: Tx, blockerIds: readonly number[], projectId: number): Promise<UnblockedTask[]> =>
  tx.rows<UnblockedTask>(selectUnblockedTasks, [[...blockerIds], projectId]);

const selectMembers = sql(
  "notify.members",
  `SELECT user_id AS id, 'member' AS reason FROM project_access WHERE tenant_id = current_tenant() AND project_id = $1`,
);

export const membersOf = (tx: Tx, projectId: number): Promise<NotificationRecipient[]> =>
  tx.rows<NotificationRecipient>(selectMembers, [projectId]);

const selectProjectTitle = sql(
  "notify.project",
  `SELECT title FROM project WHERE tenant_id = current_tenant() AND id = $1`,
);

export async function projectTitle(tx: Tx, projectId: number): Promise<string | undefined> {
  return (await tx.one<{ title: string }>(selectProjectTitle, [projectId]))?.title;
}

// Reads and locks the comment until the notification that quotes it is committed, so that a concurrent edit or deletion also updates the
// quote.
const lockComment = sql(
  "notify.said",
  `SELECT author_id AS "authorId", body FROM comment
   WHERE tenant_id = current_tenant() AND id = $1 AND deleted_at IS NULL FOR SHARE`,
);

export const presentComment = (tx: Tx, commentId: number) =>
  tx.one<{ authorId: number | null; body: string }>(lockComment, [commentId]);
