import { sql } from "../../../platform/database/unit-of-work";

/**
 * Inserts all users in $1 with one statement. Each user's manager is found by the email in the row and must already exist. $2 hash of an
 * unknown password.
 */
export const insertPeople = sql(
  "importNewcomers.people",
  `INSERT INTO app_user (tenant_id, email, fullname, password_hash, role_id, position_id, department_id, parent_id, gender,
     contract_type, location, phone_number, employee_id, slack_id, joined_on, contract_start, contract_end, external, active)
   SELECT current_tenant(), w.email, w.fullname, $2, w.role_id, w.position_id, w.department_id, m.id, w.gender,
     w.contract_type, w.location, w.phone_number, w.employee_id, w.slack_id, w.date_of_joining, w.contract_start, w.contract_end,
     COALESCE(w.external, false), COALESCE(w.active, true)
   FROM jsonb_to_recordset($1) AS w (email text, fullname text, role_id bigint, position_id bigint, department_id bigint,
     leader text, gender text, contract_type text, location text, phone_number text, employee_id text, slack_id text,
     date_of_joining date, contract_start date, contract_end date, external boolean, active boolean)
   LEFT JOIN app_user m ON m.tenant_id = current_tenant() AND m.email = w.leader
   RETURNING id, email`,
);

export const insertPrivateFields = sql(
  "importNewcomers.private",
  `INSERT INTO user_private (tenant_id, user_id, salary, currency, address, city, credential_number, issued_on, expires_on, last_degree)
   SELECT current_tenant(), w.id, w.salary, w.currency, w.address, w.city, w.credential_number, w.issued_date, w.expiry_date, w.last_degree
   FROM jsonb_to_recordset($1) AS w (id bigint, salary numeric, currency text, address text, city text, credential_number text,
     issued_date date, expiry_date date, last_degree text)
   WHERE num_nonnulls(w.salary, w.currency, w.address, w.city, w.credential_number, w.issued_date, w.expiry_date, w.last_degree) > 0`,
);

export const insertPasswords = sql(
  "importNewcomers.passwords",
  "INSERT INTO password_history (tenant_id, user_id, password_hash) SELECT current_tenant(), id, $2 FROM unnest($1::bigint[]) AS w (id)",
);

/** Adds hiring history entries on the first day or today, with current names. $1 users with salaries as text, $2 actor. */
export const insertHirings = sql(
  "importNewcomers.hirings",
  `WITH hired AS (
     SELECT u.*, w.salary FROM jsonb_to_recordset($1) AS w (id bigint, salary text)
     JOIN app_user u ON u.tenant_id = current_tenant() AND u.id = w.id
   ), entry AS (
     INSERT INTO user_history (tenant_id, user_id, type, effective_on, actor_id)
     SELECT current_tenant(), id, 'hiring', COALESCE(joined_on, tenant_today()), $2 FROM hired ORDER BY id
     RETURNING id, user_id
   )
   INSERT INTO user_history_field (tenant_id, history_id, user_id, field, before, after)
   SELECT current_tenant(), entry.id, h.id, f.field, NULL, f.after
   FROM entry JOIN hired h ON h.id = entry.user_id
   JOIN role r ON r.tenant_id = h.tenant_id AND r.id = h.role_id
   LEFT JOIN position p ON p.tenant_id = h.tenant_id AND p.id = h.position_id
   LEFT JOIN department d ON d.tenant_id = h.tenant_id AND d.id = h.department_id
   LEFT JOIN app_user m ON m.tenant_id = h.tenant_id AND m.id = h.parent_id
   CROSS JOIN LATERAL (VALUES ('position', p.title), ('department', d.name), ('parent', m.fullname),
     ('contract_type', h.contract_type), ('role', r.name), ('location', h.location), ('salary', h.salary)) AS f (field, after)
   WHERE f.after IS NOT NULL`,
);

/**
 * Updates statistics during the import: with the statistics of an almost empty table, triggers and foreign keys would use unsuitable plans,
 * and the import would take quadratic time.
 */
export const analyzePeople = sql("importNewcomers.analyze", "SELECT analyze_people()");
