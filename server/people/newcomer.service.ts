import { logSecurity } from "../platform/security-log";
import type { Tx } from "../platform/database/unit-of-work";
import { PasswordHistoryEntity } from "../session/password.entity";
import { welcome } from "../session/welcome.service";
import { lockSeats, requireRoomForUser } from "../subscription/plan-limits.service";
import { tellOfSeats } from "../subscription/seats-notification.service";
import { emitPerson } from "./change-person.service";
import { UserEntity } from "./user.entity";

/** Somebody who comes by themself, known to be who they say. */
export interface Newcomer {
  email: string;
  fullname: string;
  roleId: number;
  passwordHash: string;
}

/**
 * The account of an address: the one that is there, or a new one. Of two who ask at once for the same address the second
 * gets the first one's account.
 * @returns its id. @throws Problem 403 when the plan is full.
 */
export async function accountForNewcomer(tx: Tx, { email, ...newcomer }: Newcomer): Promise<number> {
  await lockSeats(tx);
  const users = tx.repo(UserEntity);
  const there = await users.findOne({ email });
  if (there) return there.id;
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
