import { userStream } from "../../shared/kernel/events";
import { invalid, Problem } from "../../shared/kernel/problems";
import type { PersonFactors, SecondFactorRule } from "../../shared/session/second-factor-rule.contract";
import { logSecurity } from "../platform/security-log";
import type { Permission } from "../../shared/kernel/permissions";
import { mayGive } from "../people/people.policy";
import type { Actor } from "../platform/session";
import { joinedOnce } from "../platform/database/joined-once";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { clearFactors, requireConfirmed } from "./second-factor.service";

const everybody = sql(
  "factorRule.everybody",
  "SELECT second_factor_since IS NOT NULL AS required FROM tenant WHERE id = current_tenant()",
);
const roles = sql(
  "factorRule.roles",
  `SELECT r.id, r.name, r.second_factor_since IS NOT NULL AS required,
          (SELECT count(*)::int FROM app_user u WHERE u.tenant_id = r.tenant_id AND u.role_id = r.id AND u.active) AS people
   FROM role r WHERE r.tenant_id = current_tenant() ORDER BY r.id`,
);
const setEverybody = sql(
  "factorRule.setEverybody",
  `UPDATE tenant SET second_factor_since = CASE WHEN $1 THEN COALESCE(second_factor_since, now()) END WHERE id = current_tenant()`,
);
const setRoles = sql(
  "factorRule.setRoles",
  `UPDATE role SET second_factor_since = CASE WHEN id = ANY($1) THEN COALESCE(second_factor_since, now()) END
   WHERE tenant_id = current_tenant()`,
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
const people = sql(
  "factorRule.people",
  `SELECT u.*, COALESCE(passkeys, 0) AS passkeys FROM ${joinedOnce(peopleFound, passkeysByPerson)} ORDER BY fullname, id`,
);

/** Who needs a second factor. */
export async function secondFactorRule(tx: Tx): Promise<SecondFactorRule> {
  const [all, each] = await Promise.all([
    tx.one<{ required: boolean }>(everybody),
    tx.rows<SecondFactorRule["roles"][number]>(roles),
  ]);
  return { everybody: all?.required ?? false, roles: each };
}

/**
 * Whoever needs one from now on is asked at the next sign-in; whoever did already, since then.
 * @throws Problem 422 for a role that isn't there.
 */
export async function changeSecondFactorRule(
  tx: Tx,
  actor: Actor,
  wanted: { everybody: boolean; role_ids: readonly number[] },
): Promise<SecondFactorRule> {
  await requireConfirmed(tx, actor);
  const before = await secondFactorRule(tx);
  const known = new Set(before.roles.map(({ id }) => id));
  if (wanted.role_ids.some((id) => !known.has(id))) throw invalid("role_ids", "field.unknown");
  await tx.rows(setEverybody, [wanted.everybody]);
  await tx.rows(setRoles, [[...wanted.role_ids]]);
  logSecurity(tx, {
    kind: "factor_policy_changed",
    facts: { policy: wanted.everybody ? "everybody" : "roles", count: wanted.role_ids.length },
  });
  return secondFactorRule(tx);
}

interface Row extends Omit<PersonFactors, "can"> {
  role_code: string | null;
  role_permissions: readonly Permission[];
}

/** Nobody resets their own: that would take away what holds off whoever sits at their screen. */
const mayReset = (actor: Actor, row: Row) => row.id !== actor.id && mayGive(actor, row);

/** Everybody with their factors: how many, never what. */
export async function secondFactorPeople(tx: Tx, actor: Actor): Promise<PersonFactors[]> {
  return (await tx.rows<Row>(people, [null])).map(({ role_code, role_permissions, ...row }) => ({
    ...row,
    can: { reset: mayReset(actor, { ...row, role_code, role_permissions }) && (row.totp || row.passkeys > 0) },
  }));
}

/**
 * Takes away the factors of somebody who has lost them, and ends their sessions.
 * @returns whether there were any.
 * @throws Problem 404; 403 for one's own, and for an administrator's by somebody who is none.
 */
export async function resetSecondFactor(tx: Tx, actor: Actor, userId: number): Promise<boolean> {
  const row = await tx.one<Row>(people, [userId]);
  if (!row) throw new Problem("notFound");
  if (row.id === actor.id) throw new Problem("session.ownFactor");
  if (!mayReset(actor, row)) throw new Problem("permission.denied");
  await requireConfirmed(tx, actor);
  if (!(await clearFactors(tx, userId))) return false;
  logSecurity(tx, { kind: "factor_reset", subjectId: userId });
  tx.emit("user.access_changed", userStream(userId), { id: userId });
  return true;
}
