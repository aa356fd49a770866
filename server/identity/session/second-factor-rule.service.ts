import type { Permission } from "../../../shared/kernel/access";
import { userStream } from "../../../shared/kernel/events";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type { PersonFactors, SecondFactorRule } from "../../../shared/identity/session/second-factor-rule.contract";
import { logSecurity } from "../../platform/security-log";
import type { Actor } from "../../platform/session";
import { listWithCounts } from "../../platform/database/list-with-counts";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { mayAssignRole } from "./account.policy";
import { clearFactors, requireConfirmed } from "./second-factor.service";

const selectTenantRule = sql(
  "factorRule.everybody",
  "SELECT second_factor_since IS NOT NULL AS required FROM tenant WHERE id = current_tenant()",
);
const selectRoleRules = sql(
  "factorRule.roles",
  `SELECT r.id, r.name, r.second_factor_since IS NOT NULL AS required,
          (SELECT count(*)::int FROM app_user u WHERE u.tenant_id = r.tenant_id AND u.role_id = r.id AND u.active) AS people
   FROM role r WHERE r.tenant_id = current_tenant() ORDER BY r.id`,
);
const updateTenantRule = sql(
  "factorRule.setEverybody",
  `UPDATE tenant SET second_factor_since = CASE WHEN $1 THEN now() END
   WHERE id = current_tenant() AND (second_factor_since IS NOT NULL) <> $1 RETURNING id`,
);
const updateRoleRule = sql(
  "factorRule.setRole",
  `UPDATE role SET second_factor_since = CASE WHEN $2 THEN now() END
   WHERE tenant_id = current_tenant() AND id = $1 AND (second_factor_since IS NOT NULL) <> $2 RETURNING id`,
);
const peopleFound = `(SELECT u.id, u.fullname, u.image, r.name AS role, r.code AS role_code, r.permissions AS role_permissions,
          EXISTS (SELECT FROM totp_factor f WHERE f.tenant_id = u.tenant_id AND f.user_id = u.id AND f.confirmed_at IS NOT NULL) AS totp,
          COALESCE(t.second_factor_since, r.second_factor_since) IS NOT NULL AS required
   FROM app_user u
   JOIN role r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
   JOIN tenant t ON t.id = u.tenant_id
   WHERE u.tenant_id = current_tenant() AND u.active AND ($1::bigint IS NULL OR u.id = $1)) u`;
const passkeysByPerson = {
  rows: `SELECT user_id, count(*)::int AS passkeys FROM passkey
   WHERE tenant_id = current_tenant() AND ($1::bigint IS NULL OR user_id = $1) GROUP BY 1`,
  as: "k",
  of: "user_id",
};
const selectPeopleWithFactors = sql(
  "factorRule.people",
  `SELECT u.*, COALESCE(passkeys, 0) AS passkeys FROM ${listWithCounts(peopleFound, passkeysByPerson)} ORDER BY fullname COLLATE reader, id`,
);

export async function secondFactorRule(tx: Tx): Promise<SecondFactorRule> {
  const [all, each] = await Promise.all([
    tx.one<{ required: boolean }>(selectTenantRule),
    tx.rows<SecondFactorRule["roles"][number]>(selectRoleRules),
  ]);
  return { everybody: all?.required ?? false, roles: each };
}

/**
 * Changes whether a role, or with null everybody, needs a second factor. Affected users must set it up at their next sign-in.
 * @throws Problem 422 for an unknown role.
 */
export async function changeSecondFactorRule(
  tx: Tx,
  actor: Actor,
  { role_id: roleId, required }: { role_id: number | null; required: boolean },
): Promise<SecondFactorRule> {
  await requireConfirmed(tx, actor);
  const changed =
    roleId === null ? await tx.one(updateTenantRule, [required]) : await tx.one(updateRoleRule, [roleId, required]);
  const rule = await secondFactorRule(tx);
  if (roleId !== null && !rule.roles.some(({ id }) => id === roleId))
    throw invalidFieldProblem("role_id", "field.unknown");
  if (changed) {
    const count = rule.roles.filter((role) => role.required).length;
    logSecurity(tx, {
      kind: "factor_policy_changed",
      facts: { policy: rule.everybody ? "everybody" : "roles", count },
    });
  }
  return rule;
}

interface Row extends Omit<PersonFactors, "can"> {
  role_code: string | null;
  role_permissions: readonly Permission[];
}

/**
 * Whether the actor may reset the factors of a user. Users can't reset their own factors, because that would remove the protection against
 * an intruder in their session.
 */
const mayReset = (actor: Actor, row: Row) => row.id !== actor.id && mayAssignRole(actor, row);

/** All users with the kinds and number of their factors, without secrets. */
export async function secondFactorPeople(tx: Tx, actor: Actor): Promise<PersonFactors[]> {
  return (await tx.rows<Row>(selectPeopleWithFactors, [null])).map(({ role_code, role_permissions, ...row }) => ({
    ...row,
    can: { reset: mayReset(actor, { ...row, role_code, role_permissions }) && (row.totp || row.passkeys > 0) },
  }));
}

/**
 * Removes the factors of a user who has lost them, and ends the user's sessions.
 * @returns whether the user had any factors.
 * @throws Problem 404 for an unknown user; 403 for the actor's own factors, without a recent password confirmation, and for users with
 *   governing permissions (to manage permissions or see all data) that the actor lacks.
 */
export async function resetSecondFactor(tx: Tx, actor: Actor, userId: number): Promise<boolean> {
  const row = await tx.one<Row>(selectPeopleWithFactors, [userId]);
  if (!row) throw new Problem("notFound");
  if (row.id === actor.id) throw new Problem("session.ownFactor");
  if (!mayReset(actor, row)) throw new Problem("permission.denied");
  await requireConfirmed(tx, actor);
  if (!(await clearFactors(tx, userId))) return false;
  logSecurity(tx, { kind: "factor_reset", subjectId: userId });
  tx.emit("user.access_changed", userStream(userId), { id: userId });
  return true;
}
