import { directoryStream, userStream } from "../../shared/kernel/events";
import { invalid, Problem } from "../../shared/kernel/problems";
import type { PeopleEvents } from "../../shared/people/people.events";
import type { NewUser, UserChange } from "../../shared/people/people.schema";
import { PasswordHistoryEntity } from "../session/password.entity";
import type { FormerAddress } from "../session/address-changed.service";
import { endAccess, spendMailedLinks } from "../session/end-access.service";
import { unlessTaken } from "../platform/database/constraints";
import { personIdOf } from "../platform/program-actor";
import { logSecurity } from "../platform/security-log";
import type { Actor } from "../platform/session";
import type { Tx } from "../platform/database/unit-of-work";
import { lockSeats, requireRoomForUser } from "../subscription/plan-limits.service";
import { tellOfSeats } from "../subscription/seats-notification.service";
import {
  accountChange,
  requireAccountChange,
  requireGivable,
  requireOtherAdministrator,
} from "./account-change.service";
import { mayGive } from "./people.policy";
import { columns, rowOf, savePrivate } from "./people.private";
import { tellOfManagers } from "./manager-notifications.service";
import { presentUser } from "./people.present";
import { refuseOwnEmploymentChange } from "./own-employment.service";
import { refuseOwnTeam } from "./own-team.service";
import { dottedNames, saveDotted } from "./dotted-lines.service";
import { readPrivateAs } from "./private-reader.service";
import { visibleUser } from "./read-person.service";
import { requireOrder } from "./people.dates";
import { leftTraces } from "./people.traces";
import type { UserRow } from "./people.sql";
import * as statements from "./people.write.sql";
import { factsOf, type HistoryEntry, noteChange } from "./user-history.service";
import { UserEntity } from "./user.entity";

type Input = Partial<NewUser & UserChange>;

const taken = {
  app_user_tenant_id_email_key: "email",
  app_user_employee_id: "employee_id",
  app_user_no_cycle: ["parent_id", "people.cycle"],
  // Where only the organisation's issuer counts, their password is the way in when it is silent.
  sign_on_exempt: new Problem("signOn.exempt"),
} as const;

/**
 * Adds a person. Whoever changes people of a tenant waits for each other: seats, managers and the last administrator are
 * about more than one of them.
 * @throws Problem 403 for a role that allows more than the actor may, and when the plan is full; 422.
 */
export async function addPerson(
  tx: Tx,
  actor: Actor,
  input: NewUser,
  passwordHash: string,
  { quiet = false }: Quiet = {},
): Promise<number> {
  await lockSeats(tx);
  if (input.active !== false) await requireRoomForUser(tx);
  await requireGivable(tx, actor, input.role_id);
  await requireKnown(tx, input, null);
  const { id } = await unlessTaken(taken, () =>
    tx.repo(UserEntity).insert({
      ...(rowOf(columns, input) as Partial<UserEntity>),
      passwordHash,
      passwordGiven: Boolean(input.password),
    }),
  );
  await tx.repo(PasswordHistoryEntity).insert({ userId: id, passwordHash });
  await saveDotted(tx, { id, parentId: input.parent_id ?? null }, input.dotted_ids);
  const { after } = await savePrivate(tx, actor, id, input);
  const hired = { userId: id, type: "hiring", on: input.date_of_joining ?? null } as const;
  const dotted = input.dotted_ids?.length ? (await dottedNames(tx, [id])).get(id) : null;
  await noteChange(tx, actor, hired, {}, factsOf(await visibleUser(tx, actor, id), after, dotted));
  await emitPerson(tx, "user.created", id);
  if (input.parent_id && !quiet) await tellOfManagers(tx, actor, [id], { isNew: true });
  if (input.active !== false) await tellOfSeats(tx, 1);
  logSecurity(tx, { kind: "access_changed", subjectId: id, facts: { role: input.role_id } });
  return id;
}

/** Where hundreds are changed at once, their managers aren't notified of each. */
interface Quiet {
  quiet?: boolean;
}

/**
 * What the history says of a change. `readerId`: as whom private fields are written, where that isn't the actor. `asked`: whether
 * they may was asked when it was planned, and what the organisation has switched since doesn't undo it.
 */
export type ChangeEntry = Omit<HistoryEntry, "userId"> & { readerId?: number; asked?: boolean } & Quiet;

/**
 * Changes a person; what is left out stays.
 * @returns the address that they had, where it is another now: `mailAddressChanged` writes to it.
 * @throws Problem 404; 403 for rights that the actor hasn't; 409 when somebody else changed them meanwhile, for the last
 * administrator, and for one's own role; 422.
 */
export async function changePerson(
  tx: Tx,
  actor: Actor,
  id: number,
  input: UserChange,
  entry: ChangeEntry = { type: "change" },
): Promise<FormerAddress | null> {
  await lockSeats(tx);
  const now = await visibleUser(tx, actor, id);
  if (input.version !== undefined && input.version !== now.version)
    throw new Problem("user.stale", { record: presentUser(actor, now) });
  const account = await checkChange(tx, actor, now, input, entry.asked);
  const row = rowOf(columns, input);
  // Whoever becomes somebody's manager is beside them no more.
  const lines = input.dotted_ids !== undefined || input.parent_id !== undefined ? [id] : [];
  const before = await dottedNames(tx, lines);
  await unlessTaken(taken, () => tx.repo(UserEntity).update({ id }, { ...row, version: () => "version + 1" }));
  const salary = await savePrivate(tx, actor, id, input, entry.readerId);
  const then = await visibleUser(tx, actor, id);
  await saveDotted(tx, { id, parentId: then.parent_id ?? null }, input.dotted_ids);
  const after = await dottedNames(tx, lines);
  const facts = [factsOf(now, salary.before, before.get(id)), factsOf(then, salary.after, after.get(id))] as const;
  await noteChange(tx, actor, { ...entry, userId: id }, ...facts, entry.readerId);
  await emitPerson(tx, eventOf(input, now), id);
  if (then.parent_id !== now.parent_id && !entry.quiet) await tellOfManagers(tx, actor, [id]);
  if (then.active && !now.active) await tellOfSeats(tx, 1);
  if (account.length > 0) await accessChanged(tx, actor, id, input, now);
  return account.includes("email") && now.email ? { email: now.email, fullname: now.fullname ?? "" } : null;
}

