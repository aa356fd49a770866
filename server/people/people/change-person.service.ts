import { directoryStream, userStream } from "../../../shared/kernel/events";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type { PeopleEvents } from "../../../shared/people/people/people.events";
import type { NewUser, UserChange } from "../../../shared/people/people/people.schema";
import { PasswordHistoryEntity } from "../../identity/session/password.entity";
import type { FormerAddress } from "../../identity/session/account-mails";
import { endAccess, invalidateMailedLinks } from "../../identity/session/end-access.service";
import { mapConstraintErrors } from "../../platform/database/constraints";
import { personIdOf } from "../../platform/program-actor";
import { storeSchedules } from "../../work/schedules/schedules.service";
import { logSecurity } from "../../platform/security-log";
import type { Actor } from "../../platform/session";
import { isActiveInternalUser } from "../../platform/database/internal-users";
import type { Tx } from "../../platform/database/unit-of-work";
import { emitViewsNaming } from "../../work/views/views.service";
import { lockSeats, enforceSeatLimit, notifyOfSeats } from "../../billing/subscription/plan-limits.service";
import {
  changedAccountFields,
  requireAccountChange,
  requireAssignableRole,
  requireOtherAdministrator,
} from "./account-change.policy";
import { mayAssignRole } from "../../identity/session/account.policy";
import { privateFieldColumns, toColumnValues, savePrivate } from "./people.private";
import { notifyOfManagerChanges } from "./manager-notifications";
import { presentUser } from "./people.present";
import { refuseOwnEmploymentChange } from "./own-employment.policy";
import { refuseOwnTeam } from "./own-team.policy";
import { dottedLineManagerNames, saveDottedLines } from "./dotted-lines.service";
import { setPrivateReader } from "./private-reader";
import { loadVisibleUser } from "./read-person.service";
import type { UserRow } from "./people.sql";
import * as statements from "./people.write.sql";
import { historyValuesOf, type HistoryEntry, recordHistory } from "./user-history.service";
import { UserEntity } from "./user.entity";
import type { BulkResult } from "../../../shared/kernel/bulk-result";
import type { BodyOf } from "../../../shared/kernel/endpoint";
import type { changeUsers } from "../../../shared/people/people/user-bulk.contract";
import { type BulkReport, runEachInTransaction } from "../../platform/http/serve/run-each-in-transaction";
import type { RunTransaction } from "../../platform/http/serve/serve-multi-transaction";

type Input = Partial<NewUser & UserChange>;

const constraintFields = {
  app_user_tenant_id_email_key: "email",
  app_user_employee_id: "employee_id",
  app_user_no_cycle: ["parent_id", "people.cycle"],
  app_user_joined_after_leaving: ["date_of_joining", "employment.beforeLeaving"],
  // With mandatory single sign-on, only the exempt user can still sign in with a password when the issuer is unavailable.
  sign_on_exempt: new Problem("signOn.exempt"),
} as const;

/**
 * Adds a user. Serialized per tenant, because seats, the hierarchy and the last administrator concern several users.
 * @throws Problem 403 for a role with permissions the actor lacks, and when the plan's seats are used up; 422.
 */
export async function addPerson(
  tx: Tx,
  actor: Actor,
  input: NewUser,
  passwordHash: string,
  { quiet = false }: QuietOption = {},
): Promise<number> {
  await lockSeats(tx);
  if (input.active !== false) await enforceSeatLimit(tx);
  await requireAssignableRole(tx, actor, input.role_id);
  await requireReferencesExist(tx, input, null);
  const { id } = await mapConstraintErrors(constraintFields, () =>
    tx.repo(UserEntity).insert({
      ...(toColumnValues(privateFieldColumns, input) as Partial<UserEntity>),
      passwordHash,
      passwordGiven: Boolean(input.password),
    }),
  );
  await tx.repo(PasswordHistoryEntity).insert({ userId: id, passwordHash });
  await saveDottedLines(tx, { id, managerId: input.parent_id ?? null }, input.dotted_ids);
  const { after } = await savePrivate(tx, actor, id, input);
  if (input.schedule?.minutes || input.schedule?.other)
    await storeSchedules(tx, actor, [{ userId: id, from: input.date_of_joining ?? null, ...input.schedule }]);
  const hired = { userId: id, type: "hiring", on: input.date_of_joining ?? null } as const;
  const dotted = input.dotted_ids?.length ? (await dottedLineManagerNames(tx, [id])).get(id) : null;
  await recordHistory(tx, actor, hired, {}, historyValuesOf(await loadVisibleUser(tx, actor, id), after, dotted));
  await emitPerson(tx, "user.created", id);
  if (input.parent_id && !quiet) await notifyOfManagerChanges(tx, actor, [id], { isNew: true });
  if (input.active !== false) await notifyOfSeats(tx, 1);
  logSecurity(tx, { kind: "access_changed", subjectId: id, facts: { role: input.role_id } });
  return id;
}

