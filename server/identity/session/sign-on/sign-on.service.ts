import { randomBytes } from "node:crypto";
import type { DataSource } from "typeorm";
import type { SignOn, SignOnInput } from "../../../../shared/identity/session/sign-on.contract";
import { tenantStream } from "../../../../shared/kernel/events";
import { invalidFieldProblem, Problem } from "../../../../shared/kernel/problems";
import { type EncryptionSeal, createEncryptionSeal } from "../../../platform/encryption-seal";
import { loadOrCreateSecret } from "../../../platform/secrets";
import { isGoverningRole, mayAssignRole } from "../account.policy";
import { logSecurity } from "../../../platform/security-log";
import type { Actor } from "../../../platform/session";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import { requireConfirmed } from "../second-factor.service";
import { type IssuerClient, discoverIssuer, signOutUrl } from "./issuer";
import type { RunTransaction } from "../../../platform/http/serve/serve-multi-transaction";
import type { SignOnContext } from "./sign-on-login.service";

const selectRequiredSignOn = sql(
  "signOn.needed",
  "SELECT name FROM sign_on WHERE tenant_id = current_tenant() AND required AND exempt_user_id <> $1",
);

/**
 * Checks that the user may sign in with a password.
 * @throws Problem 403 when single sign-on is required and the user isn't the exempt one.
 */
export async function requirePasswordAllowed(tx: Tx, userId: number): Promise<void> {
  if (await tx.one(selectRequiredSignOn, [userId])) throw new Problem("signOn.needed");
}

const selectOfferedSignOn = sql(
  "signOn.offered",
  "SELECT name, required FROM sign_on WHERE tenant_id = current_tenant()",
);

export async function offeredSignOn(tx: Tx): Promise<{ name: string; required: boolean } | null> {
  return (await tx.one<{ name: string; required: boolean }>(selectOfferedSignOn)) ?? null;
}

type RoleOption = { id: number; name: string } & Parameters<typeof isGoverningRole>[0];
interface Row extends Omit<SignOn, "roles" | "people"> {
  client_secret: Buffer;
}

const selectSettings = sql(
  "signOn.settings",
  `SELECT name, issuer, client_id, client_secret, domains, role_id, role_claim, required, exempt_user_id, version
   FROM sign_on WHERE tenant_id = current_tenant()`,
);
const selectMappedRoles = sql(
  "signOn.roles",
  "SELECT value, role_id FROM sign_on_role WHERE tenant_id = current_tenant() ORDER BY position, value",
);
const countPeople = sql(
  "signOn.people",
  "SELECT count(*)::int AS people FROM sign_on_identity WHERE tenant_id = current_tenant() AND issuer = $1",
);
const selectRoleOptions = sql(
  "signOn.roleOptions",
  `SELECT id, name, code AS role_code, permissions AS role_permissions FROM role
   WHERE tenant_id = current_tenant() ORDER BY name COLLATE reader, id`,
);
const selectAdministrators = sql(
  "signOn.administrators",
  `SELECT u.id, u.fullname FROM app_user u JOIN role r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
   WHERE u.tenant_id = current_tenant() AND u.active AND NOT u.external AND r.code = 'administrator'
   ORDER BY u.fullname COLLATE reader, u.id`,
);
/** Inserts no row when another administrator has set up single sign-on meanwhile. */
const insertSignOn = sql(
  "signOn.insert",
  `INSERT INTO sign_on
     (tenant_id, name, issuer, client_id, client_secret, domains, role_id, role_claim, required, exempt_user_id)
   VALUES (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9)
   ON CONFLICT (tenant_id) DO NOTHING RETURNING version`,
);
/** Updates only the version that the administrator has seen: settings that were removed meanwhile aren't created again. */
const updateSignOn = sql(
  "signOn.update",
  `UPDATE sign_on SET name = $1, issuer = $2, client_id = $3, client_secret = $4, domains = $5, role_id = $6,
     role_claim = $7, required = $8, exempt_user_id = $9, version = version + 1
   WHERE tenant_id = current_tenant() AND version = $10 RETURNING version`,
);
const deleteMappedRoles = sql("signOn.forgetRoles", "DELETE FROM sign_on_role WHERE tenant_id = current_tenant()");
const insertMappedRoles = sql(
  "signOn.saveRoles",
  // Only the first of two entries for the same value can apply.
  `INSERT INTO sign_on_role (tenant_id, value, role_id, position)
   SELECT DISTINCT ON (value) current_tenant(), value, role_id, nth - 1
   FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS given (value, role_id, nth) ORDER BY value, nth`,
);
const deleteSignOn = sql("signOn.remove", "DELETE FROM sign_on WHERE tenant_id = current_tenant() RETURNING tenant_id");

