import { randomBytes } from "node:crypto";
import type { DataSource } from "typeorm";
import type { SignOn, SignOnInput } from "../../../shared/session/sign-on.contract";
import { invalid, Problem } from "../../../shared/kernel/problems";
import { type Seal, sealFrom } from "../../platform/seal";
import { secretOf } from "../../platform/secrets";
import { governs, mayGive } from "../../people/people.policy";
import { logSecurity } from "../../platform/security-log";
import type { Actor } from "../../platform/session";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { requireConfirmed } from "../second-factor.service";
import type { IssuerClient } from "./issuer";

type Option = { id: number; name: string } & Parameters<typeof governs>[0];
interface Row extends Omit<SignOn, "roles" | "people"> {
  client_secret: Buffer;
}

const settings = sql(
  "signOn.settings",
  `SELECT name, issuer, client_id, client_secret, domains, role_id, role_claim, required, exempt_user_id, version
   FROM sign_on WHERE tenant_id = current_tenant()`,
);
const roles = sql(
  "signOn.roles",
  "SELECT value, role_id FROM sign_on_role WHERE tenant_id = current_tenant() ORDER BY value",
);
const people = sql(
  "signOn.people",
  "SELECT count(*)::int AS people FROM sign_on_identity WHERE tenant_id = current_tenant() AND issuer = $1",
);
const roleOptions = sql(
  "signOn.roleOptions",
  `SELECT id, name, code AS role_code, permissions AS role_permissions FROM role
   WHERE tenant_id = current_tenant() ORDER BY name, id`,
);
const administrators = sql(
  "signOn.administrators",
  `SELECT u.id, u.fullname FROM app_user u JOIN role r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
   WHERE u.tenant_id = current_tenant() AND u.active AND NOT u.external AND r.code = 'administrator'
   ORDER BY u.fullname, u.id`,
);
const save = sql(
  "signOn.save",
  `INSERT INTO sign_on
     (tenant_id, name, issuer, client_id, client_secret, domains, role_id, role_claim, required, exempt_user_id)
   VALUES (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9)
   ON CONFLICT (tenant_id) DO UPDATE SET name = EXCLUDED.name, issuer = EXCLUDED.issuer, client_id = EXCLUDED.client_id,
     client_secret = EXCLUDED.client_secret, domains = EXCLUDED.domains, role_id = EXCLUDED.role_id,
     role_claim = EXCLUDED.role_claim, required = EXCLUDED.required, exempt_user_id = EXCLUDED.exempt_user_id,
     version = sign_on.version + 1
     WHERE sign_on.version = $10
   RETURNING version`,
);
const forgetRoles = sql("signOn.forgetRoles", "DELETE FROM sign_on_role WHERE tenant_id = current_tenant()");
const saveRoles = sql(
  "signOn.saveRoles",
  `INSERT INTO sign_on_role (tenant_id, value, role_id)
   SELECT current_tenant(), value, role_id FROM unnest($1::text[], $2::bigint[]) AS given (value, role_id)`,
);
const remove = sql("signOn.remove", "DELETE FROM sign_on WHERE tenant_id = current_tenant() RETURNING tenant_id");

/** What the rest of the feature works with: the settings with the secret in clear. */
export interface SignOnSettings extends Omit<SignOn, "people">, IssuerClient {}

const made = new WeakMap<DataSource, Promise<Seal>>();

/** Seals clients' secrets: what of a copy of the database would open somebody's issuer is of no use without the key. */
export function signOnSeal(database: DataSource): Promise<Seal> {
  const known = made.get(database);
  if (known) return known;
  const seal = secretOf(database, "sign-on", () => randomBytes(32).toString("base64url")).then((secret) =>
    sealFrom(secret, "sign-on client secrets"),
  );
  made.set(database, seal);
  seal.catch(() => made.delete(database)); // the next one asks again
  return seal;
}

/** The tenant's settings, or null where nobody has set it up. */
export async function signOnSettings(tx: Tx, seal: Seal): Promise<SignOnSettings | null> {
  const row = await tx.one<Row>(settings);
  if (!row) return null;
  const mapped = await tx.rows<SignOn["roles"][number]>(roles);
  return { ...row, roles: mapped, client_secret: seal.open(row.client_secret, String(tx.tenantId)) };
}

