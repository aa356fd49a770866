import { Problem, type ProblemCode } from "../../../shared/kernel/problems";
import { logSecurity } from "../../platform/security-log";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { PasswordHistoryEntity } from "../../identity/session/password.entity";
import { sendWelcome } from "../../identity/session/welcome-notification";
import { lockSeats, enforceSeatLimit, notifyOfSeats } from "../../billing/subscription/plan-limits.service";
import { emitPerson } from "./change-person.service";
import type { SignOnNewcomer } from "../../identity/session/session.slots";
import { isGoverningRole } from "../../identity/session/account.policy";
import { UserEntity } from "./user.entity";

const selectRole = sql(
  "newcomer.roleOf",
  `SELECT code AS role_code, permissions AS role_permissions FROM role WHERE tenant_id = current_tenant() AND id = $1`,
);

/**
 * Re-checks the default role at sign-up, because self-registered users must not get governing permissions (to manage permissions or see all
 * data). The role may have gained such permissions since it was selected, or may be the successor of a deleted role.
 * @throws Problem 403 with `code`.
 */
export async function requireNonGoverningRole(tx: Tx, roleId: number, code: ProblemCode): Promise<void> {
  const role = await tx.one<Parameters<typeof isGoverningRole>[0]>(selectRole, [roleId]);
  if (!role || isGoverningRole(role)) throw new Problem(code);
}

/**
 * Returns the account with this email, or creates one; the second of two concurrent calls gets the account created by the first.
 * @returns the account's id.
 * @throws Problem 403 when the plan's seats are used up, and for a governing role that is only the default.
 */
export async function findOrCreateAccount(
  tx: Tx,
  { email, isRoleExplicit, ...newcomer }: SignOnNewcomer,
): Promise<number> {
  await lockSeats(tx);
  const users = tx.repo(UserEntity);
  const existingUser = await users.findOne({ email });
  if (existingUser) return existingUser.id;
  if (!isRoleExplicit) await requireNonGoverningRole(tx, newcomer.roleId, "signOn.role");
  await enforceSeatLimit(tx);
  const { id } = await users.insert({ email, ...newcomer });
  await users.update({ id }, { joinedOn: () => "tenant_today()" });
  await tx.repo(PasswordHistoryEntity).insert({ userId: id, passwordHash: newcomer.passwordHash });
  await emitPerson(tx, "user.created", id);
  await sendWelcome(tx, id);
  await notifyOfSeats(tx, 1);
  logSecurity(tx, { kind: "registered", subjectId: id, facts: { factor: "sign_on" } });
  return id;
}
