/**
 * Tables whose current rows are kept: credentials, so that nothing revoked since is valid again and nothing set up since is lost; host
 * names; payments, which happened outside the product; the security log and the audit log.
 */
export const keptTables: ReadonlySet<string> = new Set(
  `session viewing known_device password_history password_reset login_attempt sign_in_step totp_factor passkey recovery_code
  api_token sign_on sign_on_role sign_on_identity sign_on_step scim push_subscription calendar_feed task_feed security_event tenant_domain
  subscription_customer subscription subscription_checkout subscription_invoice subscription_repair subscription_reminder
  audit_change audit_salary data_export loose_file`.split(/\s+/),
);

/** Columns of the tenant's row that are kept: the state, and columns that belong to the kept tables. */
const keptColumns = `'id', 'epoch', 'active', 'plan_id', 'billing_period', 'plan_starts_at', 'plan_ends_at', 'auto_renew',
  'plan_expired_at', 'closes_at', 'closed_at', 'second_factor_since'`;

export const versionAndTenant = `SELECT current_setting('is_superuser') = 'on' AS superuser,
  (SELECT string_agg(name, ' ' ORDER BY name) FROM migration) AS migrations, (SELECT active FROM tenant WHERE id = $1) AS active`;

export const transactionsBefore = `SELECT count(*)::int AS running FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend' AND xact_start < $1::timestamptz`;

/** The log and its streams come first: writers and consumers of events wait for them until the end. */
export const tenantTables = `SELECT c.relname AS table,
    array_agg(quote_ident(a.attname)::text ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS columns
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
    AND EXISTS (SELECT FROM pg_attribute t WHERE t.attrelid = c.oid AND t.attname = 'tenant_id' AND NOT t.attisdropped)
  GROUP BY c.relname ORDER BY c.relname NOT IN ('domain_event', 'event_stream'), c.relname`;

export const tenantColumns = `SELECT array_agg(quote_ident(attname)::text) AS columns FROM pg_attribute
  WHERE attrelid = 'tenant'::regclass AND attnum > 0 AND NOT attisdropped AND attname NOT IN (${keptColumns})`;

export const withoutTriggers = `SELECT set_config('session_replication_role', 'replica', true),
  set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`;

/** Sweeps skip locked keys, so they don't remove bytes that the restore needs. */
export const lockLooseFiles = "SELECT FROM loose_file WHERE tenant_id = $1 AND NOT claimed FOR UPDATE";
/** Keys that a sweep has claimed in the last two minutes and may be removing. An older claim is of a sweep that has failed. */
export const countSweptFiles = `SELECT count(*)::int AS swept FROM loose_file
  WHERE tenant_id = $1 AND claimed AND due > clock_timestamp() + interval '58 minutes'`;

const keysOf = (files: string) =>
  `SELECT DISTINCT key FROM ${files} f, unnest(ARRAY[f.storage_key, f.preview_key]) AS key
   WHERE f.tenant_id = $1 AND key IS NOT NULL`;

export const keepPresentFiles = `SELECT set_config('restore.files', COALESCE(array_agg(key), '{}')::text, true)
  FROM (${keysOf("file")}) AS k`;

/** Accounts and roles as they are before the restore; they limit the restored ones. */
export const createPresentRights = `CREATE TEMP TABLE present_user (LIKE app_user) ON COMMIT DROP;
  CREATE TEMP TABLE present_role (LIKE role) ON COMMIT DROP`;
export const keepPresentUsers = "INSERT INTO present_user SELECT * FROM app_user WHERE tenant_id = $1";
export const keepPresentRoles = "INSERT INTO present_role SELECT * FROM role WHERE tenant_id = $1";

export const selectLimitedRoles = `SELECT r.name FROM role r JOIN present_role p ON p.id = r.id
  WHERE r.tenant_id = $1 AND NOT r.permissions <@ p.permissions ORDER BY r.name`;

/** Permissions that a role has lost since aren't restored. */
export const limitRolePermissions = `UPDATE role r SET second_factor_since = p.second_factor_since,
    permissions = ARRAY(SELECT code FROM unnest(r.permissions) AS code WHERE code = ANY(p.permissions))
  FROM present_role p WHERE r.tenant_id = $1 AND r.id = p.id`;

/** Keeps roles that were created since, because accounts and single sign-on may need them. Names stay unique. */
export const keepNewRoles = `INSERT INTO role (id, tenant_id, code, name, permissions, second_factor_since, version)
  OVERRIDING SYSTEM VALUE
  SELECT p.id, p.tenant_id,
    CASE WHEN NOT EXISTS (SELECT FROM role r WHERE r.tenant_id = $1 AND r.code = p.code) THEN p.code END,
    CASE WHEN EXISTS (SELECT FROM role r WHERE r.tenant_id = $1 AND name_key(r.name) = name_key(p.name))
      THEN p.name || ' (' || p.id || ')' ELSE p.name END,
    p.permissions, p.second_factor_since, p.version
  FROM present_role p WHERE NOT EXISTS (SELECT FROM role r WHERE r.tenant_id = $1 AND r.id = p.id)`;

export interface LimitedAccount {
  fullname: string;
  deactivated: boolean;
  role: boolean;
  external: boolean;
}

/**
 * Users whose account had more rights at the chosen time than before the restore, or no longer existed then. They keep the lesser rights.
 */
