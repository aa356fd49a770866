import { refuseOwnEmployment } from "../../approvals/approvals/four-eyes.policy";
import type { EmploymentChange } from "../../../shared/people/employment/employment.contract";
import type { ChangeInput } from "../../../shared/people/employment/employment.schema";
import { fitsCurrency, toMoney } from "../../../shared/kernel/money";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type { UserChange } from "../../../shared/people/people/people.schema";
import type { HistoryField } from "../../../shared/people/people/user-history.contract";
import { changePersonEffectiveFrom, checkChange, emitPerson, raiseVersion } from "../people/change-person.service";
import { isOwnEmploymentBlocked } from "../people/own-employment.policy";
import { setPrivateReader } from "../people/private-reader";
import { loadVisibleUser, type VisibleUser } from "../people/read-person.service";
import { historyValuesOf } from "../people/user-history.service";
import { tenantToday } from "../../platform/database/tenant-today";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { lockSeats } from "../../billing/subscription/plan-limits.service";
import { notifyOfFailedChange, notifyOfWithdrawnChange } from "./change-notifications";
import { mayWithdrawChange, presentChange, canSeePlannedChanges } from "./employment.present";
import { requireRoleStillGrantable, scheduledActor } from "./scheduled-actor";
import {
  isScheduleStale,
  removeScheduleOfChange,
  schedulesOfUser,
  storeSchedules,
} from "../../work/schedules/schedules.service";
import * as statements from "./employment.sql";
import type { ChangeRow, FieldRow } from "./employment.sql";
import { setAuditActor } from "../../platform/program-actor";

const selectPay = sql(
  "employment.pay",
  "SELECT trim_scale(salary)::text AS salary, currency FROM user_private WHERE tenant_id = current_tenant() AND user_id = $1",
);

interface Pay {
  salary: string | null;
  currency: string | null;
}

const salaryOf = async (tx: Tx, userId: number): Promise<Pay> =>
  (await tx.one<Pay>(selectPay, [userId])) ?? { salary: null, currency: null };

type Fields = Pick<
  UserChange,
  "position_id" | "department_id" | "parent_id" | "role_id" | "contract_type" | "location" | "salary" | "currency"
>;

const fieldOf = {
  position_id: "position",
  department_id: "department",
  parent_id: "parent",
  role_id: "role",
  contract_type: "contract_type",
  location: "location",
  salary: "salary",
} as const satisfies Partial<Record<keyof Fields, HistoryField>>;

export async function plannedChangesOfEmployee(tx: Tx, actor: Actor, userId: number): Promise<EmploymentChange[]> {
  const person = await loadVisibleUser(tx, actor, userId);
  if (!canSeePlannedChanges(actor, person)) return [];
  await setPrivateReader(tx, actor.id);
  const rows = await tx.rows<ChangeRow>(statements.selectOpenChanges, [userId]);
  const isOwnBlocked = await isOwnEmploymentBlocked(tx, actor, userId);
  return rows.map((row) => presentChange(actor, person, row, isOwnBlocked));
}

export async function loadPlannedChange(tx: Tx, actor: Actor, id: number): Promise<EmploymentChange> {
  await setPrivateReader(tx, actor.id);
  const row = await tx.one<ChangeRow>(statements.selectChangeById, [id]);
  if (!row) throw new Problem("notFound");
  const person = await loadVisibleUser(tx, actor, row.user_id);
  if (!canSeePlannedChanges(actor, person)) throw new Problem("notFound");
  return presentChange(actor, person, row, await isOwnEmploymentBlocked(tx, actor, person.id));
}

/**
 * Plans a change, or applies it if its effective day has been reached. Serialized per tenant by `lockSeats`.
 * @returns its id.
 * @throws Problem 404; 403; 409 for a field with another pending or later change, and when another user has changed the schedule of that
 *   day; 422.
 */