/** Suppresses notifications of managers in bulk changes. */
interface QuietOption {
  quiet?: boolean;
}

/**
 * History entry of a change. `readerId` is the user with whose access private fields are written, if not the actor. `authorized` means that
 * permissions were checked when the change was planned, so settings changed since then don't block it.
 */
export type ChangeEntry = Omit<HistoryEntry, "userId"> & { readerId?: number; authorized?: boolean } & QuietOption;

/**
 * Changes a user; omitted fields keep their value.
 * @returns the previous email address if it changed, for `mailAddressChanged`.
 * @throws Problem 404; 403 for permissions the actor lacks; 409 for a stale version, the last administrator, and the actor's own role; 422.
 */
export async function changePerson(
  tx: Tx,
  actor: Actor,
  id: number,
  input: UserChange,
  entry: ChangeEntry = { type: "change" },
): Promise<FormerAddress | null> {
  await lockSeats(tx);
  const now = await loadVisibleUser(tx, actor, id);
  if (input.version !== undefined && input.version !== now.version)
    throw new Problem("user.stale", { record: presentUser(actor, now) });
  const account = await checkChange(tx, actor, now, input, entry.authorized);
  const row = toColumnValues(privateFieldColumns, input);
  // A dotted line to a user ends when that user becomes the manager.
  const lines = input.dotted_ids !== undefined || input.parent_id !== undefined ? [id] : [];
  const before = await dottedLineManagerNames(tx, lines);
  await mapConstraintErrors(constraintFields, () =>
    tx.repo(UserEntity).update({ id }, { ...row, version: () => "version + 1" }),
  );
  const salary = await savePrivate(tx, actor, id, input, entry.readerId);
  const then = await loadVisibleUser(tx, actor, id);
  await saveDottedLines(tx, { id, managerId: then.parent_id ?? null }, input.dotted_ids);
  const after = await dottedLineManagerNames(tx, lines);
  const facts = [
    historyValuesOf(now, salary.before, before.get(id)),
    historyValuesOf(then, salary.after, after.get(id)),
  ] as const;
  await recordHistory(tx, actor, { ...entry, userId: id }, ...facts, entry.readerId);
  await emitPerson(tx, eventOf(input, now), id);
  if (then.parent_id !== now.parent_id && !entry.quiet) await notifyOfManagerChanges(tx, actor, [id]);
  if (then.active && !now.active) await notifyOfSeats(tx, 1);
  if (account.length > 0) await accessChanged(tx, actor, id, input, now);
  return account.includes("email") && now.email ? { email: now.email, fullname: now.fullname ?? "" } : null;
}

/**
 * Checks whether the change is allowed now.
 * @returns the account fields it changes.
 * @throws Problem 403, 409, 422.
 */
export async function checkChange(
  tx: Tx,
  actor: Actor,
  now: UserRow,
  input: UserChange,
  authorized = false,
): Promise<string[]> {
  requireDateOrder(input, now);
  const account = changedAccountFields(input, now);
  if (account.length > 0) await requireAccountChange(tx, actor, now, input);
  if (!authorized) await refuseOwnEmploymentChange(tx, actor, now, input);
  await requireReferencesExist(tx, input, now);
  if (!authorized) await refuseOwnTeam(tx, actor, now, input.parent_id);
  return account;
}

/** Activates or deactivates an account. @throws Problem 403, 404, 409. */
export async function setPersonActive(tx: Tx, actor: Actor, id: number, active: boolean | null = null): Promise<void> {
  const { active: now } = await loadVisibleUser(tx, actor, id);
  await changePerson(tx, actor, id, { active: active ?? !now });
}

/**
 * Deletes a user without any references.
 * @throws Problem 404; 403; 409 for the actor themselves, the last administrator, and users with references.
 */
export async function removePerson(tx: Tx, actor: Actor, id: number): Promise<void> {
  await lockSeats(tx);
  const now = await loadVisibleUser(tx, actor, id);
  if (id === actor.id) throw new Problem("user.self");
  if (!mayAssignRole(actor, now)) throw new Problem("permission.denied");
  await requireOtherAdministrator(tx, now);
  await setPrivateReader(tx, actor.id); // the check for references includes private rows
  if (await hasReferences(tx, id)) throw new Problem("user.hasHistory");
  await endAccess(tx, id);
  await emitViewsNaming(tx, id);
  await tx.repo(UserEntity).delete({ id });
  tx.emit("user.deleted", directoryStream(tx.tenantId), { id });
  logSecurity(tx, { kind: "access_changed", subjectId: id, facts: { change: "deleted" } });
}

