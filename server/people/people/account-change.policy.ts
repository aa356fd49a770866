import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type { UserChange } from "../../../shared/people/people/people.schema";
import type { Actor } from "../../platform/session";
import type { Tx } from "../../platform/database/unit-of-work";
import { enforceSeatLimit } from "../../billing/subscription/plan-limits.service";
import { type AccountPermissions, mayAssignRole } from "../../identity/session/account.policy";
import { mayChangeAccount } from "./people.policy";
import type { UserRow } from "./people.sql";
import * as statements from "./people.write.sql";
import { refuseOwnLeaders } from "./own-team.policy";

const accountFields = ["email", "role_id", "active", "external"] as const;

export function changedAccountFields(input: UserChange, now: UserRow): string[] {
  const present = { email: now.email, role_id: now.role?.id, active: now.active, external: now.external };
  return accountFields.filter((field) => input[field] !== undefined && input[field] !== present[field]);
}

/**
 * @throws Problem 403 for permissions the actor lacks, for the actor's superiors under separation of duties, and when the plan's seats are
 *   used up; 409 for the actor's own account, for the last administrator, and when a former employee is activated instead of rehired; 422.
 */
export async function requireAccountChange(tx: Tx, actor: Actor, now: UserRow, input: UserChange): Promise<void> {
  if (!mayChangeAccount(actor, now)) throw new Problem("permission.denied");
  const role = input.role_id !== undefined && input.role_id !== now.role?.id;
  // Users may not change their own permissions or lock themselves out.
  if (now.id === actor.id && (role || input.active === false || input.external === true))
    throw new Problem("user.self");
  if (role || input.active === false || input.external === true) await refuseOwnLeaders(tx, actor, now.id);
  if (role) await requireAssignableRole(tx, actor, input.role_id as number);
  // External users have few permissions regardless of their role; becoming internal activates the role, so it counts as assigning it.
  if (input.external === false && !mayAssignRole(actor, now)) throw new Problem("permission.denied");
  if (role || input.active === false || input.external === true) await requireOtherAdministrator(tx, now);
  if (input.active === true && !now.active) {
    // Activation would keep the last day of the former employment, which payroll and leave balances use.
    if (await isFormerEmployee(tx, now.id)) throw new Problem("employment.rehire");
    await enforceSeatLimit(tx);
  }
}

export const isFormerEmployee = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.one(statements.selectFormerEmployees, [[id]])) !== undefined;

export async function assignableRoles(tx: Tx, actor: Actor) {
  type Row = Pick<AccountPermissions, "role_code" | "role_permissions"> & { id: number; name: string };
  const rows = await tx.rows<Row>(statements.selectAllRoles);
  return rows.filter((role) => mayAssignRole(actor, role)).map(({ id, name, role_code: code }) => ({ id, name, code }));
}

/** @throws Problem 422 for an unknown role; 403 for a role with permissions the actor lacks. */
export async function requireAssignableRole(tx: Tx, actor: Actor, roleId: number): Promise<void> {
  const role = await tx.one<Pick<AccountPermissions, "role_code" | "role_permissions">>(statements.selectRoleById, [
    roleId,
  ]);
  if (!role) throw invalidFieldProblem("role_id", "field.unknown");
  if (!mayAssignRole(actor, role)) throw new Problem("permission.denied");
}

/** @throws Problem 409 for the last administrator who can sign in. */
export async function requireOtherAdministrator(tx: Tx, now: UserRow): Promise<void> {
  if (now.role_code !== "administrator" || !now.active || now.is_external) return;
  const others = await tx.one<{ count: number }>(statements.selectOtherAdministrators, [now.id]);
  if ((others?.count ?? 0) === 0) throw new Problem("role.lastAdministrator");
}