export interface SignOnSettings extends Omit<SignOn, "people">, IssuerClient {}

const sealByDatabase = new WeakMap<DataSource, Promise<EncryptionSeal>>();

/**
 * Encryption of client secrets, so that exports and copies of a tenant's tables don't reveal them. A copy of the whole database does,
 * because it contains the key (`installation_secret`).
 */
export function signOnSeal(database: DataSource): Promise<EncryptionSeal> {
  const cachedSeal = sealByDatabase.get(database);
  if (cachedSeal) return cachedSeal;
  const seal = loadOrCreateSecret(database, "sign-on", () => randomBytes(32).toString("base64url")).then((secret) =>
    createEncryptionSeal(secret, "sign-on client secrets"),
  );
  sealByDatabase.set(database, seal);
  seal.catch(() => sealByDatabase.delete(database)); // the next call retries
  return seal;
}

export async function signOnSettings(tx: Tx, seal: EncryptionSeal): Promise<SignOnSettings | null> {
  const row = await tx.one<Row>(selectSettings);
  if (!row) return null;
  const mapped = await tx.rows<SignOn["roles"][number]>(selectMappedRoles);
  return { ...row, roles: mapped, client_secret: seal.open(row.client_secret, String(tx.tenantId)) };
}

export async function presentSignOn(tx: Tx, seal: EncryptionSeal) {
  const found = await signOnSettings(tx, seal);
  const count = found && (await tx.one<{ people: number }>(countPeople, [found.issuer]));
  const { client_secret: _, ...visibleSettings } = found ?? { client_secret: "" };
  return {
    data: found ? ({ ...visibleSettings, people: count?.people ?? 0 } as SignOn) : null,
    administrators: await tx.rows<{ id: number; fullname: string }>(selectAdministrators),
    role_options: (await tx.rows<RoleOption>(selectRoleOptions)).map((role) => ({
      id: role.id,
      name: role.name,
      for_newcomers: !isGoverningRole(role),
    })),
  };
}

/**
 * A user who configures the provider can sign in as any user, including administrators, so this requires the permission to assign the
 * administrator role, as for the SCIM token.
 * @throws Problem 403 without that permission or a recent password confirmation.
 */
async function requireMayConfigure(tx: Tx, actor: Actor): Promise<void> {
  await requireConfirmed(tx, actor);
  if (!mayAssignRole(actor, { role_code: "administrator", role_permissions: [] }))
    throw new Problem("permission.denied");
}

/**
 * Returns the client to test, with the stored secret if none was entered.
 * @throws Problem 403 as for saving, because the test makes this server call the provider; 422 without a secret; 409 `signOn.removed` when
 *   another administrator has removed the settings that this one edits.
 */
export async function createTestClient(
  tx: Tx,
  seal: EncryptionSeal,
  actor: Actor,
  input: SignOnInput,
): Promise<IssuerClient> {
  await requireMayConfigure(tx, actor);
  const { issuer, client_id, client_secret } = input;
  const currentSettings = await signOnSettings(tx, seal);
  if (input.version > 0 && !currentSettings) throw new Problem("signOn.removed");
  // A stored secret is sent only to the provider it was entered for.
  const storedSecret = currentSettings?.issuer === issuer ? currentSettings.client_secret : undefined;
  const secret = client_secret || storedSecret;
  if (!secret) throw invalidFieldProblem("client_secret", "field.required");
  return { issuer, client_id, client_secret: secret };
}

