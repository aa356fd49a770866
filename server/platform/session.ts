import type { Permission, PlanFeature } from "../../shared/kernel/access";
import { hash } from "node:crypto";
import type { Actor as Person } from "../../shared/kernel/events";
import type { Language } from "../../shared/kernel/languages";
import { Problem } from "../../shared/kernel/problems";
import { type Scope, type ScopedEndpoint, scopesFor } from "../../shared/kernel/scopes";
import { registration } from "./features";
import { cookieValue } from "./http/cookies";
import { sql, type StatementFor, type Tx } from "./database/unit-of-work";
import {
  sessionByApiToken,
  viewedUser,
  viewedRole,
  type ViewedRow,
  type SessionRow,
  sessionByFileToken,
  sessionByToken,
  sessionsByTokens,
} from "./session.sql";
import { applyViewer, type ViewingSession } from "./viewing";

/** The caller, as currently stored in the database. */
export interface Actor extends Person {
  tenantId: number;
  /** Null for calls with a personal token. */
  sessionId: number | null;
  apiToken: { id: number; scopes: ReadonlySet<Scope> } | null;
  email: string;
  roleId: number;
  roleCode: string | null;
  permissions: ReadonlySet<Permission>;
  external: boolean;
  language: Language | null;
  /** IANA name of the user's time zone or, until their browser has sent it, the tenant's. */
  timeZone: string;
  features: ReadonlySet<PlanFeature>;
  planExpired: boolean;
  /** A second factor is required and missing, so only its setup is allowed. */
  factorMissing: boolean;
  /** Another user has set the password, so only changing it is allowed. */
  passwordGiven: boolean;
  unread: number;
  /** Set while an administrator views as this user; identity and permissions are then this user's. */
  viewing?: ViewingSession | null;
}

export type Credentials = Pick<Actor, "tenantId" | "sessionId" | "apiToken">;

/** Prefix of personal tokens, by which a leaked token can be identified. */
export const apiTokenPrefix = "portal_";

const tenantState = sql(
  "tenant.state",
  `SELECT active, closed_at IS NOT NULL AS closed, plan_is_over(plan_ends_at, auto_renew) AS plan_expired FROM tenant WHERE id = current_tenant()`,
);

export const tokenHash = (token: string): Buffer => hash("sha256", token, "buffer");

/** Name of the cookie that lets `<img>` load files. */
export const fileCookie = "portal_files";
export const filePath = "/files";

export function bearerToken(header: string | undefined): string | null {
  return /^Bearer ([A-Za-z0-9_-]{20,200})$/.exec(header ?? "")?.[1] ?? null;
}

export function fileTokenOf(header: string | undefined): string | null {
  return cookieValue(header, fileCookie, filePath);
}

/** The caller, and whether the time of last use is old enough to be recorded again. */
export interface Found {
  actor: Actor;
  stale: boolean;
}

/**
 * Finds the user of a session. Personal tokens aren't accepted: sockets and files are for browsers.
 * @returns null for an unknown token.
 * @throws Problem 423 when the tenant is inactive.
 */
export function findActor(tx: Tx, token: string | null, kind: "bearer" | "file" = "bearer"): Promise<Found | null> {
  return actorBy(tx, kind === "file" ? sessionByFileToken : sessionByToken, token);
}

/**
 * Like `findActor` for many sessions in one statement. Unknown tokens are missing from the result. `viewing` sessions (of administrators
 * who view as another user) must be looked up individually, in a transaction that hides what the administrator may not read.
 * @throws Problem 423 when the tenant is inactive.
 */
export async function findActors(tx: Tx, tokens: readonly string[]): Promise<Map<string, Found | "viewing">> {
  const byHash = new Map(tokens.map((token) => [tokenHash(token).toString("hex"), token]));
  const hashes = [...byHash.keys()].map((hex) => Buffer.from(hex, "hex"));
  const rows = await tx.rows<SessionRow & { hash: Buffer }>(sessionsByTokens, [hashes]);
  if (rows.length < byHash.size) await requireActiveTenant(tx);
  return new Map(
    rows.map((row) => {
      const token = byHash.get(row.hash.toString("hex")) as string;
      return [token, row.viewed_until ? "viewing" : { actor: actorOfSession(tx, row), stale: row.stale }];
    }),
  );
}

/** Finds the caller by session or personal token. Returns and throws as `findActor`. */
export function findCaller(tx: Tx, token: string | null): Promise<Found | null> {
  return token?.startsWith(apiTokenPrefix) ? actorBy(tx, sessionByApiToken, token) : findActor(tx, token);
}

async function actorBy(tx: Tx, statement: StatementFor<SessionRow>, token: string | null): Promise<Found | null> {
  const row = token ? await tx.one<SessionRow>(statement, [tokenHash(token)]) : undefined;
  if (!row) {
    await requireActiveTenant(tx);
    return null;
  }
  const actor = actorOfSession(tx, row);
  return { actor: await actorViewedAs(tx, actor, row), stale: row.stale };
}

