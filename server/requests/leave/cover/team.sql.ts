import { teamCte } from "../../../platform/management-line";
import { personJson } from "../../../platform/database/person-json";
import { sql } from "../../../platform/database/unit-of-work";
import { scheduleFields } from "../../../work/schedules/schedules.read";
import { dayPartJson, leaveStateExpression, leaveTypeJson } from "../types/leave.sql";

/**
 * CTE of users visible in the team calendar; `shows_type` marks those whose leave type may be shown. $1 user, $2 whether HR, $3 department or
 * null.
 */
const visible = `
  WITH RECURSIVE ${teamCte}, visible AS (
    SELECT u.id, u.fullname, u.image, u.department_id, u.time_zone, $2 OR u.id = $1 OR u.id IN (SELECT id FROM team) AS shows_type
    FROM app_user u
    WHERE u.tenant_id = current_tenant() AND u.active AND NOT u.external
      AND ($2 OR u.id = $1 OR u.id IN (SELECT id FROM team) OR u.department_id = (
        SELECT department_id FROM app_user WHERE tenant_id = current_tenant() AND id = $1))
      AND ($3::bigint IS NULL OR u.department_id = $3)
  )`;

const dates = `'start_date', l.start_date, 'end_date', l.end_date,
  'start_half', CASE WHEN l.from_noon THEN 'afternoon' END, 'end_half', CASE WHEN l.to_noon THEN 'morning' END,
  'part', ${dayPartJson("l")}`;
const span = `'user_id', l.user_id, ${dates}`;

const page = (columns: string, condition = "true") =>
  `${visible}
   SELECT v.id, v.fullname, v.image, v.department_id, count(*) OVER ()::int AS total, COALESCE((
     SELECT json_agg(json_build_object('id', CASE WHEN v.shows_type THEN l.id END, ${dates},
         'state', ${leaveStateExpression},
         'leave_type', CASE WHEN v.shows_type THEN ${leaveTypeJson("t")} END${columns})
       ORDER BY l.start_date, l.id)
     FROM leave_request l
     JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id
     JOIN leave_type t ON t.tenant_id = l.tenant_id AND t.id = l.leave_type_id
     WHERE l.tenant_id = current_tenant() AND l.user_id = v.id AND l.live AND l.halves && int4range($4, $5)
   ), '[]') AS leaves
   FROM visible v WHERE ${condition} ORDER BY v.id <> $1, v.fullname COLLATE reader, v.id LIMIT $6 OFFSET $7`;

/**
 * $1 to $3 as in `visible`, $4 first and $5 last half day, $6 limit, $7 offset, $8 whether only people with approved leave on these days. The
 * user comes first, followed by the other users sorted by name.
 */
export const teamMembersPage = sql(
  "team.page",
  page(
    "",
    `(NOT $8::boolean OR EXISTS (SELECT FROM leave_request l
       JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id AND r.status IN ('approved', 'approved_by_manager')
       WHERE l.tenant_id = current_tenant() AND l.user_id = v.id AND l.live AND l.halves && int4range($4, $5)))`,
  ),
);
export const teamFeedMembers = sql(
  "team.feed",
  page(
    ", 'written_at', r.updated_at, 'time_zone', COALESCE(v.time_zone, (SELECT time_zone FROM tenant WHERE id = current_tenant()))",
  ),
);

/** Approved leave and schedules of all visible users, independent of the page. $1 to $3 as in `visible`, $4 first and $5 last half day. */
export const teamAbsences = sql(
  "team.spans",
  `${visible}
   SELECT COALESCE(json_agg(json_build_object(${span})), '[]') AS spans, COALESCE((
     SELECT json_agg(json_build_object('user_id', ws.user_id, ${scheduleFields("ws")})) FROM work_schedule ws
     WHERE ws.tenant_id = current_tenant() AND ws.user_id IN (SELECT id FROM visible)), '[]') AS schedules
   FROM leave_request l
   JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id AND r.status IN ('approved', 'approved_by_manager')
   WHERE l.tenant_id = current_tenant() AND l.live AND l.halves && int4range($4, $5)
     AND l.user_id IN (SELECT id FROM visible)`,
);

