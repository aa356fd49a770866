import { sql } from "../../platform/database/unit-of-work";

const columns = `
  r.id, r.code, r.name, r.permissions, r.version,
  (SELECT count(*)::int FROM app_user u WHERE u.tenant_id = r.tenant_id AND u.role_id = r.id AND u.active) AS user_count,
  COALESCE((SELECT json_agg(p) FROM (
    SELECT u.id, u.fullname, u.image FROM app_user u
    WHERE u.tenant_id = r.tenant_id AND u.role_id = r.id AND u.active ORDER BY u.fullname COLLATE reader, u.id LIMIT 5) AS p), '[]') AS people`;

/** All roles: seeded roles first, then in order of creation. */
export const selectRoles = sql(
  "roles.list",
  `SELECT ${columns} FROM role r WHERE r.tenant_id = current_tenant() ORDER BY r.code IS NULL, r.id`,
);
export const selectRolesByIds = sql(
  "roles.byIds",
  `SELECT ${columns} FROM role r WHERE r.tenant_id = current_tenant() AND r.id = ANY($1) ORDER BY r.code IS NULL, r.id`,
);

/** Locks roles in the order of their ids to avoid deadlocks. */
export const lockRoles = sql(
  "roles.lock",
  `SELECT id, code, name, permissions, version FROM role WHERE tenant_id = current_tenant() AND id = ANY($1)
   ORDER BY id FOR NO KEY UPDATE`,
);
/** FOR UPDATE also blocks concurrent assignments of the role, because of their foreign keys. */
export const lockForDeletion = sql(
  "roles.lockForDeletion",
  `SELECT id, code, name, permissions, version FROM role WHERE tenant_id = current_tenant() AND id = ANY($1)
   ORDER BY id FOR UPDATE`,
);

export const updateRolePermissions = sql(
  "roles.setPermissions",
  "UPDATE role SET permissions = $2, version = version + 1 WHERE tenant_id = current_tenant() AND id = $1",
);

const holderColumns = `u.id, u.fullname, u.image, u.external, p.title AS position`;
const holderTables = `app_user u LEFT JOIN position p ON p.tenant_id = u.tenant_id AND p.id = u.position_id`;

export const selectHoldersOfRole = sql(
  "roles.holders",
  `SELECT ${holderColumns}, u.role_id FROM ${holderTables}
   WHERE u.tenant_id = current_tenant() AND u.role_id = ANY($1) AND u.active ORDER BY u.fullname COLLATE reader, u.id`,
);

/** Users who have the effective permission $1. $2: whether external users may have it. */
export const selectPermissionHolders = sql(
  "roles.listPermissionHolders",
  `SELECT ${holderColumns}, r.name AS role FROM ${holderTables}
   JOIN role r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
   WHERE u.tenant_id = current_tenant() AND u.active AND (r.code = 'administrator' OR $1 = ANY(r.permissions))
     AND (NOT u.external OR $2)
   ORDER BY r.code IS DISTINCT FROM 'administrator', u.fullname COLLATE reader, u.id`,
);

/** Locks the users, so that no other transaction changes their role after it is read here. */
export const lockUsers = sql(
  "roles.lockPeople",
  `SELECT id, role_id, external FROM app_user WHERE tenant_id = current_tenant() AND id = ANY($1)
   ORDER BY id FOR NO KEY UPDATE`,
);
export const updateRoleOfUsers = sql(
  "roles.give",
  `UPDATE app_user u SET role_id = $2, version = u.version + 1 FROM app_user before
   JOIN role r ON r.tenant_id = before.tenant_id AND r.id = before.role_id
   WHERE u.tenant_id = current_tenant() AND u.id = ANY($1) AND u.role_id <> $2 AND before.tenant_id = u.tenant_id AND before.id = u.id
   RETURNING u.id, r.name AS "previousRole"`,
);

export const selectLastAdministrator = sql(
  "roles.lastAdministrator",
  `SELECT u.id FROM app_user u JOIN role r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
   WHERE u.tenant_id = current_tenant() AND u.id = $1 AND r.code = 'administrator' AND u.active AND NOT u.external
     AND NOT EXISTS (SELECT FROM app_user o WHERE o.tenant_id = u.tenant_id AND o.role_id = r.id AND o.id <> u.id
                     AND o.active AND NOT o.external)`,
);

