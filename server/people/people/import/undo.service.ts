import { directoryStream } from "../../../../shared/kernel/events";
import { Problem } from "../../../../shared/kernel/problems";
import type { ImportField, UndoneImport } from "../../../../shared/people/people/people-import.contract";
import type { UserChange } from "../../../../shared/people/people/people.schema";
import { departmentRecords } from "../../departments/departments.service";
import { changeMembers, groupRecords } from "../../groups/groups.service";
import type { Tx } from "../../../platform/database/unit-of-work";
import { personIdOf } from "../../../platform/program-actor";
import { logSecurity } from "../../../platform/security-log";
import type { Actor } from "../../../platform/session";
import { positionRecords } from "../../positions/positions.service";
import type { Weeks } from "../../../../shared/work/schedules/schedules.rules";
import { storeSchedules } from "../../../work/schedules/schedules.service";
import { mayAssignRole } from "../../../identity/session/account.policy";
import { endAccess } from "../../../identity/session/end-access.service";
import { refuseOwnEmployment } from "../../../approvals/approvals/four-eyes.policy";
import { emitViewsNaming } from "../../../work/views/views.service";
import { lockSeats } from "../../../billing/subscription/plan-limits.service";
import { changePerson } from "../change-person.service";
import { refuseOwnLeaders } from "../own-team.policy";
import { canReadAllFields } from "../people.policy";
import type { UserRow } from "../people.sql";
import { selectUserForeignKeys } from "../people.write.sql";
import { setPrivateReader, setPrivateReaderFor } from "../private-reader";
import { managementDepths } from "./managers";
import type { PlannedRow } from "./plan.service";
import { dottedManagersOf, firstDayOf, hiddenFields, type ImportLookup } from "./import-lookup";
import * as statements from "./undo.sql";

export type AddedRecords = statements.AddedRecords;

interface Applied {
  fileName: string;
  created: readonly number[];
  changed: readonly PlannedRow[];
  lookup: ImportLookup;
  added: AddedRecords;
}

/**
 * Stores the data needed to undo the import within a day.
 * @returns the import's id.
 */
export async function recordImport(tx: Tx, actor: Actor, done: Applied): Promise<number> {
  const { fileName, created, changed, lookup, added } = done;
  const values = [personIdOf(actor), fileName.slice(0, 200), created.length, changed.length, JSON.stringify(added)];
  const { id } = (await tx.one<{ id: number }>(statements.insertImport, values)) as { id: number };
  const dottedNow = await dottedManagersOf(
    tx,
    changed.map((row) => row.id as number),
  );
  const rows = [
    ...created.map((one) => ({ id: one, before: null })),
    ...changed.map((row) => ({
      id: row.id,
      before: { ...previousInput(row, lookup), ...endedLines(row, lookup, dottedNow) },
    })),
  ];
  await tx.rows(statements.insertImportRows, [id, JSON.stringify(rows)]);
  return id;
}

const isHidden = (field: ImportField): field is (typeof hiddenFields)[number] =>
  (hiddenFields as readonly string[]).includes(field);

/** Values before the import; the schedule is set again from the day from which it was imported. */
type Previous = UserChange & { schedule?: Weeks & { from: string; anchor?: string | undefined } };

/** The dotted lines of a user before the import, which ended one because its manager became the user's manager. */
function endedLines({ id }: PlannedRow, lookup: ImportLookup, now: ReadonlyMap<number, readonly number[]>): UserChange {
  const dotted_ids = [...(lookup.dottedManagerIds.get(id as number) ?? [])];
  return dotted_ids.length > (now.get(id as number) ?? []).length ? { dotted_ids } : {};
}

