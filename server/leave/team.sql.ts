import { teamOf } from "../people/management-line.policy";
import { sql } from "../platform/database/unit-of-work";
import { typeRef } from "./leave.sql";

/**
 * Who one sees in the team's calendar, and of whom one may know why they are away. $1 person, $2 whether HR, $3 a
 * department or null.
 */
const visible = `
  WITH RECURSIVE ${teamOf}, visible AS (
    SELECT u.id, u.fullname, u.image, u.department_id, $2 OR u.id = $1 OR u.id IN (SELECT id FROM team) AS told
    FROM app_user u
    WHERE u.tenant_id = current_tenant() AND u.active AND NOT u.external
      AND ($2 OR u.id = $1 OR u.id IN (SELECT id FROM team) OR u.department_id = (
        SELECT department_id FROM app_user WHERE tenant_id = current_tenant() AND id = $1))
      AND ($3::bigint IS NULL OR u.department_id = $3)
  )`;

const span = `'start_date', l.start_date, 'end_date', l.end_date,
  'start_half', CASE WHEN l.from_noon THEN 'afternoon' END, 'end_half', CASE WHEN l.to_noon THEN 'morning' END`;

/** $4 half days from, $5 to, $6 limit, $7 offset. Oneself first, then by name. */
export const teamPage = sql(
  "team.page",
  `${visible}
   SELECT v.id, v.fullname, v.image, v.department_id, count(*) OVER ()::int AS total, COALESCE((
     SELECT json_agg(json_build_object('id', CASE WHEN v.told THEN l.id END, ${span},
         'state', CASE WHEN r.status IN ('approved', 'approved_by_manager') THEN 'booked' ELSE 'waiting' END,
         'leave_type', CASE WHEN v.told THEN ${typeRef("t")} END)
       ORDER BY l.start_date, l.id)
     FROM leave_request l
     JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id
     JOIN leave_type t ON t.tenant_id = l.tenant_id AND t.id = l.leave_type_id
     WHERE l.tenant_id = current_tenant() AND l.user_id = v.id AND l.live AND l.halves && int4range($4, $5)
   ), '[]') AS leaves
   FROM visible v ORDER BY v.id <> $1, lower(v.fullname), v.id LIMIT $6 OFFSET $7`,
);

/** Spans of everyone one sees, whatever the page. $4 half days from, $5 to. */
export const teamSpans = sql(
  "team.spans",
  `${visible}
   SELECT COALESCE(json_agg(json_build_object(${span})), '[]') AS spans FROM leave_request l
   WHERE l.tenant_id = current_tenant() AND l.live AND l.halves && int4range($4, $5)
     AND l.user_id IN (SELECT id FROM visible)`,
);

// Numbers of a whole department, also where one sees but some of its people: a minimum is about all of them.
const cover = `
  d.id, d.name, d.minimum_present,
  (SELECT count(*)::int FROM app_user u
   WHERE u.tenant_id = d.tenant_id AND u.department_id = d.id AND u.active AND NOT u.external) AS people`;

/** Departments of those one sees, with who of them is away. $3 is a department or null, $4 half days from, $5 to. */
export const teamCover = sql(
  "team.cover",
  `${visible}
   SELECT ${cover}, CASE WHEN d.minimum_present IS NULL THEN '[]' ELSE COALESCE((
     SELECT json_agg(json_build_object(${span})) FROM leave_request l
     JOIN app_user u ON u.tenant_id = l.tenant_id AND u.id = l.user_id AND u.department_id = d.id AND u.active
     WHERE l.tenant_id = current_tenant() AND l.live AND l.halves && int4range($4, $5)
   ), '[]') END AS spans
   FROM department d WHERE d.tenant_id = current_tenant() AND d.id IN (SELECT department_id FROM visible)
   ORDER BY lower(d.name), d.id`,
);

/** A person's department with who else of it is away. $1 person, $2 half days from, $3 to. */
export const ownCover = sql(
  "team.ownCover",
  `SELECT ${cover}, COALESCE((
     SELECT json_agg(json_build_object(${span})) FROM leave_request l
     JOIN app_user u ON u.tenant_id = l.tenant_id AND u.id = l.user_id AND u.department_id = d.id AND u.active
     WHERE l.tenant_id = current_tenant() AND l.live AND l.user_id <> $1 AND l.halves && int4range($2, $3)
   ), '[]') AS spans
   FROM department d JOIN app_user me ON me.tenant_id = d.tenant_id AND me.department_id = d.id
   WHERE d.tenant_id = current_tenant() AND me.id = $1 AND d.minimum_present IS NOT NULL`,
);

export const setMinimum = sql(
  "team.setMinimum",
  `UPDATE department d SET minimum_present = $2 WHERE d.tenant_id = current_tenant() AND d.id = $1 RETURNING ${cover}`,
);

/** $1 project, $2 half days from, $3 to. */
export const awayOfProject = sql(
  "team.awayOfProject",
  `SELECT json_build_object('id', u.id, 'fullname', u.fullname, 'image', u.image) AS person, l.start_date, l.end_date
   FROM leave_request l
   JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id AND r.status IN ('approved', 'approved_by_manager')
   JOIN app_user u ON u.tenant_id = l.tenant_id AND u.id = l.user_id AND u.active
   WHERE l.tenant_id = current_tenant() AND l.live AND l.halves && int4range($2, $3)
     AND l.user_id IN (SELECT user_id FROM project_access WHERE tenant_id = current_tenant() AND project_id = $1)
   ORDER BY l.start_date, u.id LIMIT 500`,
);