export async function planChange(tx: Tx, actor: Actor, userId: number, input: ChangeInput): Promise<number> {
  await lockSeats(tx);
  const person = await loadVisibleUser(tx, actor, userId);
  const { effective_on: on, type, reason, replaces_id: replaced } = input;
  requireEmployed(person, on);
  if (input.schedule && (await isScheduleStale(tx, { userId, from: on, previous: input.previous_schedule })))
    throw new Problem("organization.stale", { record: { schedules: await schedulesOfUser(tx, userId) } });
  if (replaced && (await withdrawChange(tx, actor, replaced)).user_id !== userId) throw new Problem("notFound");
  const today = await tenantToday(tx);
  await setPrivateReader(tx, actor.id);
  const pay = await salaryOf(tx, userId);
  const fields = await changedFields(tx, person, pay, input);
  if (fields.length === 0 && !input.schedule) throw invalidFieldProblem("effective_on", "employment.nothing");
  await checkChange(tx, actor, person, valuesOf(fields));
  if (input.schedule) await refuseOwnEmployment(tx, actor, userId);
  // A change effective by today conflicts only with planned changes due by today; a future one conflicts with all planned changes.
  await requireFree(tx, userId, fields, on > today ? "infinity" : today);
  if (on <= today) await requireLatest(tx, userId, on, fields);
  const values = [userId, type, on, reason ?? null, actor.id, null];
  const { id } = (await tx.one<{ id: number }>(statements.insertChange, values)) as { id: number };
  await tx.rows(statements.insertFields, [id, userId, JSON.stringify(fields.map(stored)), on > today]);
  // Schedules are periods, so a planned one is stored at once.
  if (input.schedule) {
    await storeSchedules(tx, actor, [{ userId, from: on, ...input.schedule, changeId: id }]);
    await raiseVersion(tx, userId);
  }
  if (on > today) await emitPerson(tx, "user.updated", userId);
  else await apply(tx, actor, (await tx.one<ChangeRow>(statements.selectChangeById, [id])) as ChangeRow, actor.id);
  return id;
}

/** @throws Problem 409 when the employee has left; 422 for a day outside their employment. */
function requireEmployed(person: VisibleUser, on: string): void {
  if (!person.active) throw new Problem("employment.left");
  if (person.date_of_joining && on < person.date_of_joining)
    throw invalidFieldProblem("effective_on", "employment.beforeJoining");
  if (person.last_day && on > person.last_day) throw invalidFieldProblem("effective_on", "employment.afterLastDay");
}

interface Named {
  position: string | null;
  department: string | null;
  parent: string | null;
  role: string | null;
}

/** Changed fields with old and new values. @throws Problem 422. */
async function changedFields(
  tx: Tx,
  person: VisibleUser,
  pay: { salary: string | null; currency: string | null },
  input: ChangeInput,
): Promise<FieldRow[]> {
  const currency = input.currency ?? pay.currency;
  const inWords = (amount: string | null, of: string | null) => (amount && of ? `${toMoney(amount, of)} ${of}` : null);
  if (input.salary && !currency) throw invalidFieldProblem("currency", "field.required");
  if (input.salary && currency && !fitsCurrency(input.salary, currency))
    throw invalidFieldProblem("salary", "finance.tooFine");
  const ids = [input.position_id, input.department_id, input.parent_id, input.role_id].map((id) => id ?? null);
  const namesByField = (await tx.one<Named>(statements.selectReferenceNames, ids)) as Named;
  const before = historyValuesOf(person, inWords(pay.salary, pay.currency));
  const after: Record<string, string | null | undefined> = {
    ...namesByField,
    contract_type: input.contract_type,
    location: input.location,
    salary: inWords(input.salary ?? null, currency),
  };
  const present: Partial<Record<keyof Fields, unknown>> = {
    position_id: person.position?.id ?? null,
    department_id: person.department?.id ?? null,
    parent_id: person.parent_id ?? null,
    role_id: person.role?.id,
    contract_type: person.contract_type ?? null,
    location: person.location ?? null,
  };
  const changed = (Object.keys(fieldOf) as (keyof typeof fieldOf)[]).filter((name) => {
    if (input[name] === undefined) return false;
    return name === "salary" ? after.salary !== before.salary : input[name] !== present[name];
  });
  return changed.map((name) => ({
    field: fieldOf[name],
    before: before[fieldOf[name]] ?? null,
    after: after[fieldOf[name]] ?? null,
    after_id: name.endsWith("_id") ? ((input[name] as number | null) ?? null) : null,
    salary: name === "salary" ? (input.salary ?? null) : null,
    currency: name === "salary" && input.salary ? (currency ?? null) : null,
  }));
}