/** @throws Problem 422 for unknown references, for an external or inactive manager, and for a manager below the user. */
async function requireReferencesExist(tx: Tx, input: Input, now: UserRow | null): Promise<void> {
  const { position_id, department_id, parent_id } = input;
  if (position_id && !(await tx.one(statements.positionById, [position_id])))
    throw invalidFieldProblem("position_id", "field.unknown");
  if (department_id && !(await tx.one(statements.departmentById, [department_id])))
    throw invalidFieldProblem("department_id", "field.unknown");
  if (!parent_id || parent_id === now?.parent_id) return;
  if (!(await isActiveInternalUser(tx, parent_id))) throw invalidFieldProblem("parent_id", "field.unknown");
  if (now && (parent_id === now.id || (await tx.one(statements.selectSubordinate, [now.id, parent_id])) !== undefined))
    throw invalidFieldProblem("parent_id", "people.cycle");
}

const eventOf = ({ active }: UserChange, now: UserRow) =>
  active === undefined || active === now.active ? "user.updated" : active ? "user.activated" : "user.deactivated";

/** Emits a user's directory entry to its followers; it contains no private fields. */
export async function emitPerson(tx: Tx, type: Exclude<keyof PeopleEvents, "user.deleted">, id: number): Promise<void> {
  const person = await tx.one<PeopleEvents["user.updated"]>(statements.selectDirectoryPerson, [id]);
  if (person) tx.emit(type, directoryStream(tx.tenantId), person);
}

/** Raises the user's version after a change of their schedule, so that undoing an earlier import doesn't overwrite it. */
export const raiseVersion = (tx: Tx, id: number) => tx.rows(statements.raiseVersion, [id]);

/** Like `emitPerson` for several users who were updated. */
export async function emitUpdatedPeople(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const person of await tx.rows<PeopleEvents["user.updated"]>(statements.selectDirectoryPeople, [ids]))
    tx.emit("user.updated", directoryStream(tx.tenantId), person);
}

/** Makes the user's clients reload permissions. A new email address invalidates mailed links; deactivation ends all sessions and tokens. */
async function accessChanged(tx: Tx, actor: Actor, id: number, input: UserChange, now: UserRow): Promise<void> {
  if (input.email !== undefined && input.email !== now.email) await invalidateMailedLinks(tx, id);
  if (input.active === false && now.active) await endAccess(tx, id);
  if (input.active !== undefined && input.active !== now.active) await emitViewsNaming(tx, id);
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

/** Like `changePerson`, effective from a day that may be in the past: versions and history begin on it. */
export async function changePersonEffectiveFrom(
  tx: Tx,
  actor: Actor,
  id: number,
  input: UserChange,
  entry: ChangeEntry & { on: string },
): Promise<void> {
  await withEffectiveDate(tx, entry.on, async () => void (await changePerson(tx, actor, id, input, entry)));
}

/** Runs `work` so that the versions of employment it writes are effective from `day`. */
export async function withEffectiveDate(tx: Tx, day: string, work: () => Promise<void>): Promise<void> {
  await tx.rows(statements.setEffectiveDay, [day]);
  await work();
  await tx.rows(statements.setEffectiveDay, [""]);
}

/**
 * Sets the last day or, with null, removes it.
 * @param announced whether colleagues can see it.
 */
export async function changeLastDay(tx: Tx, id: number, day: string | null, announced = false): Promise<void> {
  await tx.rows(statements.setLastDay, [id, day, announced]);
  await emitPerson(tx, "user.updated", id);
}

/** Changes each user like a single call. */
export const changeEachPerson = (
  unit: RunTransaction,
  actor: Actor,
  { ids, ...change }: BodyOf<typeof changeUsers>,
  report: BulkReport,
): Promise<BulkResult[]> =>
  runEachInTransaction(
    unit,
    ids.map((id) => ({ id })),
    { ...report, doneMessage: "", operation: "bulk change of people" },
    (tx, { id }) => changePerson(tx, actor, id, change),
  );

interface ReferencingColumn {
  table: string;
  column: string;
}

/** Whether other records refer to the user; checks every foreign key to `app_user`. */
async function hasReferences(tx: Tx, id: number): Promise<boolean> {
  const naming = await tx.rows<ReferencingColumn>(statements.selectUserForeignKeys);
  const references = naming.filter(
    ({ table, column }) => ![table, `${table}.${column}`].some((own) => statements.rowsDeletedWithUser.has(own)),
  );
  return (await tx.one<{ found: boolean }>(statements.anyReferencesUser(references), [id]))?.found ?? false;
}

/** Only one date of a pair may be in the input; it is then compared with the stored value of the other. */
export function requireDateOrder(input: UserChange, now: UserRow): void {
  const start = input.contract_start === undefined ? now.contract_start : input.contract_start;
  const end = input.contract_end === undefined ? now.contract_end : input.contract_end;
  if (start && end && start > end) throw invalidFieldProblem("contract_end", "field.endBeforeStart");
}