export const limitAccounts = `WITH rights AS (
    SELECT u.id, p.password_hash, p.password_given, u.active AND COALESCE(p.active, false) AS active,
      u.external OR COALESCE(p.external, false) AS external,
      CASE WHEN now_role.id IS NULL OR now_role.code = 'administrator'
          OR (was_role.code IS DISTINCT FROM 'administrator' AND was_role.permissions <@ now_role.permissions)
        THEN u.role_id ELSE p.role_id END AS role_id
    FROM app_user u LEFT JOIN present_user p ON p.id = u.id
    JOIN role was_role ON was_role.tenant_id = u.tenant_id AND was_role.id = u.role_id
    LEFT JOIN role now_role ON now_role.tenant_id = u.tenant_id AND now_role.id = p.role_id
    WHERE u.tenant_id = $1
  ), earlier AS (SELECT id, active, external, role_id FROM app_user WHERE tenant_id = $1),
  changed AS (
    UPDATE app_user u SET active = r.active, external = r.external, role_id = r.role_id,
      password_hash = COALESCE(r.password_hash, u.password_hash),
      password_given = COALESCE(r.password_given, u.password_given)
    FROM rights r WHERE u.tenant_id = $1 AND u.id = r.id
    RETURNING u.id, u.fullname, u.active, u.external, u.role_id
  )
  SELECT c.fullname, c.active <> e.active AS deactivated, c.role_id <> e.role_id AS role, c.external <> e.external AS external
  FROM changed c JOIN earlier e ON e.id = c.id
  WHERE (c.active, c.external, c.role_id) IS DISTINCT FROM (e.active, e.external, e.role_id) ORDER BY c.fullname, c.id`;

const activeAdministrator = `SELECT FROM app_user u JOIN role r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
  WHERE u.tenant_id = $1 AND u.active AND NOT u.external AND r.code = 'administrator'`;

/** Whether the tenant has lost its last administrator by the restore. */
export const selectLostAdministrators = `SELECT FROM present_user p JOIN present_role r ON r.id = p.role_id
  WHERE p.active AND NOT p.external AND r.code = 'administrator' AND NOT EXISTS (${activeAdministrator}) LIMIT 1`;

/** Makes the account with email address $2 an active administrator. */
export const makeAdministrator = `UPDATE app_user u SET active = true, external = false, role_id = r.id FROM role r
  WHERE u.tenant_id = $1 AND u.email = $2 AND r.tenant_id = u.tenant_id AND r.code = 'administrator' RETURNING u.id, u.fullname`;

/** Mandatory single sign-on whose exempt user can't sign in. */
const lockedOut = `s.tenant_id = $1 AND s.required AND NOT EXISTS (${activeAdministrator} AND u.id = s.exempt_user_id)`;
export const selectLockedOutSignOn = `SELECT FROM sign_on s WHERE ${lockedOut}`;
export const updateExemptUser = `UPDATE sign_on s SET exempt_user_id = $2, version = version + 1 WHERE ${lockedOut}`;

const presentKeys = "SELECT unnest(current_setting('restore.files')::text[])";

/** Files that have been deleted since, whose bytes may be gone. */
export const returningFiles = `${keysOf("file")} AND key NOT IN (${presentKeys})`;

export const freeUnusedFiles = `INSERT INTO loose_file (tenant_id, storage_key, due)
  SELECT $1, key, now() FROM (${presentKeys}) AS present (key)
  WHERE key NOT IN (${keysOf("file")})
    AND NOT EXISTS (SELECT FROM loose_file l WHERE l.tenant_id = $1 AND l.storage_key = key)`;

export const keepUsedFiles = `DELETE FROM loose_file WHERE tenant_id = $1 AND storage_key IN (${keysOf("file")})`;

export interface ForeignKey {
  source: string;
  target: string;
  columns: string[];
  targets: string[];
  /** Columns that become null when the record is deleted; empty if the row is deleted. */
  emptied: string[];
}

export const foreignKeys = `SELECT s.relname AS source, t.relname AS target,
    -- Without a list of columns, all columns of the key become null. The tenant remains.
    ARRAY(SELECT quote_ident(a.attname)::text FROM unnest(COALESCE(k.confdelsetcols, k.conkey)) AS c (num)
          JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = c.num
          WHERE k.confdeltype = 'n' AND a.attname <> 'tenant_id') AS emptied,
    ARRAY(SELECT quote_ident(a.attname)::text FROM unnest(k.conkey) WITH ORDINALITY AS c (num, nth)
          JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = c.num ORDER BY nth) AS columns,
    ARRAY(SELECT quote_ident(a.attname)::text FROM unnest(k.confkey) WITH ORDINALITY AS c (num, nth)
          JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = c.num ORDER BY nth) AS targets
  FROM pg_constraint k JOIN pg_class s ON s.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
  WHERE k.contype = 'f' AND s.relnamespace = 'public'::regnamespace
    AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = s.oid AND a.attname = 'tenant_id')`;

/** Deletes or empties references of tenant $1 to missing records, as the foreign key would have done when the record was deleted. */
export function removeDangling({ source, target, columns, targets, emptied }: ForeignKey): string {
  const same = columns.map((column, at) => `t.${targets[at]} = s.${column}`).join(" AND ");
  const dangling = `s.tenant_id = $1 AND ${columns.map((column) => `s.${column} IS NOT NULL`).join(" AND ")}
    AND NOT EXISTS (SELECT FROM "${target}" t WHERE ${same})`;
  if (emptied.length === 0) return `DELETE FROM "${source}" s WHERE ${dangling}`;
  return `UPDATE "${source}" s SET ${emptied.map((column) => `${column} = NULL`).join(", ")} WHERE ${dangling}`;
}