/** For the screen: everything but the secret. */
export async function presentSignOn(tx: Tx, seal: Seal) {
  const found = await signOnSettings(tx, seal);
  const count = found && (await tx.one<{ people: number }>(people, [found.issuer]));
  const { client_secret: _, ...shown } = found ?? { client_secret: "" };
  return {
    data: found ? ({ ...shown, people: count?.people ?? 0 } as SignOn) : null,
    administrators: await tx.rows<{ id: number; fullname: string }>(administrators),
    role_options: (await tx.rows<Option>(roleOptions)).map((role) => ({
      id: role.id,
      name: role.name,
      for_newcomers: !governs(role),
    })),
  };
}

/**
 * Whoever says which issuer is believed says who comes in as whom: an issuer of their own opens every account, the
 * administrators' too. So it takes what it takes to make an administrator, as the directory's token does. @throws Problem 403.
 */
async function requireMay(tx: Tx, actor: Actor): Promise<void> {
  await requireConfirmed(tx, actor);
  if (!mayGive(actor, { role_code: "administrator", role_permissions: [] })) throw new Problem("permission.denied");
}

/**
 * The client that is asked about: with the secret that is kept where none was typed.
 * @throws Problem 403 as for keeping the settings; nobody else has our server ask an issuer. 422 without a secret.
 */
export async function clientOf(tx: Tx, seal: Seal, actor: Actor, input: SignOnInput): Promise<IssuerClient> {
  await requireMay(tx, actor);
  const { issuer, client_id, client_secret } = input;
  const known = await signOnSettings(tx, seal);
  // A secret goes to the issuer that it was typed for, and to no other.
  const kept = known?.issuer === issuer ? known.client_secret : undefined;
  const secret = client_secret || kept;
  if (!secret) throw invalid("client_secret", "field.required");
  return { issuer, client_id, client_secret: secret };
}

/**
 * Keeps the settings.
 * @throws Problem 403 unless the password was given a short while ago, and for who couldn't make an administrator; 422 for a role or an administrator that isn't there,
 * and for newcomers who would govern others, 409 when somebody else has changed them since.
 */
export async function saveSignOn(
  tx: Tx,
  seal: Seal,
  actor: Actor,
  input: SignOnInput,
  client: IssuerClient,
): Promise<void> {
  await requireMay(tx, actor);
  const known = new Map((await tx.rows<Option>(roleOptions)).map((role) => [role.id, role]));
  const newcomers = known.get(input.role_id);
  if (!newcomers) throw invalid("role_id", "field.unknown");
  // Whoever the issuer knows comes in: to govern others one has to be named, by a claim or here.
  if (governs(newcomers)) throw invalid("role_id", "signOn.roleGoverns");
  const stranger = input.roles.findIndex(({ role_id }) => !known.has(role_id));
  if (stranger >= 0) throw invalid(`roles.${stranger}.role_id`, "field.unknown");
  const exempt = input.required ? (input.exempt_user_id ?? null) : null;
  const may = await tx.rows<{ id: number }>(administrators);
  if (exempt !== null && !may.some(({ id }) => id === exempt)) throw invalid("exempt_user_id", "signOn.exemptNeeded");
  const { name, domains, role_id, role_claim, required } = input;
  const secret = seal.seal(client.client_secret, String(tx.tenantId));
  const { issuer, client_id } = client;
  const values = [name, issuer, client_id, secret, domains, role_id, role_claim ?? "", required, exempt];
  if (!(await tx.one(save, [...values, input.version]))) throw new Problem("conflict");
  await tx.rows(forgetRoles);
  const mapped = new Map(input.roles.map(({ value, role_id: id }) => [value, id]));
  await tx.rows(saveRoles, [[...mapped.keys()], [...mapped.values()]]);
  logSecurity(tx, { kind: "sign_on_changed", facts: { policy: required ? "required" : "offered" } });
}

/** Passwords of one's own count again. @throws Problem 403 as for saving, 404 where there is none. */
export async function removeSignOn(tx: Tx, actor: Actor): Promise<void> {
  await requireMay(tx, actor);
  if (!(await tx.one(remove))) throw new Problem("notFound");
  logSecurity(tx, { kind: "sign_on_changed", facts: { policy: "off" } });
}