/** Uses of role $1: users (including former users), approval steps, and rules and forms that refer to it. */
export const selectRoleUses = sql(
  "roles.uses",
  `SELECT 'people' AS kind, count(*)::int AS count, (array_agg(fullname ORDER BY fullname COLLATE reader))[1:3] AS names
     FROM app_user u WHERE tenant_id = current_tenant() AND (role_id = $1 OR EXISTS (
       SELECT FROM employment_change_field f WHERE f.tenant_id = u.tenant_id AND f.user_id = u.id AND f.planned AND f.role_id = $1))
   UNION ALL SELECT 'requests', count(DISTINCT request_id)::int, '{}'
     FROM request_step WHERE tenant_id = current_tenant() AND role_id = $1
   UNION ALL SELECT 'sign_on', count(*)::int, '{}' FROM (
     SELECT FROM sign_on WHERE tenant_id = current_tenant() AND role_id = $1
     UNION ALL SELECT FROM scim WHERE tenant_id = current_tenant() AND role_id = $1
     UNION ALL SELECT FROM sign_on_role WHERE tenant_id = current_tenant() AND role_id = $1) AS claims
   UNION ALL SELECT 'rules', count(*)::int, (array_agg(name))[1:3] FROM (
     SELECT name FROM approval_rule WHERE tenant_id = current_tenant() AND steps @> jsonb_build_array(jsonb_build_object('role_id', $1::bigint))
     UNION ALL SELECT DISTINCT v.title FROM form_version v WHERE v.tenant_id = current_tenant()
       AND (v.definition::text ~ ('"role_id": ' || $1::bigint || '[,}]')
         OR v.definition->'audience'->'role_ids' @> to_jsonb($1::bigint))
     UNION ALL SELECT f.draft->>'title' FROM form f WHERE f.tenant_id = current_tenant()
       AND (f.draft::text ~ ('"role_id": ' || $1::bigint || '[,}]')
         OR f.draft->'audience'->'role_ids' @> to_jsonb($1::bigint))) AS named`,
);

/** Replaces role $1 with $2 in a JSON column: in `"role_id"` fields and in the audience. */
const inJson = (column: string) => `
  jsonb_set(
    regexp_replace(${column}::text, '"role_id": ' || $1::bigint || '(?=[,}])', '"role_id": ' || $2::bigint, 'g')::jsonb,
    '{audience,role_ids}',
    COALESCE((SELECT jsonb_agg(DISTINCT CASE WHEN id = to_jsonb($1::bigint) THEN to_jsonb($2::bigint) ELSE id END)
              FROM jsonb_array_elements(${column}->'audience'->'role_ids') AS ids (id)), '[]'))`;

/** Replaces role $1 with $2 in the steps of approval rules. */
export const moveRoleRules = sql(
  "roles.moveRules",
  `UPDATE approval_rule SET steps = regexp_replace(steps::text, '"role_id": ' || $1::bigint || '(?=[,}])',
     '"role_id": ' || $2::bigint, 'g')::jsonb
   WHERE tenant_id = current_tenant() AND steps @> jsonb_build_array(jsonb_build_object('role_id', $1::bigint))
   RETURNING family`,
);

/** Moves the other references from role $1 to $2. Users and rules are excluded, because changing them emits events. */
export const moveRoleReferences = [
  sql(
    "roles.movePlanned",
    `UPDATE employment_change_field SET role_id = $2, after = (SELECT name FROM role WHERE tenant_id = current_tenant() AND id = $2)
     WHERE tenant_id = current_tenant() AND planned AND role_id = $1`,
  ),
  sql("roles.moveSteps", "UPDATE request_step SET role_id = $2 WHERE tenant_id = current_tenant() AND role_id = $1"),
  sql("roles.moveSignOn", "UPDATE sign_on SET role_id = $2 WHERE tenant_id = current_tenant() AND role_id = $1"),
  sql("roles.moveScim", "UPDATE scim SET role_id = $2 WHERE tenant_id = current_tenant() AND role_id = $1"),
  sql("roles.moveClaims", "UPDATE sign_on_role SET role_id = $2 WHERE tenant_id = current_tenant() AND role_id = $1"),
  sql(
    "roles.moveForms",
    `UPDATE form_version SET definition = ${inJson("definition")}
     WHERE tenant_id = current_tenant() AND (definition::text ~ ('"role_id": ' || $1::bigint || '[,}]')
       OR definition->'audience'->'role_ids' @> to_jsonb($1::bigint))`,
  ),
  sql(
    "roles.moveDrafts",
    `UPDATE form SET draft = ${inJson("draft")}
     WHERE tenant_id = current_tenant() AND (draft::text ~ ('"role_id": ' || $1::bigint || '[,}]')
       OR draft->'audience'->'role_ids' @> to_jsonb($1::bigint))`,
  ),
] as const;

export const selectPeopleOfRole = sql(
  "roles.people",
  "SELECT id FROM app_user WHERE tenant_id = current_tenant() AND role_id = $1 ORDER BY id",
);

export const setSavepoint = sql("roles.savepoint", "SAVEPOINT before_change");
export const rollbackToSavepoint = sql("roles.rollBack", "ROLLBACK TO SAVEPOINT before_change");

export const selectRequestsWithoutApprover = sql(
  "roles.stranded",
  `SELECT r.id, r.title, u.fullname AS requester FROM request r
   JOIN app_user u ON u.tenant_id = r.tenant_id AND u.id = r.requester_id
   WHERE r.tenant_id = current_tenant() AND r.id = ANY($1) ORDER BY r.id`,
  { notNull: ["title"] },
);