/** Whether the change may be made now. @returns which fields of the account it changes. @throws Problem 403, 409, 422. */
export async function checkChange(
  tx: Tx,
  actor: Actor,
  now: UserRow,
  input: UserChange,
  asked = false,
): Promise<string[]> {
  requireOrder(input, now);
  const account = accountChange(input, now);
  if (account.length > 0) await requireAccountChange(tx, actor, now, input);
  if (!asked) await refuseOwnEmploymentChange(tx, actor, now, input);
  await requireKnown(tx, input, now);
  if (!asked) await refuseOwnTeam(tx, actor, now, input.parent_id);
  return account;
}

/** Switches an account on or off. @throws Problem 403, 404, 409. */
export async function switchPerson(tx: Tx, actor: Actor, id: number, active: boolean | null = null): Promise<void> {
  const { active: now } = await visibleUser(tx, actor, id);
  await changePerson(tx, actor, id, { active: active ?? !now });
}

/**
 * Deletes somebody who has left no trace.
 * @throws Problem 404; 403; 409 for oneself, the last administrator, and whoever something names.
 */
export async function removePerson(tx: Tx, actor: Actor, id: number): Promise<void> {
  await lockSeats(tx);
  const now = await visibleUser(tx, actor, id);
  if (id === actor.id) throw new Problem("user.self");
  if (!mayGive(actor, now)) throw new Problem("permission.denied");
  await requireOtherAdministrator(tx, now);
  await readPrivateAs(tx, actor.id); // their files are asked as well
  if (await leftTraces(tx, id)) throw new Problem("user.hasHistory");
  await endAccess(tx, id);
  await tx.repo(UserEntity).delete({ id });
  tx.emit("user.deleted", directoryStream(tx.tenantId), { id });
  logSecurity(tx, { kind: "access_changed", subjectId: id, facts: { change: "deleted" } });
}

/** @throws Problem 422 for what isn't there, a manager from outside or who has left, and one who stands below. */
async function requireKnown(tx: Tx, input: Input, now: UserRow | null): Promise<void> {
  const { position_id, department_id, parent_id } = input;
  if (position_id && !(await tx.one(statements.positionById, [position_id])))
    throw invalid("position_id", "field.unknown");
  if (department_id && !(await tx.one(statements.departmentById, [department_id])))
    throw invalid("department_id", "field.unknown");
  if (!parent_id || parent_id === now?.parent_id) return;
  if (!(await tx.one(statements.mayLead, [parent_id]))) throw invalid("parent_id", "field.unknown");
  if (now && (parent_id === now.id || (await tx.one(statements.standsBelow, [now.id, parent_id]))))
    throw invalid("parent_id", "people.cycle");
}

const eventOf = ({ active }: UserChange, now: UserRow) =>
  active === undefined || active === now.active ? "user.updated" : active ? "user.activated" : "user.deactivated";

/** Tells whoever follows the directory how somebody is shown there now; private fields never leave this way. */
export async function emitPerson(tx: Tx, type: Exclude<keyof PeopleEvents, "user.deleted">, id: number): Promise<void> {
  const person = await tx.one<PeopleEvents["user.updated"]>(statements.directoryPerson, [id]);
  if (person) tx.emit(type, directoryStream(tx.tenantId), person);
}

/** Their screens ask again what they may; at another address, links that lie in the mailbox before open nothing; switched off, everything by which they come in ends. */
async function accessChanged(tx: Tx, actor: Actor, id: number, input: UserChange, now: UserRow): Promise<void> {
  if (input.email !== undefined && input.email !== now.email) await spendMailedLinks(tx, id);
  if (input.active === false && now.active) await endAccess(tx, id);
  tx.emit("user.access_changed", userStream(id), { id });
  const change =
    input.active === undefined || input.active === now.active ? undefined : input.active ? "active" : "inactive";
  logSecurity(tx, {
    kind: "access_changed",
    userId: personIdOf(actor),
    subjectId: id,
    facts: { ...(input.role_id === undefined ? {} : { role: input.role_id }), ...(change ? { change } : {}) },
  });
}

/** As `changePerson`, of what counts since a day that may be past: versions and history begin on it. */
export async function changePersonSince(
  tx: Tx,
  actor: Actor,
  id: number,
  input: UserChange,
  entry: ChangeEntry & { on: string },
): Promise<void> {
  await writtenSince(tx, entry.on, async () => void (await changePerson(tx, actor, id, input, entry)));
}

/** Versions of employment that the work writes count since that day. */
export async function writtenSince(tx: Tx, day: string, work: () => Promise<void>): Promise<void> {
  await tx.rows(statements.setEffective, [day]);
  await work();
  await tx.rows(statements.setEffective, [""]);
}

/** Somebody will leave after this day; null: they stay. `announced`: colleagues are shown it. */
export async function changeLastDay(tx: Tx, id: number, day: string | null, announced = false): Promise<void> {
  await tx.rows(statements.setLastDay, [id, day, announced]);
  await emitPerson(tx, "user.updated", id);
}
