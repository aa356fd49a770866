import { invalidFieldProblem } from "../../../../shared/kernel/problems";
import { maxImportRows } from "../../../../shared/people/people/people-import.contract";
import type { Tx } from "../../../platform/database/unit-of-work";
import type { Actor } from "../../../platform/session";
import { tableRefusal } from "../../../platform/tables/table-budget";
import { callerKeyOf, runOrRefuse, type ChildProcesses } from "../../../platform/child-processes";
import { markInvited } from "../../../identity/session/invitation.service";
import {
  lockSeats,
  seatLimitReached,
  seatsLeft,
  seatUsage,
  notifyOfSeats,
} from "../../../billing/subscription/plan-limits.service";
import { changePerson } from "../change-person.service";
import { changePeopleInBulk, isBulkChangeable } from "./change-existing";
import { addNewcomers } from "./newcomers";
import type { PeopleFileRow, PeopleFile, PeopleFileInput } from "./people-file";
import { type AddedRecords, recordImport } from "./undo.service";
import { type ImportPlan, type NamedRecordKind, planImport, type PlannedRow, type PlanOptions } from "./plan.service";
import { departmentRecords } from "../../departments/departments.service";
import { changeMembers, groupRecords } from "../../groups/groups.service";
import { positionRecords } from "../../positions/positions.service";
import { weeksOfHours } from "../../../../shared/work/schedules/schedules.rules";
import { type NewSchedule, storeSchedules } from "../../../work/schedules/schedules.service";
import { findByName, firstDayOf, type ImportLookup } from "./import-lookup";

/** Limit in milliseconds; enough for 10,000 rows on a slow machine. */
const timeoutMs = 30_000;

/**
 * Parses in a child process.
 * @throws Problem 422 when the file isn't a table of users, or is too long.
 */
export async function parseFileInChild(
  childProcesses: ChildProcesses,
  actor: Actor,
  input: PeopleFileInput,
): Promise<PeopleFile> {
  const reading = childProcesses.run("peopleFile", input, callerKeyOf(actor), timeoutMs);
  const file = await runOrRefuse(reading, tableRefusal("file", "people.import.unreadable"));
  if (file.count > maxImportRows) throw invalidFieldProblem("file", "people.import.tooMany");
  if (file.count === 0) throw invalidFieldProblem("file", "people.import.empty");
  return file;
}

export interface SeatDemand {
  needed: number;
  /** Number of free seats; null when unlimited. */
  free: number | null;
}

/** Number of accounts the import needs, and of free seats. */
export async function seatDemandOf(tx: Tx, { rows }: ImportPlan): Promise<SeatDemand> {
  const needed = rows.filter(({ state, input, changes }) =>
    state === "new" ? input.active !== false : state === "changed" && opensAccount(changes),
  ).length;
  return { needed, free: await seatsLeft(tx) };
}

const opensAccount = (changes: PlannedRow["changes"]) =>
  changes.some(({ field, after }) => field === "active" && after === "true");

export interface ImportResult {
  /** Id of the recorded import; null when there was nothing to do. */
  id: number | null;
  created: number[];
  /** Created users who are active and can therefore be invited. */
  invitable: number[];
  changed: number;
  leftOut: number;
}

export interface ImportOptions extends PlanOptions {
  fileName: string;
  passwordHash: string;
  partial: boolean;
}

/**
 * Adds and changes all users of the file, or none. Plans again under the lock, so that changes since the preview can't make the plan
 * invalid. `onProgress` is called occasionally and must not wait for this transaction.
 * @throws Problem 403 when there aren't enough seats, before anything is written; 422 for an invalid row.
 */
