import type { Permission } from "../../shared/kernel/permissions";
import type { Contracted } from "./people.present";
import { sql } from "../platform/database/unit-of-work";
import { teamOf } from "./management-line.policy";

/** A person as statements read them; private fields are asked for apart. */
export interface UserRow extends Contracted {
  id: number;
  version: number;
  active: boolean;
  below: boolean;
  role_permissions: Permission[];
  role_code: string | null;
  is_external: boolean;
  invited: boolean;
}

export interface PrivateRow {
  salary: string | null;
  currency: string | null;
  address: string | null;
  city: string | null;
  credential_number: string | null;
  issued_date: string | null;
  expiry_date: string | null;
  last_degree: string | null;
}

/** Everyone who stands below $1. */
export const withTeam = `WITH RECURSIVE ${teamOf}`;

/** Below whoever asks ($1). One's own manager may stand below oneself for a moment; oneself never counts. */
export const isBelow = "(u.id <> $1 AND u.id IN (SELECT id FROM team))";

/** Until when somebody is away who is away today. */
const awayUntil = `(SELECT max(l.end_date)::text FROM leave_request l
  JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id AND r.status IN ('approved', 'approved_by_manager')
  WHERE l.tenant_id = u.tenant_id AND l.user_id = u.id AND l.live AND tenant_today() BETWEEN l.start_date AND l.end_date)`;

export const isAway = `EXISTS (SELECT FROM leave_request l
  JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id AND r.status IN ('approved', 'approved_by_manager')
  WHERE l.tenant_id = u.tenant_id AND l.user_id = u.id AND l.live AND tenant_today() BETWEEN l.start_date AND l.end_date)`;

const personOf = (alias: string) =>
  `json_build_object('id', ${alias}.id, 'fullname', ${alias}.fullname, 'image', ${alias}.image)`;

export const userColumns = `u.id, u.version, u.fullname, u.image, u.email, u.phone_number, u.location, u.external, u.active,
  CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'title', p.title) END AS position,
  CASE WHEN d.id IS NOT NULL THEN json_build_object('id', d.id, 'name', d.name) END AS department,
  ${awayUntil} AS away_until, u.parent_id, CASE WHEN m.id IS NOT NULL THEN ${personOf("m")} END AS parent,
  json_build_object('id', r.id, 'name', r.name, 'code', r.code) AS role, u.employee_id, u.slack_id, u.contract_type,
  u.contract_start::text AS contract_start, u.contract_end::text AS contract_end, u.joined_on::text AS date_of_joining,
  u.left_on::text AS last_day,
  CASE WHEN u.active AND u.last_day_announced THEN u.left_on::text END AS leaves_on, u.gender, ${isBelow} AS below,
  r.permissions AS role_permissions, r.code AS role_code, u.external AS is_external,
  u.invited_at IS NOT NULL AS invited`;

export const userTables = `app_user u
  JOIN role r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
  LEFT JOIN position p ON p.tenant_id = u.tenant_id AND p.id = u.position_id
  LEFT JOIN department d ON d.tenant_id = u.tenant_id AND d.id = u.department_id
  LEFT JOIN app_user m ON m.tenant_id = u.tenant_id AND m.id = u.parent_id`;

/** The tables as they were on a day ($n in `at`): who worked here then, as what, in the words of then where those are gone. */
export const userTablesOn = (at: string) => `(
    SELECT a.id, a.tenant_id, a.version, a.fullname, a.image, a.email, a.phone_number, a.external, true AS active, a.role_id,
      a.employee_id, a.slack_id, a.contract_start, a.contract_end, a.joined_on, a.left_on, a.last_day_announced, a.gender, a.invited_at,
      a.active AS works_now, e.location, e.contract_type, e.parent_id, e.position_id, e.department_id,
      e.position AS position_then, e.department AS department_then
    FROM employment e JOIN app_user a ON a.tenant_id = e.tenant_id AND a.id = e.user_id
    WHERE e.tenant_id = current_tenant() AND e.period @> ${at}::date) u
  JOIN role r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
  LEFT JOIN position px ON px.tenant_id = u.tenant_id AND px.id = u.position_id
  LEFT JOIN LATERAL (SELECT u.position_id AS id, COALESCE(px.title, u.position_then) AS title
    WHERE u.position_id IS NOT NULL) p ON true
  LEFT JOIN department dx ON dx.tenant_id = u.tenant_id AND dx.id = u.department_id
  LEFT JOIN LATERAL (SELECT u.department_id AS id, COALESCE(dx.name, u.department_then) AS name
    WHERE u.department_id IS NOT NULL) d ON true
  LEFT JOIN app_user m ON m.tenant_id = u.tenant_id AND m.id = u.parent_id`;

/** $1 who asks, $2 whom about. */
export const userById = sql(
  "people.byId",
  `${withTeam} SELECT ${userColumns} FROM ${userTables} WHERE u.tenant_id = current_tenant() AND u.id = $2`,
);

export const privateOf = sql(
  "people.private",
  `SELECT trim_scale(p.salary)::text AS salary, p.currency, p.address, p.city, p.credential_number,
     p.issued_on::text AS issued_date, p.expires_on::text AS expiry_date, p.last_degree
   FROM user_private p WHERE p.tenant_id = current_tenant() AND p.user_id = $1`,
);

/** Who stands above $1, the nearest first; it ends where two stand above each other. */
/** Until when an invitation of $1 is open. */
export const invitedUntil = sql(
  "people.invitedUntil",
  `SELECT max(expires_at) AS until FROM password_reset
   WHERE tenant_id = current_tenant() AND user_id = $1 AND purpose = 'invitation' AND used_at IS NULL AND expires_at > now()`,
);

export const signatureOf = sql(
  "people.signature",
  `SELECT '/files/' || f.id || '/' || f.name AS url FROM app_user u
   JOIN file f ON f.tenant_id = u.tenant_id AND f.id = u.signature_file_id
   WHERE u.tenant_id = current_tenant() AND u.id = $1`,
);

export const managersOf = sql(
  "people.managers",
  `WITH RECURSIVE line AS (
     SELECT u.parent_id, 1 AS depth FROM app_user u WHERE u.tenant_id = current_tenant() AND u.id = $1
     UNION ALL
     SELECT u.parent_id, line.depth + 1 FROM line
     JOIN app_user u ON u.tenant_id = current_tenant() AND u.id = line.parent_id WHERE line.depth < 30
   )
   SELECT u.id, u.fullname, u.image, p.title AS position FROM (
     SELECT parent_id, min(depth) AS depth FROM line WHERE parent_id IS NOT NULL AND parent_id <> $1 GROUP BY parent_id
   ) AS above
   JOIN app_user u ON u.tenant_id = current_tenant() AND u.id = above.parent_id
   LEFT JOIN position p ON p.tenant_id = u.tenant_id AND p.id = u.position_id
   ORDER BY above.depth`,
);

export const reportsOf = sql(
  "people.reports",
  `SELECT u.id, u.fullname, u.image, p.title AS position FROM app_user u
   LEFT JOIN position p ON p.tenant_id = u.tenant_id AND p.id = u.position_id
   WHERE u.tenant_id = current_tenant() AND u.parent_id = $1 AND u.active ORDER BY lower(u.fullname), u.id`,
);

export const groupsOf = sql(
  "people.groups",
  `SELECT g.id, g.title FROM user_group_member m
   JOIN user_group g ON g.tenant_id = m.tenant_id AND g.id = m.group_id
   WHERE m.tenant_id = current_tenant() AND m.user_id = $1 ORDER BY lower(g.title), g.id`,
);
