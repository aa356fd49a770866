import type { Permission, PlanFeature } from "../../shared/kernel/access";
import type { Language } from "../../shared/kernel/languages";
import type { Scope } from "../../shared/kernel/scopes";
import { sql } from "./database/unit-of-work";

export interface SessionRow {
  credential_id: number;
  scopes: Scope[] | null;
  stale: boolean;
  id: number;
  fullname: string;
  image: string | null;
  email: string;
  language: Language | null;
  time_zone: string;
  external: boolean;
  role_id: number;
  role_code: string | null;
  permissions: Permission[];
  tenant_active: boolean;
  plan_expired: boolean;
  factor_missing: boolean;
  password_given: boolean;
  features: PlanFeature[];
  unread: number;
  viewed_user: number | null;
  viewed_role: number | null;
  viewed_until: Date | null;
}

/**
 * The user or role that a session views as, and when that ends. Sessions found by a file cookie and personal tokens never view as another
 * user.
 */
const viewed = (table: string, column: string) =>
  table === "session" && column === "token_hash"
    ? {
        columns: "v.user_id AS viewed_user, v.role_id AS viewed_role, v.expires_at AS viewed_until",
        join: "LEFT JOIN viewing v ON v.tenant_id = s.tenant_id AND v.session_id = s.id AND v.expires_at > now()",
      }
    : {
        columns: "NULL::bigint AS viewed_user, NULL::bigint AS viewed_role, NULL::timestamptz AS viewed_until",
        join: "",
      };

/**
 * Returns everything the guards need in one statement: session, user, role, tenant, plan, and the unread count for the header. `many` looks
 * up several credentials without acting for any of them.
 *
 * The CTE is materialized so that the credential is looked up before the joins. Plans are cached per connection for all tenants: a plan
 * created for a tenant without statistics scanned all sessions for each user. It took 20 s for 10,000 users, until the connection ended.
 */
const credentialBy = <const Name extends string>(
  name: Name,
  table: "session" | "api_token",
  column: "token_hash" | "file_hash",
  many: boolean = false,
) =>
  sql(
    name,
    `WITH s AS MATERIALIZED (
       SELECT * FROM ${table} WHERE tenant_id = current_tenant() AND ${column} = ${many ? "ANY($1)" : "$1"} AND expires_at > now())
     SELECT s.id AS credential_id,
          ${many ? `s.${column} AS hash,` : "set_config('app.actor_id', s.user_id::text, true), -- the audit list asks who acts"}
          ${table === "api_token" ? "s.scopes" : "NULL::text[] AS scopes"},
          COALESCE(s.last_used_at < now() - interval '5 minutes', true) AS stale,
          u.id, u.fullname, u.image, u.email, COALESCE(u.language, t.default_language) AS language, COALESCE(u.time_zone, t.time_zone) AS time_zone, u.external, u.password_given,
          r.id AS role_id, r.code AS role_code, r.permissions,
          t.active AS tenant_active, plan_is_over(t.plan_ends_at, t.auto_renew) AS plan_expired, p.features,
          -- Sessions from before it was asked for go on: the next sign-in asks.
          CASE WHEN COALESCE(t.second_factor_since, r.second_factor_since) IS NULL THEN false
               ELSE s.created_at > LEAST(t.second_factor_since, r.second_factor_since)
                 AND NOT EXISTS (SELECT FROM totp_factor f WHERE f.tenant_id = s.tenant_id AND f.user_id = s.user_id AND f.confirmed_at IS NOT NULL)
                 AND NOT EXISTS (SELECT FROM passkey k WHERE k.tenant_id = s.tenant_id AND k.user_id = s.user_id) END AS factor_missing,
          (SELECT count(*)::int FROM (SELECT FROM notification n
             WHERE n.tenant_id = s.tenant_id AND n.user_id = s.user_id AND n.read_at IS NULL LIMIT 1000) AS few) AS unread,
          ${viewed(table, column).columns}
   FROM s
   ${viewed(table, column).join}
   JOIN app_user u ON u.tenant_id = s.tenant_id AND u.id = s.user_id AND u.active
   JOIN role r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
   JOIN tenant t ON t.id = s.tenant_id
   JOIN plan p ON p.id = t.plan_id`,
  );
export const sessionByToken = credentialBy("session.by.token_hash", "session", "token_hash");
/** Looks up many sessions at a time, for sockets; the column `hash` maps each row to its token. */
export const sessionsByTokens = credentialBy("session.by.token_hashs", "session", "token_hash", true);
/** Looks up the session by the cookie that `<img>` sends; used only by `GET /files`. */
export const sessionByFileToken = credentialBy("session.by.file_hash", "session", "file_hash");
export const sessionByApiToken = credentialBy("api_token.by.token_hash", "api_token", "token_hash");

export type ViewedRow = Pick<
  SessionRow,
  "id" | "fullname" | "image" | "email" | "external" | "role_id" | "role_code" | "permissions"
>;

export const viewedUser = sql(
  "session.personSeen",
  `SELECT u.id, u.fullname, u.image, u.email, u.external, r.id AS role_id, r.code AS role_code, r.permissions
   FROM app_user u JOIN role r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
   WHERE u.tenant_id = current_tenant() AND u.id = $1 AND u.active`,
);
export const viewedRole = sql(
  "session.roleSeen",
  `SELECT u.id, u.fullname, u.image, u.email, COALESCE(r.code = 'external', false) AS external, r.id AS role_id,
          r.code AS role_code, r.permissions
   FROM role r CROSS JOIN app_user u
   WHERE r.tenant_id = current_tenant() AND r.id = $1 AND u.tenant_id = r.tenant_id AND u.id = $2`,
);
