import type { Permission } from "../../../shared/kernel/access";
import type { ContractFields } from "./people.present";
import { sql } from "../../platform/database/unit-of-work";
import { teamCte } from "../../platform/management-line";

/** A user row; private fields are read separately. */
export interface UserRow extends ContractFields {
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

export const withTeamCte = `WITH RECURSIVE ${teamCte}`;

/** SQL condition: user `u` is below reader $1. The reader is excluded, because a transaction may contain a temporary cycle. */
export const belowReaderCondition = "(u.id <> $1 AND u.id IN (SELECT id FROM team))";

/** Last day of today's absence. */
const awayUntil = `(SELECT max(l.end_date)::text FROM leave_request l
  JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id AND r.status IN ('approved', 'approved_by_manager')
  WHERE l.tenant_id = u.tenant_id AND l.user_id = u.id AND l.live AND l.start_time IS NULL AND tenant_today() BETWEEN l.start_date AND l.end_date)`;

export const absentTodayCondition = `EXISTS (SELECT FROM leave_request l
  JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id AND r.status IN ('approved', 'approved_by_manager')
  WHERE l.tenant_id = u.tenant_id AND l.user_id = u.id AND l.live AND l.start_time IS NULL AND tenant_today() BETWEEN l.start_date AND l.end_date)`;

const personOf = (alias: string) =>
  `json_build_object('id', ${alias}.id, 'fullname', ${alias}.fullname, 'image', ${alias}.image)`;

export const userColumns = `u.id, u.version, u.fullname, u.image, u.email, u.phone_number, u.location, u.external, u.active,
  CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'title', p.title) END AS position,
  CASE WHEN d.id IS NOT NULL THEN json_build_object('id', d.id, 'name', d.name) END AS department,
  ${awayUntil} AS away_until, u.parent_id, CASE WHEN m.id IS NOT NULL THEN ${personOf("m")} END AS parent,
  json_build_object('id', r.id, 'name', r.name, 'code', r.code) AS role, u.employee_id, u.slack_id, u.contract_type,
  u.contract_start::text AS contract_start, u.contract_end::text AS contract_end, u.joined_on::text AS date_of_joining,
  u.left_on::text AS last_day,
  CASE WHEN u.active AND u.last_day_announced THEN u.left_on::text END AS leaves_on, u.gender, ${belowReaderCondition} AS below,
  r.permissions AS role_permissions, r.code AS role_code, u.external AS is_external,
  u.invited_at IS NOT NULL AS invited`;

export const userTables = `app_user u
  JOIN role r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
  LEFT JOIN position p ON p.tenant_id = u.tenant_id AND p.id = u.position_id
  LEFT JOIN department d ON d.tenant_id = u.tenant_id AND d.id = u.department_id
  LEFT JOIN app_user m ON m.tenant_id = u.tenant_id AND m.id = u.parent_id`;

/** Tables as of a day (`at` is the parameter): employees on that day, with the names recorded then for records deleted since. */
export const userTablesAsOf = (at: string) => `(
    SELECT a.id, a.tenant_id, a.version, a.fullname, a.folded, a.email_key, a.phone_number_key, a.employee_id_key, a.image, a.email, a.phone_number, a.external, true AS active, a.role_id,
      a.employee_id, a.slack_id, a.contract_start, a.contract_end, a.joined_on, a.left_on, a.last_day_announced, a.gender, a.invited_at,
      a.active AS works_now, e.location, e.contract_type, e.parent_id, e.position_id, e.department_id,
      e.position AS position_then, e.department AS department_then
    FROM employment e JOIN app_user a ON a.tenant_id = e.tenant_id AND a.id = e.user_id
    WHERE e.tenant_id = current_tenant() AND e.period @> ${at}::date) u
  JOIN role r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
  LEFT JOIN position px ON px.tenant_id = u.tenant_id AND px.id = u.position_id
  LEFT JOIN LATERAL (SELECT u.position_id AS id, COALESCE(px.title, u.position_then) AS title,
      COALESCE(px.folded, fold(u.position_then)) AS folded
    WHERE u.position_id IS NOT NULL) p ON true
  LEFT JOIN department dx ON dx.tenant_id = u.tenant_id AND dx.id = u.department_id
  LEFT JOIN LATERAL (SELECT u.department_id AS id, COALESCE(dx.name, u.department_then) AS name,
      COALESCE(dx.folded, fold(u.department_then)) AS folded
    WHERE u.department_id IS NOT NULL) d ON true
  LEFT JOIN app_user m ON m.tenant_id = u.tenant_id AND m.id = u.parent_id`;

export const selectUserById = sql(
  "people.byId",
  `${withTeamCte} SELECT ${userColumns} FROM ${userTables} WHERE u.tenant_id = current_tenant() AND u.id = $2`,
);

export const selectPrivateFields = sql(
  "people.private",
  `SELECT trim_scale(p.salary)::text AS salary, p.currency, p.address, p.city, p.credential_number,
     p.issued_on::text AS issued_date, p.expires_on::text AS expiry_date, p.last_degree
   FROM user_private p WHERE p.tenant_id = current_tenant() AND p.user_id = $1`,
);

/** Expiry of an open invitation of $1, or the day on which it will be sent. */
export const selectInvitationExpiry = sql(
  "people.invitedUntil",
  `SELECT (SELECT max(expires_at) FROM password_reset
      WHERE tenant_id = current_tenant() AND user_id = $1 AND purpose = 'invitation' AND used_at IS NULL AND expires_at > now()) AS until,
     (SELECT joined_on::text FROM app_user WHERE tenant_id = current_tenant() AND id = $1 AND invite_on_first_day AND active) AS "on"`,
);

export const selectSignatureOfUser = sql(
  "people.signature",
  `SELECT f.id, f.name FROM app_user u
   JOIN file f ON f.tenant_id = u.tenant_id AND f.id = u.signature_file_id
   WHERE u.tenant_id = current_tenant() AND u.id = $1`,
);

export const selectManagersOfUser = sql(
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

export const selectDirectReportsOfUser = sql(
  "people.reports",
  `SELECT u.id, u.fullname, u.image, p.title AS position FROM app_user u
   LEFT JOIN position p ON p.tenant_id = u.tenant_id AND p.id = u.position_id
   WHERE u.tenant_id = current_tenant() AND u.parent_id = $1 AND u.active ORDER BY u.fullname COLLATE reader, u.id`,
);

export const selectGroupsOfUser = sql(
  "people.groups",
  `SELECT g.id, g.title FROM user_group_member m
   JOIN user_group g ON g.tenant_id = m.tenant_id AND g.id = m.group_id
   WHERE m.tenant_id = current_tenant() AND m.user_id = $1 ORDER BY g.title COLLATE reader, g.id`,
);