const idFields = ["position", "department", "parent", "role"] as const;

const stored = (row: FieldRow) => ({
  ...row,
  ...Object.fromEntries(idFields.map((field) => [`${field}_id`, row.field === field ? row.after_id : null])),
});

function valuesOf(fields: readonly FieldRow[]): UserChange {
  const values: Record<string, unknown> = {};
  for (const { field, after, after_id, salary, currency } of fields) {
    if (field === "salary") Object.assign(values, { salary, ...(currency ? { currency } : {}) });
    else if (idFields.some((idField) => idField === field)) values[`${field}_id`] = after_id;
    else values[field] = after;
  }
  return values as UserChange;
}

/** @throws Problem 409 with the pending change of one of the fields, due until `until`. */
async function requireFree(tx: Tx, userId: number, fields: readonly FieldRow[], until: string): Promise<void> {
  const names = fields.map(({ field }) => field);
  const found = await tx.one<{ id: number; field: HistoryField; effective_on: string }>(
    statements.selectConflictingChange,
    [userId, names, until],
  );
  if (found) throw new Problem("employment.overlaps", { record: found, values: { day: found.effective_on } });
}

/** @throws Problem 409 with the later change, which this one would overwrite. */
async function requireLatest(tx: Tx, userId: number, on: string, fields: readonly FieldRow[]): Promise<void> {
  const names = fields.map(({ field }) => field);
  const found = await tx.one<{ effective_on: string }>(statements.selectFieldsChangedSince, [userId, on, names]);
  if (found) throw new Problem("employment.since", { record: found, values: { day: found.effective_on } });
}

async function apply(tx: Tx, actor: Actor, row: ChangeRow, readerId: number): Promise<void> {
  const { id, type, user_id: userId, effective_on: on, reason } = row;
  // A planned value may refer to a record that has been deleted since.
  const hasDeletedReference = row.fields.some(
    ({ field, after, after_id }) => idFields.includes(field as never) && after && !after_id,
  );
  if (hasDeletedReference || type === "termination" || type === "resignation") throw new Problem("notFound");
  await changePersonEffectiveFrom(tx, actor, userId, valuesOf(row.fields), {
    type,
    on,
    reason,
    readerId,
    authorized: true,
  });
  await setPrivateReader(tx, readerId);
  await tx.rows(statements.updateSettledChange, [id, "applied", null]);
  await tx.rows(statements.updateSettledFields, [id]);
}

/**
 * Applies a change whose effective day has been reached.
 * @returns whether it was still pending.
 * @throws Problem when it can't be applied any more.
 */
export async function applyDueChange(tx: Tx, id: number): Promise<boolean> {
  await lockSeats(tx);
  const lockedChange = await tx.one<{ status: string }>(statements.selectChangeStatus, [id]);
  if (lockedChange?.status !== "planned") return false;
  const { user_id: userId } = (await tx.one<ChangeRow>(statements.selectChangeById, [id])) as ChangeRow;
  // Reads private fields as the employee, who may always see their own.
  await setPrivateReader(tx, userId);
  const row = (await tx.one<ChangeRow>(statements.selectChangeById, [id])) as ChangeRow;
  const roleId = row.fields.find(({ field }) => field === "role")?.after_id;
  await requireRoleStillGrantable(tx, row.requested_by, { userId, roleId });
  await setAuditActor(tx, row.requested_by.id);
  await apply(tx, scheduledActor(tx, row.requested_by), row, userId);
  return true;
}