function previousInput({ email, changes }: PlannedRow, lookup: ImportLookup): Previous {
  const { records, hidden, schedules } = lookup;
  const now = records.get(email) as UserRow;
  const values = changes.flatMap(({ field }): [string, unknown][] => {
    if (isHidden(field)) return [[field, hidden.get(now.id)?.[field] ?? null]];
    switch (field) {
      case "role":
        return [["role_id", now.role?.id]];
      case "position":
      case "department":
        return [[`${field}_id`, now[field]?.id ?? null]];
      case "parent":
        return [["parent_id", now.parent_id ?? null]];
      case "external":
        return [[field, now.is_external]];
      case "weekly_hours": {
        const { minutes = null, other = null, anchor } = schedules.get(now.id) ?? {};
        return [["schedule", { from: firstDayOf(lookup, now.date_of_joining), minutes, other, anchor }]];
      }
      case "groups":
      case "email":
      case "first_name":
      case "last_name":
        return [];
      default:
        return [[field, now[field] ?? null]];
    }
  });
  return Object.fromEntries(values) as Previous;
}

/** Imports the actor can undo: their own of the last day, or all with `user-edit`. */
export const recentImports = (tx: Tx, actor: Actor): Promise<statements.ImportRecord[]> =>
  tx.rows<statements.ImportRecord>(statements.selectRecentImports, [actor.id, canReadAllFields(actor)]);

interface ImportedPerson {
  id: number;
  fullname: string;
  before: Previous | null;
  parent_id: number | null;
  changed: boolean;
  signed_in: boolean;
}

/**
 * Undoes an import completely or not at all: added users are deleted, changed ones restored. Departments, positions and groups it added are
 * deleted unless they are in use. The actor may be another user than the importer, so each change is checked like one by the actor.
 * @throws Problem 404; 403 for changes that the actor may not make; 409 with all users who have signed in, have references or were changed
 *   since.
 */
export async function undoImport(tx: Tx, actor: Actor, id: number): Promise<UndoneImport> {
  await lockSeats(tx);
  await setPrivateReaderFor(tx, actor);
  const found = await tx.one<statements.LockedImport>(statements.lockImport, [id]);
  if (!found || (found.user_id !== actor.id && !canReadAllFields(actor))) throw new Problem("notFound");
  // The previous values are visible only to users who may read all fields.
  if (found.changed > 0 && !canReadAllFields(actor)) throw new Problem("permission.denied");
  const people = await tx.rows<ImportedPerson>(statements.selectImportRows, [id]);
  const created = people.filter(({ before }) => before === null).map((person) => person.id);
  const changed = people.filter(({ before }) => before !== null);
  await requireRemovable(tx, actor, created, found.user_id === actor.id);
  refuse(
    people
      .filter((person) => person.signed_in || person.changed)
      .map((person) => ({
        fullname: person.fullname,
        reason: person.signed_in ? "signed_in" : "changed",
      })),
  );
  await leaveGroups(tx, actor, found.added, new Set(created));
  await restore(tx, actor, changed);
  await removeCreated(tx, actor, people, created);
  const retainedCount = await removeRecords(tx, actor, found.added);
  await tx.rows(statements.deleteImport, [id]);
  return { deleted: created.length, restored: changed.length, kept: retainedCount };
}

type Obstacle = { fullname: string; reason: "signed_in" | "changed" | "named" };

function refuse(people: readonly Obstacle[]): void {
  if (people.length === 0) return;
  const names = people.slice(0, 5).map(({ fullname }) => fullname);
  const values = { names: [...names, ...(people.length > names.length ? ["…"] : [])].join(", ") };
  throw new Problem("people.importInUse", { values, record: { people: people.slice(0, 100) } });
}

/**
 * Users who may only add others can delete those that they have imported themselves.
 * @throws Problem 403 as for the deletion of a single user, and for the actor's superiors under separation of duties.
 */
async function requireRemovable(tx: Tx, actor: Actor, userIds: readonly number[], ownImport: boolean): Promise<void> {
  if (userIds.length === 0) return;
  if (!ownImport && !actor.permissions.has("user-delete")) throw new Problem("permission.denied");
  const roles = await tx.rows<statements.RoleOfUsers>(statements.selectRolesOfUsers, [userIds]);
  if (!roles.every((role) => mayAssignRole(actor, role))) throw new Problem("permission.denied");
  await refuseOwnLeaders(tx, actor, ...userIds);
}

