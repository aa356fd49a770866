import { sql } from "../../platform/database/unit-of-work";

export const personJson = (alias: string) =>
  `json_build_object('id', ${alias}.id, 'fullname', ${alias}.fullname, 'image', ${alias}.image)`;

/** Inserts the row of a timesheet week if missing and locks it, which serializes logging and submitting. $1 user, $2 Monday of the week. */
export const lockWeekRow = sql(
  "time.holdWeek",
  `INSERT INTO time_week (tenant_id, user_id, monday) VALUES (current_tenant(), $1, $2)
   ON CONFLICT (tenant_id, user_id, monday) DO UPDATE SET state = time_week.state
   RETURNING state`,
);

export const selectMinutesOnDay = sql(
  "time.minutesOnDay",
  `SELECT minutes FROM time_day WHERE tenant_id = current_tenant() AND user_id = $1 AND date = $2`,
);

/**
 * Inserts no row above the limits, because all entries of a task are returned with the task, and all entries of a day with the timesheet.
 */
export const insertEntry = sql(
  "time.insert",
  `INSERT INTO time_entry (tenant_id, task_id, user_id, date, minutes, note)
   SELECT current_tenant(), $1::bigint, $2::bigint, $3::date, $4::int, $5::text
   WHERE (SELECT count(*) < 10000 FROM time_entry WHERE tenant_id = current_tenant() AND task_id = $1)
     AND (SELECT count(*) < 100 FROM time_entry WHERE tenant_id = current_tenant() AND user_id = $2 AND date = $3)
   RETURNING id, version`,
);

const entry = `SELECT e.id, e.task_id AS "taskId", e.date, e.minutes, e.note, e.version, ${personJson("u")} AS user
  FROM time_entry e JOIN app_user u ON u.tenant_id = e.tenant_id AND u.id = e.user_id
  WHERE e.tenant_id = current_tenant()`;

export const selectEntry = sql("time.find", `${entry} AND e.id = $1`);
export const lockEntry = sql("time.lock", `${entry} AND e.id = $1 FOR NO KEY UPDATE OF e`);

/** The latest entry without a note, which a stopped timer extends. $1 task, $2 user, $3 day. */
export const lockEntryWithoutNote = sql(
  "time.plain",
  `${entry} AND e.task_id = $1 AND e.user_id = $2 AND e.date = $3 AND e.note IS NULL
   ORDER BY e.id DESC LIMIT 1 FOR NO KEY UPDATE OF e`,
);

export const updateEntry = sql(
  "time.update",
  `UPDATE time_entry SET date = $2, minutes = $3, note = $4, version = version + 1
   WHERE tenant_id = current_tenant() AND id = $1 RETURNING version`,
);

export const deleteEntry = sql("time.delete", `DELETE FROM time_entry WHERE tenant_id = current_tenant() AND id = $1`);

/** Must run as a separate statement after the entry was written, because a trigger updates the sum. */
export const selectSpentMinutesOfTask = sql(
  "time.spent",
  `SELECT spent_minutes FROM task WHERE tenant_id = current_tenant() AND id = $1`,
);

/** SQL condition: a user sees project `p`. `viewer` is the user's id, `all` whether the user sees all projects. */
export const isProjectVisible = (viewer: string, all: string) =>
  `(${all}::boolean OR EXISTS (SELECT FROM project_access a
      WHERE a.tenant_id = current_tenant() AND a.project_id = p.id AND a.user_id = ${viewer}))`;

/**
 * Time entries in a date range. $1 from, $2 to, $3 user, $4 task, $5 project; null disables a filter. $6 reader, $7 whether the reader sees
 * all projects.
 */
export const selectEntriesBetween = sql(
  "time.between",
  `SELECT e.id, e.task_id AS "taskId", t.project_id AS "projectId", e.date, e.minutes, e.note, e.version,
          ${personJson("u")} AS user, p.code || '-' || t.number AS key, t.title, p.title AS "projectTitle",
          COALESCE(w.state, 'open') AS state, ${isProjectVisible("$6", "$7")} AS seen
   FROM time_entry e
   JOIN app_user u ON u.tenant_id = e.tenant_id AND u.id = e.user_id
   JOIN task t ON t.tenant_id = e.tenant_id AND t.id = e.task_id
   JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id
   LEFT JOIN time_week w ON w.tenant_id = e.tenant_id AND w.user_id = e.user_id
     AND w.monday = e.date - (extract(isodow FROM e.date)::int - 1)
   WHERE e.tenant_id = current_tenant()
     AND ($1::date IS NULL OR e.date >= $1) AND ($2::date IS NULL OR e.date <= $2)
     AND ($3::bigint IS NULL OR e.user_id = $3) AND ($4::bigint IS NULL OR e.task_id = $4)
     AND ($5::bigint IS NULL OR t.project_id = $5)
   ORDER BY e.date DESC, e.id DESC`,
);
