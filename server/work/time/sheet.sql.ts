import { sql } from "../../platform/database/unit-of-work";
import { assignedTaskIds } from "../access/tasks.policy";
import { isProjectVisible } from "./time.sql";
import { matchesAllPatterns } from "../../platform/database/search";
import { schedulesJson } from "../schedules/schedules.read";
import { tenantEpochSql } from "../../platform/database/epoch";

export const selectTimesheetWeekStates = sql(
  "sheet.weeks",
  `SELECT monday, state FROM time_week
   WHERE tenant_id = current_tenant() AND user_id = $1 AND monday BETWEEN $2::date - 6 AND $3`,
);

/** Activities of a user on tasks. $1 user, $2 and $3 time range, $4 reader, $5 whether the reader sees all projects, $6 project. */
export const selectTaskActivities = sql(
  "sheet.activities",
  `SELECT e.task_id, e.at, CASE WHEN e.type = 'task.moved' THEN 'moved' WHEN e.type LIKE 'comment.%' THEN 'commented'
            ELSE 'edited' END AS kind,
          CASE WHEN e.type = 'task.moved' THEN
            (SELECT c.title FROM task_status c WHERE c.tenant_id = e.tenant_id
               AND c.id = (e.data->>'task_status_id')::bigint) END AS "column"
   FROM domain_event e
   JOIN task t ON t.tenant_id = e.tenant_id AND t.id = e.task_id
   JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id AND p.archived_at IS NULL
   WHERE e.tenant_id = current_tenant() AND e.actor_id = $1 AND e.at >= $2 AND e.at < $3 AND e.task_id IS NOT NULL
     AND e.type NOT LIKE 'time_entry.%' AND ($6::bigint IS NULL OR p.id = $6) AND ${isProjectVisible("$4", "$5")}
   ORDER BY e.at LIMIT 2000`,
  { notNull: ["task_id"] },
);

/** Discarded timers. $1 stream, $2 and $3 time range. Reads only the end of the stream. */
export const selectDiscardedTimers = sql(
  "sheet.discarded",
  `SELECT (e.data->'task'->>'id')::bigint AS task_id, e.at, (e.data->>'minutes')::int AS minutes
   FROM (SELECT type, at, data FROM domain_event WHERE tenant_id = current_tenant() AND stream = $1
         ORDER BY revision DESC LIMIT 1000) AS e
   WHERE e.type = 'timer.discarded' AND e.at >= $2 AND e.at < $3 AND (e.data->>'minutes')::int > 0`,
);

/** Tasks $1 with the role of reader $2 in each project; only visible tasks are returned. $3 whether the reader sees all projects. */
export const selectSheetTasks = sql(
  "sheet.tasks",
  `SELECT t.id, t.project_id, p.code || '-' || t.number AS key, t.title, p.archived_at IS NOT NULL AS archived,
          (SELECT a.role FROM project_access a
           WHERE a.tenant_id = current_tenant() AND a.project_id = p.id AND a.user_id = $2) AS role
   FROM task t JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id
   WHERE t.tenant_id = current_tenant() AND t.id = ANY($1) AND ${isProjectVisible("$2", "$3")}
   ORDER BY p.title COLLATE reader, p.id, t.number`,
);

export const selectSheetProjects = sql(
  "sheet.projects",
  `SELECT p.id, p.title, p.code, p.color, COALESCE(s.revision, 0) AS revision, ${tenantEpochSql} AS epoch FROM project p
   LEFT JOIN event_stream s ON s.tenant_id = p.tenant_id AND s.name = 'project:' || p.id
   WHERE p.tenant_id = current_tenant() AND p.id = ANY($1) ORDER BY p.title COLLATE reader, p.id`,
);

/**
 * Tasks on which time can be logged. Without a search, recently used tasks come first, then assigned tasks in progress, then other assigned
 * tasks. $1 user, $2 whether the user sees all projects, $3 search patterns or null, $4 project or null.
 */
export const selectLoggableTasks = sql(
  "sheet.loggable",
  `WITH lately AS (
     SELECT task_id, max(date) AS date FROM time_entry
     WHERE tenant_id = current_tenant() AND user_id = $1 AND date > tenant_today() - 60 GROUP BY task_id
   )
   SELECT t.id, t.project_id, p.code || '-' || t.number AS key, t.title, p.title AS project_title,
          p.color AS project_color
   FROM task t
   JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id AND p.archived_at IS NULL
   LEFT JOIN project_access a ON a.tenant_id = t.tenant_id AND a.project_id = p.id AND a.user_id = $1
   LEFT JOIN lately ON lately.task_id = t.id
   WHERE t.tenant_id = current_tenant() AND t.archived_at IS NULL AND ($2::boolean OR a.role IN ('owner', 'member'))
     AND ($4::bigint IS NULL OR p.id = $4)
     AND CASE WHEN $3::text[] IS NULL
           THEN lately.task_id IS NOT NULL OR t.id IN (${assignedTaskIds("$1")})
           ELSE ${matchesAllPatterns("$3", ["t.folded", "lower(p.code || '-' || t.number)"])} END
   ORDER BY lately.date DESC NULLS LAST, t.progress = 100, t.updated_at DESC, t.id DESC LIMIT 20`,
);

export const selectPeopleWithTime = sql(
  "sheet.people",
  `SELECT id, fullname, image FROM app_user u WHERE tenant_id = current_tenant()
     AND (active OR EXISTS (SELECT FROM time_day d WHERE d.tenant_id = u.tenant_id AND d.user_id = u.id AND d.minutes > 0))
   ORDER BY fullname COLLATE reader, id`,
);

export const selectPerson = sql(
  "sheet.person",
  `SELECT u.id, u.fullname, u.image, COALESCE(u.time_zone, t.time_zone) AS "timeZone", t.weekend,
     (t.workday_hours * 60)::int AS "minutesPerDay", ${schedulesJson("u.id", "u.tenant_id")} AS schedules
   FROM app_user u JOIN tenant t ON t.id = u.tenant_id WHERE u.tenant_id = current_tenant() AND u.id = $1`,
);
