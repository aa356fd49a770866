import type { Scim } from "../../../shared/administration/scim/scim.contract";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import { isGoverningRole, mayAssignRole } from "../../identity/session/account.policy";
import { logSecurity } from "../../platform/security-log";
import { type Actor, tokenHash } from "../../platform/session";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { requireConfirmed } from "../../identity/session/second-factor.service";
import { newScimToken } from "./scim-caller";

interface Row extends Omit<Scim, "created_at" | "last_used_at"> {
  created_at: Date;
  last_used_at: Date | null;
}

const selectSettings = sql(
  "scim.settings",
  `SELECT role_id, created_at, last_used_at,
     (SELECT count(*)::int FROM scim_user u WHERE u.tenant_id = s.tenant_id AND NOT u.removed) AS people,
     (SELECT count(*)::int FROM scim_group g WHERE g.tenant_id = s.tenant_id) AS groups
   FROM scim s WHERE tenant_id = current_tenant()`,
);
const selectRoleOptions = sql(
  "scim.roleOptions",
  `SELECT id, name, code AS role_code, permissions AS role_permissions FROM role
   WHERE tenant_id = current_tenant() ORDER BY name COLLATE reader, id`,
);
/** The role of new users who sign in by single sign-on or, without single sign-on, the employee role. */
const selectDefaultRole = sql(
  "scim.defaultRole",
  `SELECT COALESCE((SELECT role_id FROM sign_on WHERE tenant_id = current_tenant()),
     (SELECT id FROM role WHERE tenant_id = current_tenant() AND code = 'employee')) AS id`,
);
const upsertToken = sql(
  "scim.save",
  `INSERT INTO scim (tenant_id, token_hash, role_id) VALUES (current_tenant(), $1, $2)
   ON CONFLICT (tenant_id) DO UPDATE SET token_hash = EXCLUDED.token_hash, role_id = EXCLUDED.role_id,
     created_at = now(), last_used_at = NULL
   RETURNING xmax = 0 AS first`,
);
const updateDefaultRole = sql(
  "scim.saveRole",
  "UPDATE scim SET role_id = $1 WHERE tenant_id = current_tenant() RETURNING role_id",
);
const deleteToken = sql("scim.remove", "DELETE FROM scim WHERE tenant_id = current_tenant() RETURNING tenant_id");

interface Option {
  id: number;
  name: string;
  role_code: string | null;
  role_permissions: Parameters<typeof mayAssignRole>[1]["role_permissions"];
}

/**
 * Roles that the directory may assign to new users. Roles with governing permissions (to manage permissions or see all data) are excluded,
 * because a holder of the token could otherwise become an administrator.
 */
const givable = async (tx: Tx, actor: Actor) =>
  (await tx.rows<Option>(selectRoleOptions))
    .filter((role) => mayAssignRole(actor, role) && !isGoverningRole(role))
    .map(({ id, name }) => ({ id, name }));

export async function presentScim(tx: Tx, actor: Actor) {
  const row = await tx.one<Row>(selectSettings);
  const data = row && {
    ...row,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  };
  return {
    data: data ?? null,
    role_options: await givable(tx, actor),
    default_role_id: (await tx.one<{ id: number | null }>(selectDefaultRole))?.id ?? null,
  };
}

/**
 * Requires the permission to assign any role, because the directory can change all accounts.
 * @throws Problem 403 without that permission or a recent password confirmation; 422 for an unknown role.
 */
async function requireMay(tx: Tx, actor: Actor, roleId?: number): Promise<void> {
  await requireConfirmed(tx, actor);
  if (!mayAssignRole(actor, { role_code: "administrator", role_permissions: [] }))
    throw new Problem("permission.denied");
  if (roleId === undefined) return;
  if (!(await givable(tx, actor)).some(({ id }) => id === roleId))
    throw invalidFieldProblem("role_id", "field.unknown");
}

/**
 * Creates a token and returns it. It can't be read again, because only its hash is stored. The previous token becomes invalid.
 * @throws Problem 403 without the permission to change all accounts or a recent password confirmation; 422 for an unknown role.
 */
export async function createScimToken(tx: Tx, actor: Actor, roleId: number): Promise<string> {
  await requireMay(tx, actor, roleId);
  const token = newScimToken();
  const savedToken = await tx.one<{ first: boolean }>(upsertToken, [tokenHash(token), roleId]);
  logSecurity(tx, { kind: "scim_changed", facts: { change: savedToken?.first ? "created" : "changed" } });
  return token;
}

/**
 * Changes the role of users that the directory creates.
 * @throws Problem as `createScimToken`; 404 when no token exists.
 */
export async function changeScimRole(tx: Tx, actor: Actor, roleId: number): Promise<void> {
  await requireMay(tx, actor, roleId);
  if (!(await tx.one(updateDefaultRole, [roleId]))) throw new Problem("notFound");
  logSecurity(tx, { kind: "scim_changed", facts: { change: "changed", record: roleId } });
}

/**
 * Deletes the token, so that the directory no longer has access.
 * @throws Problem 403 without a recent password confirmation; 404 when no token exists.
 */
export async function endScim(tx: Tx, actor: Actor): Promise<void> {
  await requireConfirmed(tx, actor);
  if (!(await tx.one(deleteToken))) throw new Problem("notFound");
  logSecurity(tx, { kind: "scim_changed", facts: { change: "deleted" } });
}
