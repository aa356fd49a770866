import { schedulesJson } from "../../work/schedules/schedules.read";
import { teamCte } from "../../platform/management-line";
import { assignedTaskIds, taskAssignees } from "../../work/access/tasks.policy";
import { personJson } from "../../platform/database/person-json";
import { sql } from "../../platform/database/unit-of-work";

const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8`;

/** SQL condition: the viewer $2 sees project `p`; $3 whether they see all projects. Projects hidden from the viewer are not counted. */
const isVisible = `($3 OR EXISTS (SELECT FROM project_access x
     WHERE x.tenant_id = current_tenant() AND x.project_id = p.id AND x.user_id = $2))`;
const project = `json_build_object('id', p.id, 'title', p.title, 'code', p.code, 'color', p.color,
     'archived', p.archived_at IS NOT NULL) AS project`;

export const selectMeasuredPerson = sql(
  "analytics.person",
  `SELECT u.id, u.fullname, u.image, tenant_today()::text AS today, t.time_zone AS "timeZone", t.weekend,
          (t.workday_hours * 60)::int AS "minutesPerDay", ${schedulesJson("u.id", "u.tenant_id")} AS schedules
   FROM app_user u JOIN tenant t ON t.id = current_tenant() WHERE u.tenant_id = current_tenant() AND u.id = $1`,
);

/** Limits the open and the finished tasks of a user to the most recent. Real users have far fewer; the limit bounds what a figure reads. */
export const maxTasksPerUser = 10_000;

const assignedTasks = (condition: string, latest: string) =>
  `(SELECT t.id, p.code || '-' || t.number AS key, t.title, ${project}, t.due_date::text AS "dueDate", t.start_date::text AS start_date,
          t.due_date::text AS due_date, t.estimate_minutes, t.progress, a.kind,
          ${ms("a.started_at")} AS "startedAt", ${ms("a.finished_at")} AS "finishedAt",
          (a.finished_at AT TIME ZONE $6)::date::text AS day,
          CASE WHEN a.finished_at IS NULL THEN (SELECT count(*)::int FROM (
            ${taskAssignees("x.project_id = t.project_id AND x.task_id = t.id")}) AS assigned) ELSE 1 END AS people
   FROM (${assignedTaskIds("$1")}) AS u
   JOIN task t ON t.tenant_id = current_tenant() AND t.id = u.task_id
   JOIN project p ON p.tenant_id = current_tenant() AND p.id = t.project_id
   JOIN analytics_task a ON a.tenant_id = current_tenant() AND a.project_id = t.project_id AND a.task_id = t.id
   WHERE ${isVisible} AND ${condition}
   ORDER BY ${latest} DESC, t.id DESC LIMIT ${maxTasksPerUser})`;

/** Tasks assigned to $1, directly or through a group: open ones, and those finished from $4 to $5 ($6 time zone). */
export const selectTasksOfPerson = sql(
  "analytics.tasksOfPerson",
  `SELECT * FROM (
   ${assignedTasks("a.finished_at IS NULL AND NOT a.archived AND p.archived_at IS NULL", "t.created_at")}
   UNION ALL
   ${assignedTasks("a.finished_at >= $4::date::timestamp AT TIME ZONE $6 AND a.finished_at < ($5::date + 1)::timestamp AT TIME ZONE $6", "a.finished_at")}
   ) AS both_kinds ORDER BY "finishedAt", id`,
);

export interface PersonTask {
  id: number;
  key: string;
  title: string;
  project: { id: number; title: string; code: string; color: string; archived: boolean };
  dueDate: string | null;
  start_date: string | null;
  due_date: string | null;
  estimate_minutes: number | null;
  progress: number;
  kind: "todo" | "doing" | "done";
  startedAt: number | null;
  finishedAt: number | null;
  day: string | null;
  people: number;
}

export const selectTimeLoggedByPerson = sql(
  "analytics.loggedByPerson",
  `SELECT t.id, p.code || '-' || t.number AS key, t.title, ${project}, t.due_date::text AS "dueDate",
          ${ms("a.finished_at")} AS "finishedAt", ${ms("a.started_at")} AS "startedAt", s.minutes, s.before
   FROM (SELECT e.task_id, COALESCE(sum(e.minutes) FILTER (WHERE e.date >= $6::date), 0)::int AS minutes,
                COALESCE(sum(e.minutes) FILTER (WHERE e.date < $6::date), 0)::int AS before
         FROM time_entry e WHERE e.tenant_id = current_tenant() AND e.user_id = $1 AND e.date BETWEEN $4 AND $5
         GROUP BY e.task_id) AS s
   JOIN task t ON t.tenant_id = current_tenant() AND t.id = s.task_id
   JOIN project p ON p.tenant_id = current_tenant() AND p.id = t.project_id
   LEFT JOIN analytics_task a ON a.tenant_id = current_tenant() AND a.project_id = t.project_id AND a.task_id = t.id
   WHERE ${isVisible} ORDER BY s.minutes DESC, t.id`,
);

export interface LoggedTask
  extends Pick<PersonTask, "id" | "key" | "title" | "project" | "dueDate" | "finishedAt" | "startedAt"> {
  minutes: number;
  /** Minutes in the previous period, for comparison. */
  before: number;
}

export interface ReviewedRequest {
  id: number;
  family: string;
  title: string;
  requester: { id: number; fullname: string; image: string | null };
  since: Date;
}

/**
 * Requests that user $2 can decide now, each once, limited to those the viewer $1 may see: the viewer's own, those the viewer can decide
 * too, all of families $3, and those of the viewer's reports in families $4.
 */
export const selectReviewsOfPerson = sql(
  "analytics.reviewsOfPerson",
  `WITH RECURSIVE ${teamCte}, waiting AS (
     SELECT w.request_id, min(w.since) AS since FROM step_decider w WHERE w.decider_id = $2 GROUP BY 1
   )
   SELECT r.id, r.family, COALESCE(r.title, '') AS title, w.since,
          ${personJson("u")} AS requester
   FROM waiting w
   JOIN request r ON r.tenant_id = current_tenant() AND r.id = w.request_id
   JOIN app_user u ON u.tenant_id = current_tenant() AND u.id = r.requester_id
   WHERE $1::bigint = $2 OR r.requester_id = $1 OR r.family = ANY($3::text[])
     OR (r.family = ANY($4::text[]) AND r.requester_id IN (SELECT id FROM team))
     OR EXISTS (SELECT FROM step_decider o WHERE o.request_id = r.id AND o.decider_id = $1)
   ORDER BY w.since, r.id LIMIT ${maxTasksPerUser}`,
);

/** Users whose figures the viewer $1 may see: the viewer and their reports, or all users if $2 is true. Sorted by name. */
export const selectMeasuredPeople = sql(
  "analytics.people",
  `WITH RECURSIVE ${teamCte}
   SELECT u.id, u.fullname, u.image FROM app_user u
   WHERE u.tenant_id = current_tenant() AND u.active AND NOT u.external AND ($2 OR u.id = $1 OR u.id IN (SELECT id FROM team))
   ORDER BY u.fullname COLLATE reader, u.id`,
);