/**
 * The owner of a credential, even while viewing as another user.
 * @throws Problem 423 when the tenant is inactive.
 */
function actorOfSession(tx: Tx, row: SessionRow): Actor {
  if (!row.tenant_active) throw new Problem("tenant.inactive");
  return {
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
    passwordGiven: row.password_given,
    unread: row.unread,
  };
}

/**
 * Applies the permissions and identity of the user or role that the administrator views as; language, plan and limits stay the
 * administrator's.
 */
async function actorViewedAs(tx: Tx, viewer: Actor, row: SessionRow): Promise<Actor> {
  const { viewed_user: userId, viewed_role: roleId, viewed_until: until } = row;
  // Viewing as another user ends when the viewer is no longer an internal administrator.
  if (!until || viewer.roleCode !== "administrator" || viewer.external) return viewer;
  const viewedRow =
    userId === null
      ? await tx.one<ViewedRow>(viewedRole, [roleId, viewer.id])
      : await tx.one<ViewedRow>(viewedUser, [userId]);
  // Administrators can't be viewed as, and neither can a user who became an administrator later.
  if (!viewedRow || (viewedRow.role_code === "administrator" && !viewedRow.external)) return viewer;
  await applyViewer(tx, viewer.id);
  return {
    ...viewer,
    ...rightsOf(viewedRow),
    unread: 0,
    viewing: { viewer, userId, until },
  };
}

const rightsOf = (row: ViewedRow) => ({
  id: row.id,
  fullname: row.fullname,
  image: row.image,
  email: row.email,
  external: row.external,
  roleId: row.role_id,
  roleCode: row.role_code,
  permissions: permissionsOf(row),
});

/** A user with their own permissions, for evaluating policies. Undefined if the user is missing or inactive. */
export async function loadActor(tx: Tx, asking: Actor, userId: number): Promise<Actor | undefined> {
  const viewedRow = await tx.one<ViewedRow>(viewedUser, [userId]);
  return viewedRow && { ...asking, ...rightsOf(viewedRow), apiToken: null, unread: 0 };
}

/** A condition that a user must meet before other calls: first the password, then the second factor. */
export type Precondition = "passwordGiven" | "factorMissing";
export const preconditionOf = (actor: Pick<Actor, Precondition>): Precondition | null =>
  actor.passwordGiven ? "passwordGiven" : actor.factorMissing ? "factorMissing" : null;

export function requirePreconditionsMet(actor: Pick<Actor, Precondition>, open: readonly string[] = []): void {
  const first = preconditionOf(actor);
  if (first && !open.includes(first)) throw new Problem(`session.${first}`);
}

/**
 * Permissions of a user: those of the role, or all for administrators. External users are limited to `externalPermissions`, calls with a
 * token to its `scopes`. `person_holds` is the equivalent in SQL, without tokens.
 */
export function permissionsOf(
  person: Pick<SessionRow, "external" | "role_code" | "permissions"> & { scopes?: readonly Scope[] | null },
): ReadonlySet<Permission> {
  const { external, role_code, permissions, scopes } = person;
  const { permissions: all, externalPermissions } = registration.filling;
  const rolePermissions = role_code === "administrator" ? all : permissions;
  const inside = external ? rolePermissions.filter((code) => externalPermissions.includes(code)) : rolePermissions;
  return new Set(scopes ? inside.filter((code) => scopes.includes(code)) : inside);
}

/**
 * Checks that the tenant is active.
 * @throws Problem 423 when the tenant is inactive or closed; 404 when it is deleted.
 */
export async function requireActiveTenant(tx: Tx): Promise<{ planExpired: boolean }> {
  const tenant = await tx.one<{ active: boolean; closed: boolean; plan_expired: boolean }>(tenantState);
  if (!tenant) throw new Problem("tenant.unknown");
  if (!tenant.active) throw new Problem(tenant.closed ? "tenant.closed" : "tenant.inactive");
  return { planExpired: tenant.plan_expired };
}

export function requireSessionId({ sessionId }: Pick<Actor, "sessionId">): number {
  if (sessionId === null) throw new Problem("session.needed");
  return sessionId;
}

/** @throws Problem 403 when the call requires a session or a scope that the token lacks. */
export function requireScope({ apiToken }: Actor, call: ScopedEndpoint): void {
  if (!apiToken) return;
  const scopes = scopesFor(call);
  if (scopes.length === 0) throw new Problem("session.needed");
  if (!scopes.some((scope) => apiToken.scopes.has(scope))) throw new Problem("apiToken.scopeMissing");
}

/** The user as serialized in events, without private fields. */
export const personOfActor = (actor: Actor): Person => ({ id: actor.id, fullname: actor.fullname, image: actor.image });

export function requirePermission(actor: Actor, required: Permission | readonly Permission[]): void {
  const list = typeof required === "string" ? [required] : required;
  if (!list.some((permission) => actor.permissions.has(permission))) throw new Problem("permission.denied");
}
