import { Problem, type ProblemCode } from "../../shared/kernel/problems";
import { logSecurity } from "../platform/security-log";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { PasswordHistoryEntity } from "../session/password.entity";
import { welcome } from "../session/welcome.service";
import { lockSeats, requireRoomForUser } from "../subscription/plan-limits.service";
import { tellOfSeats } from "../subscription/seats-notification.service";
import { emitPerson } from "./change-person.service";
import { governs } from "./people.policy";
import { UserEntity } from "./user.entity";

const roleOf = sql(
  "newcomer.roleOf",
  `SELECT code AS role_code, permissions AS role_permissions FROM role WHERE tenant_id = current_tenant() AND id = $1`,
);

/**
 * A role that governed nobody when it was chosen for newcomers may do so by now, and a deleted one has its successor: whoever comes in
 * by themself would be an administrator. @throws Problem 403 with this code.
 */
export async function requireGoverningNobody(tx: Tx, roleId: number, code: ProblemCode): Promise<void> {
  const role = await tx.one<Parameters<typeof governs>[0]>(roleOf, [roleId]);
  if (!role || governs(role)) throw new Problem(code);
}

/** Somebody who comes by themself, known to be who they say. */
export interface Newcomer {
  email: string;
  fullname: string;
  roleId: number;
  /** Somebody has said of this very person which role they have. */
  named: boolean;
  passwordHash: string;
}

/**
 * The account of an address: the one that is there, or a new one. Of two who ask at once for the same address the second
 * gets the first one's account.
 * @returns its id. @throws Problem 403 when the plan is full, and for a role that governs others and is everybody's who comes.
 */
export async function accountForNewcomer(tx: Tx, { email, named, ...newcomer }: Newcomer): Promise<number> {
  await lockSeats(tx);
  const users = tx.repo(UserEntity);
  const there = await users.findOne({ email });
  if (there) return there.id;
  if (!named) await requireGoverningNobody(tx, newcomer.roleId, "signOn.role");
  await requireRoomForUser(tx);
  const { id } = await users.insert({ email, ...newcomer });
  await users.update({ id }, { joinedOn: () => "tenant_today()" });
  await tx.repo(PasswordHistoryEntity).insert({ userId: id, passwordHash: newcomer.passwordHash });
  await emitPerson(tx, "user.created", id);
  await welcome(tx, id);
  await tellOfSeats(tx, 1);
  logSecurity(tx, { kind: "registered", subjectId: id, facts: { factor: "sign_on" } });
  return id;
}
