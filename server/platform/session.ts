import { hash } from "node:crypto";
import type { Actor as Person } from "../../shared/kernel/events";
import type { Language } from "../../shared/kernel/languages";
import { externalPermissions, type Permission, permissions as allPermissions } from "../../shared/kernel/permissions";
import type { PlanFeature } from "../../shared/kernel/plan-features";
import { Problem } from "../../shared/kernel/problems";
import { type Scope, type Scoped, scopesFor } from "../../shared/kernel/scopes";
import { cookieValue } from "./http/cookies";
import { sql, type Statement, type Tx } from "./database/unit-of-work";
import {
  byApiToken,
  personSeen,
  roleSeen,
  type SeenRow,
  type SessionRow,
  sessionByFileToken,
  sessionByToken,
  sessionsByTokens,
} from "./session.sql";
import { lookAs, type Viewing } from "./viewing";

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
  /** Somebody else has chosen their password: nothing but changing it is answered. */
  passwordGiven: boolean;
  unread: number;
  /** Set while an administrator looks through this person's eyes: then everything else here is the person's. */
  viewing?: Viewing | null;
}

/** What somebody called with. */
export type Credentials = Pick<Actor, "tenantId" | "sessionId" | "apiToken">;

/** What personal tokens begin with: whoever finds one in a file knows what it opens. */
export const apiTokenPrefix = "portal_";

const tenantState = sql(
  "tenant.state",
  `SELECT active, closed_at IS NOT NULL AS closed, plan_is_over(plan_ends_at, auto_renew) AS plan_expired FROM tenant WHERE id = current_tenant()`,
);

export const tokenHash = (token: string): Buffer => hash("sha256", token, "buffer");

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

/**
 * Whose sessions these are: as `findActor` has it, of many with one statement. A token that isn't answered is nobody's; whoever
 * looks through somebody's eyes is `viewing` and has to be asked for alone, in a transaction that hides what they may not read.
 * @throws Problem 423 when the tenant is switched off.
 */
export async function findActors(tx: Tx, tokens: readonly string[]): Promise<Map<string, Actor | "viewing">> {
  const byHash = new Map(tokens.map((token) => [tokenHash(token).toString("hex"), token]));
  const hashes = [...byHash.keys()].map((hex) => Buffer.from(hex, "hex"));
  const rows = await tx.rows<SessionRow & { hash: Buffer }>(sessionsByTokens, [hashes]);
  if (rows.length < byHash.size) await requireActiveTenant(tx);
  return new Map(
    rows.map((row) => {
      const token = byHash.get(row.hash.toString("hex")) as string;
      return [token, row.viewed_until ? "viewing" : signedInAs(tx, row)];
    }),
  );
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
  const actor = signedInAs(tx, row);
  return { actor: await seenAs(tx, actor, row), stale: row.stale };
}

/** Whose credential it is, as themself. @throws Problem 423 when the tenant is switched off. */
function signedInAs(tx: Tx, row: SessionRow): Actor {
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

/** Rights and identity of whom the session sees the product as; language, plan and limits stay the viewer's. */
async function seenAs(tx: Tx, viewer: Actor, row: SessionRow): Promise<Actor> {
  const { viewed_user: userId, viewed_role: roleId, viewed_until: until } = row;
  // Whoever is no administrator any more, or from outside by now, sees as themself again.
  if (!until || viewer.roleCode !== "administrator" || viewer.external) return viewer;
  const seen =
    userId === null
      ? await tx.one<SeenRow>(roleSeen, [roleId, viewer.id])
      : await tx.one<SeenRow>(personSeen, [userId]);
  // Nobody sees as another administrator, who wasn't one yet when it began neither.
  if (!seen || (seen.role_code === "administrator" && !seen.external)) return viewer;
  await lookAs(tx, viewer.id);
  return {
    ...viewer,
    ...rightsOf(seen),
    unread: 0,
    viewing: { viewer, userId, until },
  };
}

const rightsOf = (row: SeenRow) => ({
  id: row.id,
  fullname: row.fullname,
  image: row.image,
  email: row.email,
  external: row.external,
  roleId: row.role_id,
  roleCode: row.role_code,
  permissions: permissionsOf(row),
});

/** Somebody as a call of theirs would have them: for asking the policies what they may. Undefined: not there, or not active. */
export async function actorSeen(tx: Tx, asking: Actor, userId: number): Promise<Actor | undefined> {
  const seen = await tx.one<SeenRow>(personSeen, [userId]);
  return seen && { ...asking, ...rightsOf(seen), apiToken: null, unread: 0 };
}

/** What there is to do before anything else, if there is: first the password, then the second factor. */
export type Precondition = "passwordGiven" | "factorMissing";
export const preconditionOf = (actor: Pick<Actor, Precondition>): Precondition | null =>
  actor.passwordGiven ? "passwordGiven" : actor.factorMissing ? "factorMissing" : null;

/** @throws Problem 403 for who has something to do first, unless it is open to them meanwhile. */
export function requireReady(actor: Pick<Actor, Precondition>, open: readonly string[] = []): void {
  const first = preconditionOf(actor);
  if (first && !open.includes(first)) throw new Problem(`session.${first}`);
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

/** @throws Problem 423 when the tenant is switched off or closed, 404 when it is gone. */
export async function requireActiveTenant(tx: Tx): Promise<{ planExpired: boolean }> {
  const tenant = await tx.one<{ active: boolean; closed: boolean; plan_expired: boolean }>(tenantState);
  if (!tenant) throw new Problem("tenant.unknown");
  if (!tenant.active) throw new Problem(tenant.closed ? "tenant.closed" : "tenant.inactive");
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
