import { invalid, Problem } from "../../shared/kernel/problems";
import type { UserChange } from "../../shared/people/people.schema";
import type { Actor } from "../platform/session";
import type { Tx } from "../platform/database/unit-of-work";
import { requireRoomForUser } from "../subscription/plan-limits.service";
import { refuseOwnLead } from "./own-lead.service";
import { type Account, mayChangeAccount, mayGive } from "./people.policy";
import type { UserRow } from "./people.sql";
import * as statements from "./people.write.sql";

const accountFields = ["email", "role_id", "active", "external"] as const;

/** Which of the fields that open an account the input changes. */
export function accountChange(input: UserChange, now: UserRow): string[] {
  const present = { email: now.email, role_id: now.role?.id, active: now.active, external: now.external };
  return accountFields.filter((field) => input[field] !== undefined && input[field] !== present[field]);
}

/** @throws Problem 403 for rights that the actor hasn't, for who leads oneself, with four eyes, and when the plan is full; 409 for oneself and the last administrator; 422. */
export async function requireAccountChange(tx: Tx, actor: Actor, now: UserRow, input: UserChange): Promise<void> {
  if (!mayChangeAccount(actor, now)) throw new Problem("permission.denied");
  const role = input.role_id !== undefined && input.role_id !== now.role?.id;
  // Nobody gives themself other rights, or shuts themself out.
  if (now.id === actor.id && (role || input.active === false || input.external === true))
    throw new Problem("user.self");
  if (role || input.active === false || input.external === true) await refuseOwnLead(tx, actor, now.id);
  if (role) await requireGivable(tx, actor, input.role_id as number);
  // Somebody from outside holds little whatever their role says; from inside it counts.
  if (input.external === false && !mayGive(actor, now)) throw new Problem("permission.denied");
  if (role || input.active === false || input.external === true) await requireOtherAdministrator(tx, now);
  if (input.active === true && !now.active) await requireRoomForUser(tx);
}

/** The roles that the actor may give. */
export async function givableRoles(tx: Tx, actor: Actor) {
  type Row = Pick<Account, "role_code" | "role_permissions"> & { id: number; name: string };
  const rows = await tx.rows<Row>(statements.everyRole);
  return rows.filter((role) => mayGive(actor, role)).map(({ id, name, role_code: code }) => ({ id, name, code }));
}

/** @throws Problem 422 for a role that isn't there, 403 for one that allows more than the actor may. */
export async function requireGivable(tx: Tx, actor: Actor, roleId: number): Promise<void> {
  const role = await tx.one<Pick<Account, "role_code" | "role_permissions">>(statements.roleById, [roleId]);
  if (!role) throw invalid("role_id", "field.unknown");
  if (!mayGive(actor, role)) throw new Problem("permission.denied");
}

/** @throws Problem 409 when this is the last administrator who can sign in. */
export async function requireOtherAdministrator(tx: Tx, now: UserRow): Promise<void> {
  if (now.role_code !== "administrator" || !now.active || now.is_external) return;
  const others = await tx.one<{ count: number }>(statements.otherAdministrators, [now.id]);
  if ((others?.count ?? 0) === 0) throw new Problem("role.lastAdministrator");
}