/** Restores users from the top of the restored hierarchy down, which avoids temporary cycles. */
async function restore(tx: Tx, actor: Actor, people: readonly ImportedPerson[]): Promise<void> {
  const all = await tx.rows<{ id: number; parent_id: number | null }>(statements.selectAllManagers);
  const leaders = new Map(all.map(({ id, parent_id }) => [String(id), parent_id === null ? null : String(parent_id)]));
  for (const { id, before } of people)
    if (before?.parent_id !== undefined)
      leaders.set(String(id), before.parent_id === null ? null : String(before.parent_id));
  const depths = managementDepths(leaders);
  const depthOf = ({ id }: ImportedPerson) => depths.get(String(id)) ?? 0;
  for (const { id, before, fullname } of people.toSorted((a, b) => depthOf(a) - depthOf(b))) {
    if (!before || Object.keys(before).length === 0) continue;
    const { schedule, ...fields } = before;
    try {
      await changePerson(tx, actor, id, fields, { type: "change", quiet: true });
    } catch (error) {
      // 422 means that a former position or manager was deleted, or that another user has the employee number.
      // An employee who was deactivated by the import and has left since can't be activated again.
      if (error instanceof Problem && (error.status === 422 || error.code === "employment.rehire"))
        refuse([{ fullname, reason: "changed" }]);
      throw error;
    }
    if (!schedule) continue;
    await refuseOwnEmployment(tx, actor, id);
    await storeSchedules(tx, actor, [{ userId: id, ...schedule }]);
  }
}

async function removeCreated(
  tx: Tx,
  actor: Actor,
  people: readonly ImportedPerson[],
  created: readonly number[],
): Promise<void> {
  if (created.length === 0) return;
  await tx.rows(statements.clearManagers, [created]);
  await tx.rows(statements.clearEarlierManagers, [created, people.map(({ id }) => id)]);
  await setPrivateReader(tx, actor.id); // the check for references includes private rows
  const columns = await tx.rows<{ table: string; column: string }>(selectUserForeignKeys);
  const referencedIds = new Set(
    (await tx.rows<{ id: number }>(statements.referencedUsers(columns), [created])).map(({ id }) => id),
  );
  refuse(people.filter(({ id }) => referencedIds.has(id)).map(({ fullname }) => ({ fullname, reason: "named" })));
  for (const id of created) {
    await endAccess(tx, id);
    await emitViewsNaming(tx, id);
    tx.emit("user.deleted", directoryStream(tx.tenantId), { id });
    logSecurity(tx, { kind: "access_changed", subjectId: id, facts: { change: "deleted" } });
  }
  await tx.rows(statements.deletePeople, [created]);
}

async function leaveGroups(tx: Tx, actor: Actor, { joins }: AddedRecords, created: ReadonlySet<number>): Promise<void> {
  for (const { group, users } of joins) {
    const leaving = users.filter((id) => !created.has(id));
    if (leaving.length > 0) await ignoreMissing(() => changeMembers(tx, actor, group, { leaving }));
  }
}

/**
 * Deletes the records that the import added.
 * @returns the number of records kept because they are in use.
 */
async function removeRecords(tx: Tx, actor: Actor, added: AddedRecords): Promise<number> {
  let retainedCount = 0;
  const remove = async (ids: readonly number[], removing: (id: number) => Promise<void>) => {
    for (const id of ids)
      await ignoreMissing(() => removing(id)).catch((error: unknown) => {
        if (!(error instanceof Problem) || error.code !== "organization.inUse") throw error;
        retainedCount++;
      });
  };
  await remove(added.group, (id) => groupRecords.remove(tx, actor, id));
  await remove(added.position, (id) => positionRecords.remove(tx, actor, id));
  await remove(added.department, (id) => departmentRecords.remove(tx, actor, id));
  return retainedCount;
}

/** Runs `work` and ignores records that were deleted meanwhile, because they need no undo. */
async function ignoreMissing<Result>(work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem && error.code === "notFound") return null;
    throw error;
  }
}
