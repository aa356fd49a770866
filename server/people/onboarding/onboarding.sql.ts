import { sql } from "../../platform/database/unit-of-work";

const personOf = (alias: string) =>
  `CASE WHEN ${alias}.id IS NOT NULL THEN json_build_object('id', ${alias}.id, 'fullname', ${alias}.fullname, 'image', ${alias}.image) END`;
const groupOf = "CASE WHEN g.id IS NOT NULL THEN json_build_object('id', g.id, 'title', g.title) END AS group";

export const selectTemplateEntries = sql(
  "onboarding.template",
  `SELECT t.title, t.offset_days, t.duty, ${personOf("w")} AS user, ${groupOf}
   FROM onboarding_template t
   LEFT JOIN app_user w ON w.tenant_id = t.tenant_id AND w.id = t.user_id
   LEFT JOIN user_group g ON g.tenant_id = t.tenant_id AND g.id = t.group_id
   WHERE t.tenant_id = current_tenant() ORDER BY t.position`,
);

/** Version as a hash of the stored template, independent of the current names of users. */
export const selectTemplateVersion = sql(
  "onboarding.templateVersion",
  `SELECT md5(COALESCE(string_agg(concat_ws('|', title, offset_days, duty, user_id, group_id), '/' ORDER BY position), '')) AS version
   FROM onboarding_template WHERE tenant_id = current_tenant()`,
);

/** Serializes changes of the template; adding employees doesn't wait for this lock. */
export const lockTemplate = sql(
  "onboarding.lockTemplate",
  "SELECT pg_advisory_xact_lock(hashtext('onboarding_template'), current_tenant()::int)",
);
export const deleteTemplate = sql(
  "onboarding.clearTemplate",
  "DELETE FROM onboarding_template WHERE tenant_id = current_tenant()",
);
export const insertTemplateEntries = sql(
  "onboarding.fillTemplate",
  `INSERT INTO onboarding_template (tenant_id, position, title, offset_days, duty, user_id, group_id)
   SELECT current_tenant(), place - 1, w.title, w.offset_days, w.duty, w.user_id, w.group_id
   FROM ROWS FROM (jsonb_to_recordset($1) AS (title text, offset_days int, duty text, user_id bigint, group_id bigint))
     WITH ORDINALITY AS w (title, offset_days, duty, user_id, group_id, place)`,
);

/** Users among $1 who can be assigned: active and not external. */
export const selectAssignableUsers = sql(
  "onboarding.mayBeNamed",
  "SELECT id FROM app_user WHERE tenant_id = current_tenant() AND id = ANY($1) AND active AND NOT external",
);
export const selectExistingGroups = sql(
  "onboarding.groups",
  "SELECT id FROM user_group WHERE tenant_id = current_tenant() AND id = ANY($1)",
);

const mine = `EXISTS (SELECT FROM onboarding_owner f WHERE f.tenant_id = o.tenant_id AND f.task_id = o.id AND f.user_id = $1)`;
const columns = `o.id, o.version, o.title, o.due_on::text AS due_on, o.duty, ${personOf("w")} AS user, ${groupOf},
  o.done_at IS NULL AND o.due_on < tenant_today() AS overdue, (o.done_at AT TIME ZONE n.time_zone)::date::text AS done_on,
  ${personOf("d")} AS done_by`;
const tables = `onboarding_task o JOIN tenant n ON n.id = o.tenant_id
  LEFT JOIN app_user w ON w.tenant_id = o.tenant_id AND w.id = o.user_id
  LEFT JOIN app_user d ON d.tenant_id = o.tenant_id AND d.id = o.done_by
  LEFT JOIN user_group g ON g.tenant_id = o.tenant_id AND g.id = o.group_id`;

export const selectTasksOfPerson = sql(
  "onboarding.ofPerson",
  `SELECT ${columns}, ${mine} AS mine FROM ${tables}
   WHERE o.tenant_id = current_tenant() AND o.person_id = $2 ORDER BY o.due_on, o.position, o.id`,
);
export const selectTaskById = sql(
  "onboarding.byId",
  `SELECT ${columns}, ${mine} AS mine FROM ${tables} WHERE o.tenant_id = current_tenant() AND o.id = $2`,
);
export const selectPersonOfTask = sql(
  "onboarding.person",
  "SELECT person_id FROM onboarding_task WHERE tenant_id = current_tenant() AND id = $1",
);
/** $1 task, $2 whether it is done, $3 user. The first user stays recorded, even with concurrent calls. */
export const updateTaskDone = sql(
  "onboarding.tick",
  `UPDATE onboarding_task SET done_at = CASE WHEN $2 THEN now() END, done_by = CASE WHEN $2 THEN $3::bigint END
   WHERE tenant_id = current_tenant() AND id = $1 AND (done_at IS NULL) = $2 RETURNING id`,
);

/** Open tasks of user $1, only for active employees. The ids are collected in a subquery first, because a join would scan all tasks. */
export const selectOpenTasksOfUser = sql(
  "onboarding.mine",
  `SELECT ${columns}, true AS mine, ${personOf("p")} AS person
   FROM ${tables} JOIN app_user p ON p.tenant_id = o.tenant_id AND p.id = o.person_id AND p.active
   WHERE o.tenant_id = current_tenant() AND o.done_at IS NULL AND o.id = ANY(ARRAY(
     SELECT task_id FROM onboarding_owner WHERE tenant_id = current_tenant() AND user_id = $1))
   ORDER BY o.due_on, o.position, o.id LIMIT 200`,
);