export async function applyImport(
  tx: Tx,
  actor: Actor,
  rows: readonly PeopleFileRow[],
  options: ImportOptions,
  onProgress: (done: number, total: number) => void,
): Promise<ImportResult> {
  await lockSeats(tx);
  const first = await planImport(tx, actor, rows, options);
  requireImportable(first, options);
  const added = await createMissing(tx, actor, first.creates);
  const plan = Object.values(added).some((ids) => ids.length > 0) ? await planImport(tx, actor, rows, options) : first;
  requireImportable(plan, options);
  const { needed, free } = await seatDemandOf(tx, plan);
  if (free !== null && needed > free) throw seatLimitReached((await seatUsage(tx))?.most ?? 0);
  const todo = inOrder(plan);
  const newcomers = todo.filter(({ id }) => id === null);
  const { passwordHash } = options;
  const newIds = await addNewcomers(tx, actor, newcomers, { depths: plan.depths, passwordHash }, (done) =>
    onProgress(done, todo.length),
  );
  const created = [...newIds.values()];
  const ids = new Map([...[...plan.lookup.people.values()].map(({ email, id }) => [email, id] as const), ...newIds]);
  const changedRows = todo.filter(({ id, changes }) => id !== null && changes.some(({ field }) => field !== "groups"));
  const bulkRows = changedRows.every(isBulkChangeable) ? changedRows : [];
  await changePeopleInBulk(tx, actor, bulkRows, plan, (done) => onProgress(created.length + done, todo.length));
  // If any row changes an account, all rows are changed individually, managers first.
  for (const [at, row] of (bulkRows.length > 0 ? [] : changedRows).entries()) {
    if (at % 50 === 0) onProgress(created.length + at, todo.length);
    const leader = row.leader === undefined ? {} : { parent_id: ids.get(row.leader) as number };
    await changePerson(tx, actor, row.id as number, { ...row.input, ...leader }, { type: "change", quiet: true });
  }
  await setSchedules(tx, actor, todo, plan.lookup, ids);
  const joins = await joinGroups(tx, actor, todo, plan.lookup, ids);
  const invitable = newcomers
    .filter(({ input }) => input.active !== false)
    .map(({ email }) => newIds.get(email) as number);
  await markInvited(tx, invitable);
  await notifyOfSeats(tx, invitable.length);
  const leftOut = plan.rows.filter(({ state }) => state === "wrong" || state === "skipped").length;
  const { fileName } = options;
  const changed = todo.filter((row) => row.id !== null);
  const done = { fileName, created, changed, lookup: plan.lookup, added: { ...added, joins } };
  const id = todo.length > 0 ? await recordImport(tx, actor, done) : null;
  return { id, created, invitable, changed: changed.length, leftOut };
}

/** @throws Problem 422 when there are invalid rows that aren't skipped, or no row is left. */
function requireImportable({ rows }: ImportPlan, { partial }: ImportOptions): void {
  if (rows.some(({ state }) => state === "wrong") && !partial) throw invalidFieldProblem("file", "people.import.wrong");
  if (rows.every(({ state }) => state === "wrong" || state === "skipped"))
    throw invalidFieldProblem("file", "people.import.empty");
}

const inOrder = ({ rows, depths }: ImportPlan): PlannedRow[] =>
  rows
    .filter(({ state }) => state === "new" || state === "changed")
    .toSorted((a, b) => (depths.get(a.email) ?? 0) - (depths.get(b.email) ?? 0) || a.line - b.line);

async function createMissing(
  tx: Tx,
  actor: Actor,
  creates: ImportPlan["creates"],
): Promise<Record<NamedRecordKind, number[]>> {
  const added: Record<NamedRecordKind, number[]> = { department: [], position: [], group: [] };
  for (const name of creates.department)
    added.department.push((await departmentRecords.create(tx, actor, { name })).id);
  for (const title of creates.position) added.position.push((await positionRecords.create(tx, actor, { title })).id);
  for (const title of creates.group) added.group.push((await groupRecords.create(tx, actor, { title })).id);
  return added;
}

/** Sets schedules with the weekly hours of the rows: for new users from their first day, for others at the earliest from today. */
async function setSchedules(
  tx: Tx,
  actor: Actor,
  rows: readonly PlannedRow[],
  lookup: ImportLookup,
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const schedules = rows.flatMap(({ id, email, input, changes }): NewSchedule[] => {
    if (!input.weekly_hours || !changes.some(({ field }) => field === "weekly_hours")) return [];
    const weeks = weeksOfHours(input.weekly_hours, lookup.week);
    if (id === null && !weeks.minutes) return [];
    const from =
      id === null ? (input.date_of_joining ?? null) : firstDayOf(lookup, lookup.records.get(email)?.date_of_joining);
    return [{ userId: ids.get(email) as number, from, ...weeks }];
  });
  await storeSchedules(tx, actor, schedules);
}

/**
 * Adds users to their groups, with one change per group.
 * @returns the users who joined each group.
 */
async function joinGroups(
  tx: Tx,
  actor: Actor,
  rows: readonly PlannedRow[],
  lookup: ImportLookup,
  ids: ReadonlyMap<string, number>,
): Promise<AddedRecords["joins"]> {
  const joining = new Map<number, number[]>();
  for (const { email, joins } of rows)
    for (const title of joins) {
      const { id } = findByName(lookup.group, title) as { id: number };
      joining.set(id, [...(joining.get(id) ?? []), ids.get(email) as number]);
    }
  const ordered = [...joining].toSorted(([a], [b]) => a - b);
  for (const [id, joining] of ordered) await changeMembers(tx, actor, id, { joining });
  return ordered.map(([group, users]) => ({ group, users }));
}
