import { sql } from "../platform/database/unit-of-work";

const personOf = (alias: string) =>
  `CASE WHEN ${alias}.id IS NOT NULL THEN json_build_object('id', ${alias}.id, 'fullname', ${alias}.fullname, 'image', ${alias}.image) END`;
const groupOf = "CASE WHEN g.id IS NOT NULL THEN json_build_object('id', g.id, 'title', g.title) END AS group";

export const template = sql(
  "onboarding.template",
  `SELECT t.title, t.offset_days, t.duty, ${personOf("w")} AS user, ${groupOf}
   FROM onboarding_template t
   LEFT JOIN app_user w ON w.tenant_id = t.tenant_id AND w.id = t.user_id
   LEFT JOIN user_group g ON g.tenant_id = t.tenant_id AND g.id = t.group_id
   WHERE t.tenant_id = current_tenant() ORDER BY t.position`,
);

/** What is compared: as it is kept, whatever somebody is called now. */
export const templateVersion = sql(
  "onboarding.templateVersion",
  `SELECT md5(COALESCE(string_agg(concat_ws('|', title, offset_days, duty, user_id, group_id), '/' ORDER BY position), '')) AS version
   FROM onboarding_template WHERE tenant_id = current_tenant()`,
);

/** One after the other; newcomers wait for none of them. */
export const lockTemplate = sql(
  "onboarding.lockTemplate",
  "SELECT pg_advisory_xact_lock(hashtext('onboarding_template'), current_tenant()::int)",
);
export const clearTemplate = sql(
  "onboarding.clearTemplate",
  "DELETE FROM onboarding_template WHERE tenant_id = current_tenant()",
);
export const fillTemplate = sql(
  "onboarding.fillTemplate",
  `INSERT INTO onboarding_template (tenant_id, position, title, offset_days, duty, user_id, group_id)
   SELECT current_tenant(), place - 1, w.title, w.offset_days, w.duty, w.user_id, w.group_id
   FROM ROWS FROM (jsonb_to_recordset($1) AS (title text, offset_days int, duty text, user_id bigint, group_id bigint))
     WITH ORDINALITY AS w (title, offset_days, duty, user_id, group_id, place)`,
);

/** Of these ($1) who may be named: here, and from inside. */
export const mayBeNamed = sql(
  "onboarding.mayBeNamed",
  "SELECT id FROM app_user WHERE tenant_id = current_tenant() AND id = ANY($1) AND active AND NOT external",
);
export const groupsNamed = sql(
  "onboarding.groups",
  "SELECT id FROM user_group WHERE tenant_id = current_tenant() AND id = ANY($1)",
);

/** Whether it falls to $1. */
const mine = `EXISTS (SELECT FROM onboarding_owner f WHERE f.tenant_id = o.tenant_id AND f.task_id = o.id AND f.user_id = $1)`;
const columns = `o.id, o.version, o.title, o.due_on::text AS due_on, o.duty, ${personOf("w")} AS user, ${groupOf},
  o.done_at IS NULL AND o.due_on < tenant_today() AS overdue, (o.done_at AT TIME ZONE n.time_zone)::date::text AS done_on,
  ${personOf("d")} AS done_by`;
const tables = `onboarding_task o JOIN tenant n ON n.id = o.tenant_id
  LEFT JOIN app_user w ON w.tenant_id = o.tenant_id AND w.id = o.user_id
  LEFT JOIN app_user d ON d.tenant_id = o.tenant_id AND d.id = o.done_by
  LEFT JOIN user_group g ON g.tenant_id = o.tenant_id AND g.id = o.group_id`;

/** $1 who asks, $2 whose. */
export const ofPerson = sql(
  "onboarding.ofPerson",
  `SELECT ${columns}, ${mine} AS mine FROM ${tables}
   WHERE o.tenant_id = current_tenant() AND o.person_id = $2 ORDER BY o.due_on, o.position, o.id`,
);
/** $1 who asks, $2 which. */
export const byId = sql(
  "onboarding.byId",
  `SELECT ${columns}, ${mine} AS mine FROM ${tables} WHERE o.tenant_id = current_tenant() AND o.id = $2`,
);
export const personOfTask = sql(
  "onboarding.person",
  "SELECT person_id FROM onboarding_task WHERE tenant_id = current_tenant() AND id = $1",
);
/** What is done stays with who did it, also of two at the same moment. */
export const tick = sql(
  "onboarding.tick",
  `UPDATE onboarding_task SET done_at = CASE WHEN $2 THEN now() END, done_by = CASE WHEN $2 THEN $3::bigint END
   WHERE tenant_id = current_tenant() AND id = $1 AND (done_at IS NULL) = $2 RETURNING id`,
);

/** Of those who are here still. Which are one's own is found out first, once: joined, all of them were looked through for each. */
export const openOfMine = sql(
  "onboarding.mine",
  `SELECT ${columns}, true AS mine, ${personOf("p")} AS person
   FROM ${tables} JOIN app_user p ON p.tenant_id = o.tenant_id AND p.id = o.person_id AND p.active
   WHERE o.tenant_id = current_tenant() AND o.done_at IS NULL AND o.id = ANY(ARRAY(
     SELECT task_id FROM onboarding_owner WHERE tenant_id = current_tenant() AND user_id = $1))
   ORDER BY o.due_on, o.position, o.id LIMIT 200`,
);