// Counts all members of the department, even those the reader can't see, because the minimum applies to the whole department.
const cover = `
  d.id, d.name, d.minimum_present,
  (SELECT count(*)::int FROM app_user u
   WHERE u.tenant_id = d.tenant_id AND u.department_id = d.id AND u.active AND NOT u.external) AS people,
  CASE WHEN d.minimum_present IS NULL THEN '[]' ELSE COALESCE((
    SELECT json_agg(json_build_object('user_id', ws.user_id, ${scheduleFields("ws")})) FROM work_schedule ws
    JOIN app_user u ON u.tenant_id = ws.tenant_id AND u.id = ws.user_id AND u.department_id = d.id AND u.active AND NOT u.external
    WHERE ws.tenant_id = d.tenant_id), '[]') END AS schedules`;

/**
 * Days on which members of the department aren't employed yet or any more, as absences. Their accounts are active from their creation until
 * the last day.
 */
const notEmployed = `
  SELECT json_build_object('user_id', u.id, 'start_date', a.first, 'end_date', a.last, 'start_half', NULL, 'end_half', NULL, 'part', NULL)
  FROM app_user u
  CROSS JOIN LATERAL (VALUES (u.joined_on - 3660, u.joined_on - 1), (u.left_on + 1, u.left_on + 3660)) AS a (first, last)
  WHERE u.tenant_id = d.tenant_id AND u.department_id = d.id AND u.active AND NOT u.external AND a.last >= tenant_today() - 366`;

export const selectTeamCover = sql(
  "team.cover",
  `${visible}
   SELECT ${cover}, CASE WHEN d.minimum_present IS NULL THEN '[]' ELSE COALESCE((
     SELECT json_agg(absence) FROM (
       SELECT json_build_object(${span}) AS absence FROM leave_request l
       JOIN app_user u ON u.tenant_id = l.tenant_id AND u.id = l.user_id AND u.department_id = d.id AND u.active
       WHERE l.tenant_id = current_tenant() AND l.live AND l.halves && int4range($4, $5)
       UNION ALL ${notEmployed}) AS absences
   ), '[]') END AS spans
   FROM department d WHERE d.tenant_id = current_tenant() AND d.id IN (SELECT department_id FROM visible)
   ORDER BY d.name COLLATE reader, d.id`,
);

export const selectOwnCover = sql(
  "team.ownCover",
  `SELECT ${cover}, COALESCE((
     SELECT json_agg(absence) FROM (
       SELECT json_build_object(${span}) AS absence FROM leave_request l
       JOIN app_user u ON u.tenant_id = l.tenant_id AND u.id = l.user_id AND u.department_id = d.id AND u.active
       WHERE l.tenant_id = current_tenant() AND l.live AND l.user_id <> $1 AND l.halves && int4range($2, $3)
       UNION ALL ${notEmployed}) AS absences
   ), '[]') AS spans
   FROM department d JOIN app_user me ON me.tenant_id = d.tenant_id AND me.department_id = d.id
   WHERE d.tenant_id = current_tenant() AND me.id = $1 AND d.minimum_present IS NOT NULL`,
);

export const setMinimumCover = sql(
  "team.setMinimum",
  `UPDATE department d SET minimum_present = $2 WHERE d.tenant_id = current_tenant() AND d.id = $1 RETURNING ${cover}`,
);

export const projectAbsences = sql(
  "team.awayOfProject",
  `SELECT ${personJson("u")} AS person, l.start_date, l.end_date, 'booked' AS state
   FROM leave_request l
   JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id AND r.status IN ('approved', 'approved_by_manager')
   JOIN app_user u ON u.tenant_id = l.tenant_id AND u.id = l.user_id AND u.active
   WHERE l.tenant_id = current_tenant() AND l.live AND l.halves && int4range($2, $3)
     AND l.user_id IN (SELECT user_id FROM project_access WHERE tenant_id = current_tenant() AND project_id = $1)
   ORDER BY l.start_date, u.id LIMIT 500`,
);