/**
 * Saves the settings.
 * @throws Problem 403 without a recent password confirmation or the permission to assign the administrator role; 409 when the version is
 *   stale; 409 `signOn.removed` when another administrator has removed the settings, which a save would create again.
 * @throws Problem 422 for an unknown role or exempt administrator, and for a default role with governing permissions.
 */
export async function saveSignOn(
  tx: Tx,
  seal: EncryptionSeal,
  actor: Actor,
  input: SignOnInput,
  client: IssuerClient,
): Promise<void> {
  await requireMayConfigure(tx, actor);
  const roleById = new Map((await tx.rows<RoleOption>(selectRoleOptions)).map((role) => [role.id, role]));
  const defaultRole = roleById.get(input.role_id);
  if (!defaultRole) throw invalidFieldProblem("role_id", "field.unknown");
  // All users of the provider can sign in and get the default role. Roles with governing permissions are therefore assigned only by a claim
  // or manually.
  if (isGoverningRole(defaultRole)) throw invalidFieldProblem("role_id", "signOn.roleGoverns");
  const unknownRoleIndex = input.roles.findIndex(({ role_id }) => !roleById.has(role_id));
  if (unknownRoleIndex >= 0) throw invalidFieldProblem(`roles.${unknownRoleIndex}.role_id`, "field.unknown");
  const exempt = input.required ? (input.exempt_user_id ?? null) : null;
  const administrators = await tx.rows<{ id: number }>(selectAdministrators);
  if (exempt !== null && !administrators.some(({ id }) => id === exempt))
    throw invalidFieldProblem("exempt_user_id", "signOn.exemptNeeded");
  const { name, domains, role_id, role_claim, required } = input;
  const secret = seal.seal(client.client_secret, String(tx.tenantId));
  const { issuer, client_id } = client;
  const values = [name, issuer, client_id, secret, domains, role_id, role_claim ?? "", required, exempt];
  const isNew = input.version === 0;
  const saved = isNew ? await tx.one(insertSignOn, values) : await tx.one(updateSignOn, [...values, input.version]);
  if (!saved) throw new Problem((await tx.one(selectSettings)) ? "conflict" : "signOn.removed");
  await tx.rows(deleteMappedRoles);
  await tx.rows(insertMappedRoles, [input.roles.map(({ value }) => value), input.roles.map((role) => role.role_id)]);
  tx.emit("sign_on.changed", tenantStream(tx.tenantId), {});
  logSecurity(tx, { kind: "sign_on_changed", facts: { policy: required ? "required" : "offered" } });
}

/**
 * Removes single sign-on, after which all users can sign in with passwords.
 * @throws Problem 403 as for saving; 404 without settings.
 */
export async function removeSignOn(tx: Tx, actor: Actor): Promise<void> {
  await requireMayConfigure(tx, actor);
  if (!(await tx.one(deleteSignOn))) throw new Problem("notFound");
  tx.emit("sign_on.changed", tenantStream(tx.tenantId), {});
  logSecurity(tx, { kind: "sign_on_changed", facts: { policy: "off" } });
}

const selectSessionOrigin = sql(
  "signOn.cameBy",
  "SELECT sign_on FROM session WHERE tenant_id = current_tenant() AND id = $1",
);

/** Whether a session was opened by single sign-on; must be called before ending the session. */
export async function isSignOnSession(unit: RunTransaction, sessionId: number): Promise<boolean> {
  return (await unit((tx) => tx.one<{ sign_on: boolean }>(selectSessionOrigin, [sessionId])))?.sign_on ?? false;
}

/** The provider's sign-out URL; null if the provider has none or doesn't respond, because this must not prevent the local sign-out. */
export async function issuerSignOutUrl({ unit, seal, origins }: SignOnContext, backTo: string): Promise<string | null> {
  const settings = await unit((tx) => signOnSettings(tx, seal));
  if (!settings) return null;
  return discoverIssuer(settings, origins)
    .then((config) => signOutUrl(config, backTo))
    .catch(() => null); // also null for a URL without https
}
