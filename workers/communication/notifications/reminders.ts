import { openTaskCondition } from "../../../server/work/access/open-task";
import { notifyUsers } from "../../../server/communication/notifications/notify.service";
import { sql, type Tx, type UnitOfWork } from "../../../server/platform/database/unit-of-work";
import { filterProjectViewers } from "../../../server/work/access/projects.policy";
import { groupBy } from "../../../shared/kernel/group-by";
import { taskPath } from "./notifications.notify";

/** Hour in the user's time zone from which reminders are sent. */
const morningHour = 8;
/** Tasks that have been overdue for more than this many days are not reported. */
const lateDays = 14;

interface Due {
  task_id: number;
  project_id: number;
  key: string;
  title: string;
  due_date: string;
  user_id: number;
  reason: "assigned" | "group";
  today: string;
  /** Whether the user has muted the task. */
  muted: boolean;
}

// Direct and group assignees of open tasks that are not archived, in projects that are not archived. $1: now, $2: `morningHour`, $3:
// `lateDays`.
const selectDueTasks = sql(
  "reminders.due",
  `SELECT DISTINCT ON (t.id, u.id) t.id AS task_id, t.project_id, p.code || '-' || t.number AS key, t.title,
     t.due_date::text AS due_date, u.id AS user_id, a.reason, (l.local)::date::text AS today,
     EXISTS (SELECT FROM notification_mute x WHERE x.tenant_id = u.tenant_id AND x.user_id = u.id AND x.task_id = t.id
       AND (x.until IS NULL OR x.until > now())) AS muted
   FROM task t
   JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id AND p.archived_at IS NULL
   JOIN task_status s ON s.tenant_id = t.tenant_id AND s.id = t.task_status_id AND ${openTaskCondition()}
   JOIN tenant o ON o.id = t.tenant_id
   CROSS JOIN LATERAL (
     SELECT user_id, 'assigned' AS reason, 1 AS place FROM task_user x WHERE x.tenant_id = t.tenant_id AND x.task_id = t.id
     UNION ALL
     SELECT m.user_id, 'group', 2 FROM task_group g
       JOIN user_group_member m ON m.tenant_id = g.tenant_id AND m.group_id = g.group_id
       WHERE g.tenant_id = t.tenant_id AND g.task_id = t.id
   ) AS a
   JOIN app_user u ON u.tenant_id = t.tenant_id AND u.id = a.user_id AND u.active
   CROSS JOIN LATERAL (SELECT $1::timestamptz AT TIME ZONE COALESCE(u.time_zone, o.time_zone) AS local) AS l
   WHERE t.tenant_id = current_tenant() AND t.archived_at IS NULL AND o.active
     AND t.due_date BETWEEN $1::timestamptz::date - ($3::int + 1) AND $1::timestamptz::date + 2
     AND extract(hour FROM l.local) >= $2
     AND t.due_date BETWEEN l.local::date - $3::int AND l.local::date + 1
     AND NOT EXISTS (SELECT FROM task_reminder r WHERE r.tenant_id = t.tenant_id AND r.task_id = t.id
       AND r.user_id = u.id AND r.due_date = t.due_date)
   ORDER BY t.id, u.id, a.place LIMIT 500`,
);

const insertReminders = sql(
  "reminders.note",
  `INSERT INTO task_reminder (tenant_id, task_id, user_id, due_date)
   SELECT current_tenant(), w.task_id, w.user_id, w.due_date
   FROM jsonb_to_recordset($1) AS w (task_id bigint, user_id bigint, due_date date)
   ORDER BY w.task_id, w.user_id ON CONFLICT DO NOTHING RETURNING task_id, user_id`,
);

/**
 * Sends reminders of tasks that are overdue, due today or due tomorrow, once per user, task and due date; repeated and late runs are safe.
 * A reminder is recorded and sent in one transaction.
 * @returns the number of reminders
 */
export async function remindOfTasks(unitOfWork: UnitOfWork, tenantId: number, now: Date): Promise<number> {
  const values = [now, morningHour, lateDays];
  const found = await unitOfWork({ tenantId }, (tx) => tx.rows<Due>(selectDueTasks, values));
  let reminded = 0;
  for (const ofProject of groupBy(found, ({ project_id }) => project_id).values()) {
    reminded += await unitOfWork({ tenantId }, (tx) => remindInProject(tx, ofProject));
  }
  return reminded;
}

async function remindInProject(tx: Tx, found: readonly Due[]): Promise<number> {
  const projectId = (found[0] as Due).project_id;
  const keys = found.map(({ task_id, user_id, due_date }) => ({ task_id, user_id, due_date }));
  const inserted = await tx.rows<{ task_id: number; user_id: number }>(insertReminders, [JSON.stringify(keys)]);
  const isNew = new Set(inserted.map(({ task_id, user_id }) => `${task_id} ${user_id}`));
  const viewers = new Set(
    (await filterProjectViewers(tx, projectId, [...new Set(found.map(({ user_id }) => user_id))])).map(({ id }) => id),
  );
  // Muted tasks don't count among several; their reminders are recorded, so that unmuting sends none.
  const recipients = found.filter(
    ({ task_id, user_id, muted }) => isNew.has(`${task_id} ${user_id}`) && viewers.has(user_id) && !muted,
  );
  // Several tasks of a user that are all overdue, all due today or all due tomorrow are merged into one notification.
  const whenOf = ({ due_date, today }: Due) => (due_date > today ? "tomorrow" : due_date === today ? "today" : "late");
  const groups = [...groupBy(recipients, (one) => `${one.user_id} ${whenOf(one)}`).values()];
  const several = groups.filter((own) => own.length > 1);
  const single = groups.flatMap((own) => (own.length === 1 ? own : []));
  const messages = [...groupBy(single, ({ task_id, today }) => `${task_id} ${today}`).values()].map((people) => {
    const { task_id, key, title, due_date } = people[0] as Due;
    const when = whenOf(people[0] as Due);
    return {
      kind: "task.due" as const,
      people: people.map(({ user_id, reason }) => ({ id: user_id, reason })),
      values: { key, title, when, date: due_date },
      path: taskPath(task_id),
      subject: key,
      taskId: task_id,
      projectId,
    };
  });
  const groupMessages = several.map((own) => {
    const { user_id, reason } = own[0] as Due;
    const when = whenOf(own[0] as Due);
    const count = String(own.length);
    return {
      kind: "task.dueMany" as const,
      people: [{ id: user_id, reason }],
      values: { count, when, tasks: own.map(({ task_id }) => task_id).join(",") },
      path: "/my-work",
      subject: count,
      taskId: null,
      projectId,
    };
  });
  await notifyUsers(tx, { eventId: null, sender: null }, messages);
  // Separate calls, because one user may get several messages, e.g. about overdue tasks and about tasks due tomorrow.
  for (const message of groupMessages) await notifyUsers(tx, { eventId: null, sender: null }, [message]);
  return recipients.length;
}