/** Whether a first day is so far from the day $2 that the task couldn't move with it, and how many tasks there are: of $1. */
export const roomInList = sql(
  "onboarding.room",
  `SELECT u.joined_on IS NULL OR abs($2::date - u.joined_on) <= 365 AS near,
     (SELECT count(*)::int FROM onboarding_task o WHERE o.tenant_id = u.tenant_id AND o.person_id = u.id) AS count
   FROM app_user u WHERE u.tenant_id = current_tenant() AND u.id = $1`,
);
/** Its day moves with the first one. */
const offset = (person: string, day: string) =>
  `COALESCE(${day}::date - (SELECT joined_on FROM app_user u WHERE u.tenant_id = current_tenant() AND u.id = ${person}), 0)`;
export const addTask = sql(
  "onboarding.add",
  `INSERT INTO onboarding_task (tenant_id, person_id, position, title, duty, user_id, group_id, due_on, offset_days)
   SELECT current_tenant(), $1, COALESCE((SELECT max(position) + 1 FROM onboarding_task WHERE tenant_id = current_tenant() AND person_id = $1), 0),
     $2, $3, $4, $5, $6, ${offset("$1", "$6")} RETURNING id`,
);
/** What is done stays as it was. Whom it falls to from now on is notified, and reminded on its other day. $7 the version, or null: any. */
export const changeTask = sql(
  "onboarding.change",
  `UPDATE onboarding_task o SET title = $2, duty = $3, user_id = $4, group_id = $5, due_on = $6,
     offset_days = ${offset("o.person_id", "$6")}, version = version + 1,
     announced_at = CASE WHEN ROW(o.duty, o.user_id, o.group_id) IS NOT DISTINCT FROM ROW($3, $4::bigint, $5::bigint) THEN announced_at END,
     reminded_at = CASE WHEN o.due_on = $6 THEN reminded_at END
   WHERE tenant_id = current_tenant() AND id = $1 AND done_at IS NULL AND version = COALESCE($7, version) RETURNING id`,
);
export const removeTask = sql(
  "onboarding.remove",
  "DELETE FROM onboarding_task WHERE tenant_id = current_tenant() AND id = $1 RETURNING person_id",
);

/** What a leaver had to do is $2's; whose own list it would become leaves it to those who look after records. */
export const moveTasks = sql(
  "onboarding.moveTasks",
  `UPDATE onboarding_task SET user_id = NULLIF($2::bigint, person_id), duty = CASE WHEN person_id = $2 THEN 'hr' ELSE duty END,
     announced_at = NULL
   WHERE tenant_id = current_tenant() AND user_id = $1 AND done_at IS NULL RETURNING person_id`,
);
export const moveTemplate = sql(
  "onboarding.moveTemplate",
  "UPDATE onboarding_template SET user_id = $2 WHERE tenant_id = current_tenant() AND user_id = $1 RETURNING id",
);
export const endOf = sql(
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
export interface Announcement extends About {
  /** Of how many this is one; of more than `mostByName` all are in this line. */
  people: number;
}

/** Of more newcomers at once, as an import brings them, one is told in one line. */
export const mostByName = 5;

/**
 * Marked and told in one transaction: who runs at the same moment waits for the rows and finds the mark. What is together in one line
 * is put together here: thousands of newcomers for each of hundreds of people are more than fits.
 */
const claimed = (mark: string, which: string) => `WITH claimed AS (
    UPDATE onboarding_task o SET ${mark} = now() FROM app_user u
    WHERE o.tenant_id = current_tenant() AND o.done_at IS NULL AND ${which}
      AND u.tenant_id = o.tenant_id AND u.id = o.person_id AND u.active
    RETURNING o.tenant_id, o.id, o.person_id, o.due_on, u.fullname
  ), owed AS (
    SELECT f.user_id, c.person_id, c.fullname AS name, count(*) AS count, min(c.due_on) AS date
    FROM claimed c JOIN onboarding_owner f ON f.tenant_id = c.tenant_id AND f.task_id = c.id
    GROUP BY 1, 2, 3
  ), told AS (
    SELECT *, count(*) OVER own AS people, sum(count) OVER own AS tasks, min(date) OVER own AS earliest,
      row_number() OVER (PARTITION BY user_id ORDER BY person_id) AS nth
    FROM owed WINDOW own AS (PARTITION BY user_id)
  )
  SELECT user_id, person_id, name, people::int AS people,
    CASE WHEN people > ${mostByName} THEN tasks ELSE count END::int AS count,
    CASE WHEN people > ${mostByName} THEN earliest ELSE date END::text AS date
  FROM told WHERE people <= ${mostByName} OR nth = 1 ORDER BY user_id, person_id`;
export const claimNew = sql("onboarding.claimNew", claimed("announced_at", "o.announced_at IS NULL"));
export const claimDue = sql(
  "onboarding.claimDue",
  claimed("reminded_at", "o.announced_at IS NOT NULL AND o.reminded_at IS NULL AND o.due_on <= tenant_today()"),
);
