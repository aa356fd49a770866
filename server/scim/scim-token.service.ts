import type { Scim } from "../../shared/scim/scim.contract";
import { invalid, Problem } from "../../shared/kernel/problems";
import { governs, mayGive } from "../people/people.policy";
import { logSecurity } from "../platform/security-log";
import { type Actor, tokenHash } from "../platform/session";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { requireConfirmed } from "../session/second-factor.service";
import { newScimToken } from "./scim-caller.service";

interface Row extends Omit<Scim, "created_at" | "last_used_at"> {
  created_at: Date;
  last_used_at: Date | null;
}

const settings = sql(
  "scim.settings",
  `SELECT role_id, created_at, last_used_at,
     (SELECT count(*)::int FROM scim_user u WHERE u.tenant_id = s.tenant_id AND NOT u.removed) AS people,
     (SELECT count(*)::int FROM scim_group g WHERE g.tenant_id = s.tenant_id) AS groups
   FROM scim s WHERE tenant_id = current_tenant()`,
);
const roleOptions = sql(
  "scim.roleOptions",
  `SELECT id, name, code AS role_code, permissions AS role_permissions FROM role
   WHERE tenant_id = current_tenant() ORDER BY lower(name), id`,
);
/** What newcomers become who sign in by the organisation's issuer; else employees. */
const defaultRole = sql(
  "scim.defaultRole",
  `SELECT COALESCE((SELECT role_id FROM sign_on WHERE tenant_id = current_tenant()),
     (SELECT id FROM role WHERE tenant_id = current_tenant() AND code = 'employee')) AS id`,
);
const save = sql(
  "scim.save",
  `INSERT INTO scim (tenant_id, token_hash, role_id) VALUES (current_tenant(), $1, $2)
   ON CONFLICT (tenant_id) DO UPDATE SET token_hash = EXCLUDED.token_hash, role_id = EXCLUDED.role_id,
     created_at = now(), last_used_at = NULL
   RETURNING xmax = 0 AS first`,
);
const saveRole = sql(
  "scim.saveRole",
  "UPDATE scim SET role_id = $1 WHERE tenant_id = current_tenant() RETURNING role_id",
);
const remove = sql("scim.remove", "DELETE FROM scim WHERE tenant_id = current_tenant() RETURNING tenant_id");

interface Option {
  id: number;
  name: string;
  role_code: string | null;
  role_permissions: Parameters<typeof mayGive>[1]["role_permissions"];
}

/** What the directory's newcomers may become: nothing that governs others, or whoever has the token makes themself an administrator. */
const givable = async (tx: Tx, actor: Actor) =>
  (await tx.rows<Option>(roleOptions))
    .filter((role) => mayGive(actor, role) && !governs(role))
    .map(({ id, name }) => ({ id, name }));

/** For the screen: everything but the token. */
export async function presentScim(tx: Tx, actor: Actor) {
  const row = await tx.one<Row>(settings);
  const data = row && {
    ...row,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  };
  return {
    data: data ?? null,
    role_options: await givable(tx, actor),
    default_role_id: (await tx.one<{ id: number | null }>(defaultRole))?.id ?? null,
  };
}

/** What the directory does with everybody's account, whoever lets it in must be able to do by hand. */
async function requireMay(tx: Tx, actor: Actor, roleId?: number): Promise<void> {
  await requireConfirmed(tx, actor);
  if (!mayGive(actor, { role_code: "administrator", role_permissions: [] })) throw new Problem("permission.denied");
  if (roleId === undefined) return;
  if (!(await givable(tx, actor)).some(({ id }) => id === roleId)) throw invalid("role_id", "field.unknown");
}

/**
 * Makes a token, told this once: only its hash is kept. The one before ends.
 * @throws Problem 403 unless the password was given a short while ago, and for who couldn't do by hand what the directory
 * does; 422 for a role that isn't there.
 */
export async function makeScimToken(tx: Tx, actor: Actor, roleId: number): Promise<string> {
  await requireMay(tx, actor, roleId);
  const token = newScimToken();
  const made = await tx.one<{ first: boolean }>(save, [tokenHash(token), roleId]);
  logSecurity(tx, { kind: "scim_changed", facts: { change: made?.first ? "created" : "changed" } });
  return token;
}

/** @throws Problem as where a token is made, 404 where there is none. */
export async function changeScimRole(tx: Tx, actor: Actor, roleId: number): Promise<void> {
  await requireMay(tx, actor, roleId);
  if (!(await tx.one(saveRole, [roleId]))) throw new Problem("notFound");
  logSecurity(tx, { kind: "scim_changed", facts: { change: "changed", record: roleId } });
}

/** @throws Problem 403 as for making one, 404 where there is none. */
export async function endScim(tx: Tx, actor: Actor): Promise<void> {
  await requireConfirmed(tx, actor);
  if (!(await tx.one(remove))) throw new Problem("notFound");
  logSecurity(tx, { kind: "scim_changed", facts: { change: "deleted" } });
}