/**
 * Marks a change that couldn't be applied, and notifies the user who planned it. It stays listed until it is replaced by a new plan or
 * withdrawn.
 */
export async function failDueChange(tx: Tx, id: number): Promise<void> {
  await lockSeats(tx);
  const lockedChange = await tx.one<{ status: string }>(statements.selectChangeStatus, [id]);
  if (lockedChange?.status !== "planned") return;
  const row = (await tx.one<ChangeRow>(statements.selectChangeById, [id])) as ChangeRow;
  const { user_id: userId } = row;
  await settleChange(tx, { id, userId, readerId: userId }, "failed", null);
  await notifyOfFailedChange(tx, row);
  await emitPerson(tx, "user.updated", userId);
}

/**
 * @throws Problem 404; 403 under separation of duties for another user's plan about the actor, and for an account the actor may not change;
 *   409 when the change was applied or withdrawn.
 * @returns the withdrawn change. Its planner isn't notified, because another plan may replace it.
 */
export async function withdrawChange(tx: Tx, actor: Actor, id: number): Promise<ChangeRow> {
  const { user_id: userId, requested_by: planner } = await loadPlannedChange(tx, actor, id);
  if (planner?.id !== actor.id) await refuseOwnEmployment(tx, actor, userId);
  await lockSeats(tx);
  const lockedChange = await tx.one<{ status: string }>(statements.selectChangeStatus, [id]);
  if (lockedChange?.status !== "planned" && lockedChange?.status !== "failed") throw new Problem("employment.settled");
  const row = (await tx.one<ChangeRow>(statements.selectChangeById, [id])) as ChangeRow;
  if (!mayWithdrawChange(actor, await loadVisibleUser(tx, actor, userId), row, false))
    throw new Problem("permission.denied");
  // A failed change lost its schedule when it failed. One that it still has has been in force since an earlier release.
  const settle = lockedChange.status === "failed" ? updateSettled : settleChange;
  await settle(tx, { id, userId, readerId: actor.id }, "withdrawn", actor.id);
  await emitPerson(tx, "user.updated", row.user_id);
  return row;
}

/** Withdraws a planned change that contained only a schedule, after the schedule was deleted or replaced. */
export async function settleEmptyChange(tx: Tx, actor: Pick<Actor, "id">, id: number): Promise<void> {
  await setPrivateReader(tx, actor.id);
  const row = await tx.one<ChangeRow>(statements.selectChangeById, [id]);
  if (row?.status !== "planned" || row.fields.length > 0) return;
  await settleChange(tx, { id, userId: row.user_id, readerId: actor.id }, "withdrawn", actor.id);
  await notifyOfWithdrawnChange(tx, row, { by: actor.id, lostSchedule: true });
}

interface SettledChange {
  id: number;
  userId: number;
  /** The user with whose access private fields are written. */
  readerId: number;
}

/** Marks a planned change as failed or withdrawn, and removes its schedule. Callers emit the user's change. */
export async function settleChange(
  tx: Tx,
  change: SettledChange,
  status: "failed" | "withdrawn",
  by: number | null,
): Promise<void> {
  await updateSettled(tx, change, status, by);
  if (await removeScheduleOfChange(tx, change.userId, change.id)) await raiseVersion(tx, change.userId);
}

/** Marks a change as failed or withdrawn, so that its fields can be planned again. */
async function updateSettled(
  tx: Tx,
  { id, readerId }: SettledChange,
  status: "failed" | "withdrawn",
  by: number | null,
): Promise<void> {
  await setPrivateReader(tx, readerId);
  await tx.rows(statements.updateSettledChange, [id, status, by]);
  await tx.rows(statements.updateSettledFields, [id]);
}

export const dueChanges = (tx: Tx): Promise<{ id: number; type: ChangeRow["type"] }[]> =>
  tx.rows(statements.selectDueChanges);
