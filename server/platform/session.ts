import { createHash } from "node:crypto";
import type { Actor as Person } from "../../shared/kernel/events";
import type { Language } from "../../shared/kernel/languages";
import { externalPermissions, type Permission, permissions as allPermissions } from "../../shared/kernel/permissions";
import type { PlanFeature } from "../../shared/kernel/plan-features";
import { Problem } from "../../shared/kernel/problems";
import { type Scope, type Scoped, scopesFor } from "../../shared/kernel/scopes";
import { cookieValue } from "./http/cookies";
import { sql, type Statement, type Tx } from "./database/unit-of-work";

/** Who makes a call, as the database knows them at this moment. */
export interface Actor extends Person {
  tenantId: number;
  /** Null: they call with a personal token. */
  sessionId: number | null;
  /** The personal token they call with, and what it was made for. */
  apiToken: { id: number; scopes: ReadonlySet<Scope> } | null;
  email: string;
  roleId: number;
  roleCode: string | null;
  permissions: ReadonlySet<Permission>;
  external: boolean;
  language: Language | null;
  /** IANA name: their own or, until a browser of theirs has said it, the organisation's. */
  timeZone: string;
  features: ReadonlySet<PlanFeature>;
  planExpired: boolean;
  /** They need a second factor and have none: nothing but setting one up is answered. */
  factorMissing: boolean;
  unread: number;
}

/** What somebody called with. */
export type Credentials = Pick<Actor, "tenantId" | "sessionId" | "apiToken">;

interface SessionRow {
  credential_id: number;
  /** Of a token. */
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
  features: PlanFeature[];
  unread: number;
}

/** Everything the guards ask, in one statement: session, person, role, tenant, plan, and the unread count for the header. */
const credentialBy = (table: "session" | "api_token", column: "token_hash" | "file_hash") =>
  sql(
    `${table}.by.${column}`,
    `SELECT s.id AS credential_id, ${table === "api_token" ? "s.scopes" : "NULL AS scopes"},
          COALESCE(s.last_used_at < now() - interval '5 minutes', true) AS stale,
          u.id, u.fullname, u.image, u.email, u.language, COALESCE(u.time_zone, t.time_zone) AS time_zone, u.external,
          r.id AS role_id, r.code AS role_code, r.permissions,
          t.active AS tenant_active, COALESCE(t.plan_ends_at <= now(), false) AS plan_expired, p.features,
          -- Sessions from before it was asked for go on: the next sign-in asks.
          CASE WHEN COALESCE(t.second_factor_since, r.second_factor_since) IS NULL THEN false
               ELSE s.created_at > LEAST(t.second_factor_since, r.second_factor_since)
                 AND NOT EXISTS (SELECT FROM totp_factor f WHERE f.tenant_id = s.tenant_id AND f.user_id = s.user_id AND f.confirmed_at IS NOT NULL)
                 AND NOT EXISTS (SELECT FROM passkey k WHERE k.tenant_id = s.tenant_id AND k.user_id = s.user_id) END AS factor_missing,
          (SELECT count(*)::int FROM (SELECT FROM notification n
             WHERE n.tenant_id = s.tenant_id AND n.user_id = s.user_id AND n.read_at IS NULL LIMIT 1000) AS few) AS unread
   FROM ${table} s
   JOIN app_user u ON u.tenant_id = s.tenant_id AND u.id = s.user_id AND u.active
   JOIN role r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
   JOIN tenant t ON t.id = s.tenant_id
   JOIN plan p ON p.id = t.plan_id
   WHERE s.tenant_id = current_tenant() AND s.${column} = $1 AND s.expires_at > now()`,
  );
const sessionByToken = credentialBy("session", "token_hash");
/** The cookie that `<img>` sends: asked by `GET /files` alone. */
const sessionByFileToken = credentialBy("session", "file_hash");
const byApiToken = credentialBy("api_token", "token_hash");

/** What personal tokens begin with: whoever finds one in a file knows what it opens. */
export const apiTokenPrefix = "portal_";

const tenantState = sql(
  "tenant.state",
  `SELECT active, COALESCE(plan_ends_at <= now(), false) AS plan_expired FROM tenant WHERE id = current_tenant()`,
);

export const tokenHash = (token: string): Buffer => createHash("sha256").update(token).digest();

/** The cookie that lets `<img>` load files. */
export const fileCookie = "portal_files";
export const filePath = "/files";