/**
 * Returns for user $1 whether day $2 is at most a year from their first day (true without a first day), and the number of their tasks
 * (`count`).
 */
export const selectTaskListLimits = sql(
  "onboarding.room",
  `SELECT u.joined_on IS NULL OR abs($2::date - u.joined_on) <= 365 AS near,
     (SELECT count(*)::int FROM onboarding_task o WHERE o.tenant_id = u.tenant_id AND o.person_id = u.id) AS count
   FROM app_user u WHERE u.tenant_id = current_tenant() AND u.id = $1`,
);
/** Offset in days from the first day; the due day moves with the first day. */
const offset = (person: string, day: string) =>
  `COALESCE(${day}::date - (SELECT joined_on FROM app_user u WHERE u.tenant_id = current_tenant() AND u.id = ${person}), 0)`;
export const insertTask = sql(
  "onboarding.add",
  `INSERT INTO onboarding_task (tenant_id, person_id, position, title, duty, user_id, group_id, due_on, offset_days)
   SELECT current_tenant(), $1, COALESCE((SELECT max(position) + 1 FROM onboarding_task WHERE tenant_id = current_tenant() AND person_id = $1), 0),
     $2, $3, $4, $5, $6, ${offset("$1", "$6")} RETURNING id`,
);
/**
 * Changes task $1 unless it is completed. $2 title, $3 duty, $4 user, $5 group, $6 due day, $7 version, or null for any. New assignees are
 * notified, and reminded on the new due day.
 */
export const updateTask = sql(
  "onboarding.change",
  `UPDATE onboarding_task o SET title = $2, duty = $3, user_id = $4, group_id = $5, due_on = $6,
     offset_days = ${offset("o.person_id", "$6")}, version = version + 1,
     announced_at = CASE WHEN ROW(o.duty, o.user_id, o.group_id) IS NOT DISTINCT FROM ROW($3, $4::bigint, $5::bigint) THEN announced_at END,
     reminded_at = CASE WHEN o.due_on = $6 THEN reminded_at END
   WHERE tenant_id = current_tenant() AND id = $1 AND done_at IS NULL AND version = COALESCE($7, version) RETURNING id`,
);
export const deleteTask = sql(
  "onboarding.remove",
  "DELETE FROM onboarding_task WHERE tenant_id = current_tenant() AND id = $1 RETURNING person_id",
);

/** Transfers open tasks from $1 to $2; tasks for $2's own onboarding go to HR instead. */
export const updateTaskOwners = sql(
  "onboarding.moveTasks",
  `UPDATE onboarding_task SET user_id = NULLIF($2::bigint, person_id), duty = CASE WHEN person_id = $2 THEN 'hr' ELSE duty END,
     announced_at = NULL
   WHERE tenant_id = current_tenant() AND user_id = $1 AND done_at IS NULL RETURNING person_id`,
);
export const updateTemplateOwners = sql(
  "onboarding.moveTemplate",
  "UPDATE onboarding_template SET user_id = $2 WHERE tenant_id = current_tenant() AND user_id = $1 RETURNING id",
);
export const deleteOpenTasks = sql(
  "onboarding.endOf",
  "DELETE FROM onboarding_task WHERE tenant_id = current_tenant() AND person_id = $1 AND done_at IS NULL RETURNING id",
);

interface About {
  user_id: number;
  person_id: number;
  name: string;
  count: number;
  date: string;
}
export interface TaskAnnouncement extends About {
  /** Number of new employees in the message; above `maxNamedTasks` they share one message. */
  people: number;
}

/** Above this number of new employees, as after an import, one message is sent for all of them. */
export const maxNamedTasks = 5;

/**
 * Marking and notifying share a transaction: a concurrent run waits for the rows and then finds them marked. Messages are aggregated in SQL
 * because thousands of new employees for hundreds of users would be too many rows.
 */
const claimed = (mark: string, condition: string) => `WITH claimed AS (
    UPDATE onboarding_task o SET ${mark} = now() FROM app_user u
    WHERE o.tenant_id = current_tenant() AND o.done_at IS NULL AND ${condition}
      AND u.tenant_id = o.tenant_id AND u.id = o.person_id AND u.active
    RETURNING o.tenant_id, o.id, o.person_id, o.due_on, u.fullname
  ), owed AS (
    SELECT f.user_id, c.person_id, c.fullname AS name, count(*) AS count, min(c.due_on) AS date
    FROM claimed c JOIN onboarding_owner f ON f.tenant_id = c.tenant_id AND f.task_id = c.id
    GROUP BY 1, 2, 3
  ), summarized AS (
    SELECT *, count(*) OVER own AS people, sum(count) OVER own AS tasks, min(date) OVER own AS earliest,
      row_number() OVER (PARTITION BY user_id ORDER BY person_id) AS nth
    FROM owed WINDOW own AS (PARTITION BY user_id)
  )
  SELECT user_id, person_id, name, people::int AS people,
    CASE WHEN people > ${maxNamedTasks} THEN tasks ELSE count END::int AS count,
    CASE WHEN people > ${maxNamedTasks} THEN earliest ELSE date END::text AS date
  FROM summarized WHERE people <= ${maxNamedTasks} OR nth = 1 ORDER BY user_id, person_id`;
export const claimNewTasks = sql("onboarding.claimNew", claimed("announced_at", "o.announced_at IS NULL"));
export const claimDueTasks = sql(
  "onboarding.claimDue",
  claimed("reminded_at", "o.announced_at IS NOT NULL AND o.reminded_at IS NULL AND o.due_on <= tenant_today()"),
);