/** The bearer token of a request, or null. */
export function bearerToken(header: string | undefined): string | null {
  return /^Bearer ([A-Za-z0-9_-]{20,200})$/.exec(header ?? "")?.[1] ?? null;
}

/** The token of the files' cookie, or null. */
export function fileTokenOf(header: string | undefined): string | null {
  return cookieValue(header, fileCookie, filePath);
}

/** Who has shown something, and whether its last use should be noted again. */
interface Found {
  actor: Actor;
  stale: boolean;
}

/**
 * Whose session this is. Personal tokens aren't taken: sockets and files are for browsers.
 * @returns null when the token is nobody's. @throws Problem 423 when the tenant is switched off.
 */
export function findActor(tx: Tx, token: string | null, kind: "bearer" | "file" = "bearer"): Promise<Found | null> {
  return actorBy(tx, kind === "file" ? sessionByFileToken : sessionByToken, token);
}

/** Who makes a call: with a session, or with a personal token. Returns and throws as `findActor` does. */
export function findCaller(tx: Tx, token: string | null): Promise<Found | null> {
  return token?.startsWith(apiTokenPrefix) ? actorBy(tx, byApiToken, token) : findActor(tx, token);
}

async function actorBy(tx: Tx, statement: Statement, token: string | null): Promise<Found | null> {
  const row = token ? await tx.one<SessionRow>(statement, [tokenHash(token)]) : undefined;
  if (!row) {
    await requireActiveTenant(tx);
    return null;
  }
  if (!row.tenant_active) throw new Problem("tenant.inactive");
  const actor: Actor = {
    id: row.id,
    fullname: row.fullname,
    image: row.image,
    tenantId: tx.tenantId,
    sessionId: row.scopes ? null : row.credential_id,
    apiToken: row.scopes && { id: row.credential_id, scopes: new Set(row.scopes) },
    email: row.email,
    roleId: row.role_id,
    roleCode: row.role_code,
    permissions: permissionsOf(row),
    external: row.external,
    language: row.language,
    timeZone: row.time_zone,
    features: new Set(row.features),
    planExpired: row.plan_expired,
    factorMissing: row.factor_missing,
    unread: row.unread,
  };
  return { actor, stale: row.stale };
}

/**
 * What somebody may do: all that their role allows; an administrator everything; a person from outside no more than
 * `externalPermissions`, whatever role they have; `scopes`: with a token no more than it was made for.
 * `person_holds` says the same in SQL, of people without tokens.
 */
export function permissionsOf(
  person: Pick<SessionRow, "external" | "role_code" | "permissions"> & { scopes?: readonly Scope[] | null },
): ReadonlySet<Permission> {
  const { external, role_code, permissions, scopes } = person;
  const held = role_code === "administrator" ? allPermissions : permissions;
  const inside = external ? held.filter((code) => externalPermissions.includes(code)) : held;
  return new Set(scopes ? inside.filter((code) => scopes.includes(code)) : inside);
}

/** @throws Problem 423 when the tenant is switched off, 404 when it is gone. */
export async function requireActiveTenant(tx: Tx): Promise<{ planExpired: boolean }> {
  const tenant = await tx.one<{ active: boolean; plan_expired: boolean }>(tenantState);
  if (!tenant) throw new Problem("tenant.unknown");
  if (!tenant.active) throw new Problem("tenant.inactive");
  return { planExpired: tenant.plan_expired };
}

/** @throws Problem 403 for whoever calls with a personal token. */
export function sessionOf({ sessionId }: Pick<Actor, "sessionId">): number {
  if (sessionId === null) throw new Problem("session.needed");
  return sessionId;
}

/** @throws Problem 403 where the call wants a session, or something that the token wasn't made for. */
export function requireScope({ apiToken }: Actor, call: Scoped): void {
  if (!apiToken) return;
  const wanted = scopesFor(call);
  if (wanted.length === 0) throw new Problem("session.needed");
  if (!wanted.some((scope) => apiToken.scopes.has(scope))) throw new Problem("apiToken.scopeMissing");
}

/** The person as events carry them: nothing private. */
export const personOf = (actor: Actor): Person => ({ id: actor.id, fullname: actor.fullname, image: actor.image });

/** @throws Problem 403 unless the actor holds one of the permissions. */
export function requirePermission(actor: Actor, wanted: Permission | readonly Permission[]): void {
  const list = typeof wanted === "string" ? [wanted] : wanted;
  if (!list.some((permission) => actor.permissions.has(permission))) throw new Problem("permission.denied");
}
