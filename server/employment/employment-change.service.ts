import type { EmploymentChange } from "../../shared/employment/employment.contract";
import type { ChangeInput } from "../../shared/employment/employment.schema";
import { fitsCurrency, toMoney } from "../../shared/kernel/money";
import { invalid, Problem } from "../../shared/kernel/problems";
import type { UserChange } from "../../shared/people/people.schema";
import type { HistoryField } from "../../shared/people/user-history.contract";
import { changePersonSince, checkChange, emitPerson } from "../people/change-person.service";
import { isKeptFromEmployment, refuseOwnEmployment } from "../people/own-employment.service";
import { readPrivateAs } from "../people/private-reader.service";
import { visibleUser, type VisibleUser } from "../people/read-person.service";
import { factsOf } from "../people/user-history.service";
import type { Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { lockSeats } from "../subscription/plan-limits.service";
import { mayWithdraw, presentChange, seesPlans } from "./employment.present";
import { actAs } from "../platform/database/acting";
import { requireRoleStill, scheduledActor } from "./scheduled-actor";
import { salaryOf } from "./employment.salary";
import * as statements from "./employment.sql";
import type { ChangeRow, FieldRow } from "./employment.sql";

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

/** What is planned for somebody, as far as the reader may know. @throws Problem 404. */
export async function changesOf(tx: Tx, actor: Actor, userId: number): Promise<EmploymentChange[]> {
  const person = await visibleUser(tx, actor, userId);
  if (!seesPlans(actor, person)) return [];
  await readPrivateAs(tx, actor.id);
  const rows = await tx.rows<ChangeRow>(statements.openChanges, [userId]);
  const kept = await isKeptFromEmployment(tx, actor, userId);
  return rows.map((row) => presentChange(actor, person, row, kept));
}

/** @throws Problem 404, also for who may not know of it. */
export async function changeRecord(tx: Tx, actor: Actor, id: number): Promise<EmploymentChange> {
  await readPrivateAs(tx, actor.id);
  const row = await tx.one<ChangeRow>(statements.changeById, [id]);
  if (!row) throw new Problem("notFound");
  const person = await visibleUser(tx, actor, row.user_id);
  if (!seesPlans(actor, person)) throw new Problem("notFound");
  return presentChange(actor, person, row, await isKeptFromEmployment(tx, actor, person.id));
}

/**
 * Plans a change, or makes it where its day has come. Whoever changes people of a tenant waits for each other.
 * @returns its id. @throws Problem 404; 403; 409 for a field that another change waits for or has changed later; 422.
 */
export async function planChange(tx: Tx, actor: Actor, userId: number, input: ChangeInput): Promise<number> {
  await lockSeats(tx);
  const person = await visibleUser(tx, actor, userId);
  const { effective_on: on, type, reason, replaces_id: replaced } = input;
  requireEmployed(person, on);
  if (replaced && (await withdraw(tx, actor, replaced)).user_id !== userId) throw new Problem("notFound");
  const { today } = (await tx.one<{ today: string }>(statements.today)) as { today: string };
  await readPrivateAs(tx, actor.id);
  const pay = await salaryOf(tx, userId);
  const fields = await changedFields(tx, person, pay, input);
  await checkChange(tx, actor, person, valuesOf(fields));
  // What waits for a later day doesn't keep away what counts until then; what should be in effect by today does.
  await requireFree(tx, userId, fields, on > today ? "infinity" : today);
  if (on <= today) await requireLatest(tx, userId, on, fields);
  const values = [userId, type, on, reason ?? null, actor.id, null];
  const { id } = (await tx.one<{ id: number }>(statements.insertChange, values)) as { id: number };
  await tx.rows(statements.insertFields, [id, userId, JSON.stringify(fields.map(stored)), on > today]);
  if (on > today) await emitPerson(tx, "user.updated", userId);
  else await apply(tx, actor, (await tx.one<ChangeRow>(statements.changeById, [id])) as ChangeRow, actor.id);
  return id;
}

/** @throws Problem 409 for who works here no more; 422 for a day before the first or after the last. */
function requireEmployed(person: VisibleUser, on: string): void {
  if (!person.active) throw new Problem("employment.left");
  if (person.date_of_joining && on < person.date_of_joining) throw invalid("effective_on", "employment.beforeJoining");
  if (person.last_day && on > person.last_day) throw invalid("effective_on", "employment.afterLastDay");
}

interface Named {
  position: string | null;
  department: string | null;
  parent: string | null;
  role: string | null;
}

/** The fields that become another, from what to what. @throws Problem 422 when nothing does. */
async function changedFields(
  tx: Tx,
  person: VisibleUser,
  pay: { salary: string | null; currency: string | null },
  input: ChangeInput,
): Promise<FieldRow[]> {
  const currency = input.currency ?? pay.currency;
  const inWords = (amount: string | null, of: string | null) => (amount && of ? `${toMoney(amount, of)} ${of}` : null);
  if (input.salary && !currency) throw invalid("currency", "field.required");
  if (input.salary && currency && !fitsCurrency(input.salary, currency)) throw invalid("salary", "finance.tooFine");
  const ids = [input.position_id, input.department_id, input.parent_id, input.role_id].map((id) => id ?? null);
  const named = (await tx.one<Named>(statements.namesOf, ids)) as Named;
  const before = factsOf(person, inWords(pay.salary, pay.currency));
  const after: Record<string, string | null | undefined> = {
    ...named,
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
  if (changed.length === 0) throw invalid("effective_on", "employment.nothing");
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

/** The change as the record takes it. */
function valuesOf(fields: readonly FieldRow[]): UserChange {
  const values: Record<string, unknown> = {};
  for (const { field, after, after_id, salary, currency } of fields) {
    if (field === "salary") Object.assign(values, { salary, ...(currency ? { currency } : {}) });
    else if (idFields.some((known) => known === field)) values[`${field}_id`] = after_id;
    else values[field] = after;
  }
  return values as UserChange;
}

/** @throws Problem 409 with the change that waits for one of the fields, for a day until this one. */
async function requireFree(tx: Tx, userId: number, fields: readonly FieldRow[], until: string): Promise<void> {
  const names = fields.map(({ field }) => field);
  const found = await tx.one<{ id: number; field: HistoryField; effective_on: string }>(statements.inTheWay, [
    userId,
    names,
    until,
  ]);
  if (found) throw new Problem("employment.overlaps", { record: found, values: { day: found.effective_on } });
}

/** @throws Problem 409 with the later change: what was entered for a day since then would be undone. */
async function requireLatest(tx: Tx, userId: number, on: string, fields: readonly FieldRow[]): Promise<void> {
  const names = fields.map(({ field }) => field);
  const found = await tx.one<{ effective_on: string }>(statements.changedSince, [userId, on, names]);
  if (found) throw new Problem("employment.since", { record: found, values: { day: found.effective_on } });
}

async function apply(tx: Tx, actor: Actor, row: ChangeRow, readerId: number): Promise<void> {
  const { id, type, user_id: userId, effective_on: on, reason } = row;
  // What was planned with something that is gone by now names nothing any more.
  const gone = row.fields.some(({ field, after, after_id }) => idFields.includes(field as never) && after && !after_id);
  if (gone || type === "termination" || type === "resignation") throw new Problem("notFound");
  await changePersonSince(tx, actor, userId, valuesOf(row.fields), { type, on, reason, readerId, asked: true });
  await readPrivateAs(tx, readerId);
  await tx.rows(statements.settle, [id, "applied", null]);
  await tx.rows(statements.settleFields, [id]);
}

/** Makes a change whose day has come. @returns whether it still waited. @throws Problem when it can't be made any more. */
export async function applyDue(tx: Tx, id: number): Promise<boolean> {
  await lockSeats(tx);
  const held = await tx.one<{ status: string }>(statements.changeStatus, [id]);
  if (held?.status !== "planned") return false;
  const { user_id: userId } = (await tx.one<ChangeRow>(statements.changeById, [id])) as ChangeRow;
  // As its person: they read their own, and nobody else need be there for it.
  await readPrivateAs(tx, userId);
  const row = (await tx.one<ChangeRow>(statements.changeById, [id])) as ChangeRow;
  const roleId = row.fields.find(({ field }) => field === "role")?.after_id;
  await requireRoleStill(tx, row.requested_by, { userId, roleId });
  await actAs(tx, row.requested_by.id);
  await apply(tx, scheduledActor(tx, row.requested_by), row, userId);
  return true;
}

/** It couldn't be made: it stays in sight until somebody plans it anew. */
export async function failDue(tx: Tx, id: number): Promise<void> {
  await lockSeats(tx);
  const held = await tx.one<{ status: string }>(statements.changeStatus, [id]);
  if (held?.status !== "planned") return;
  const { user_id: userId } = (await tx.one<ChangeRow>(statements.changeById, [id])) as ChangeRow;
  await settleAs(tx, { id, readerId: userId }, "failed", null);
  await emitPerson(tx, "user.updated", userId);
}

/**
 * @throws Problem 404; 403 for what somebody else has planned for oneself, with four eyes, and for an account that one may not change; 409
 * for what has taken effect or was withdrawn. @returns whose it was, and what.
 */
export async function withdraw(tx: Tx, actor: Actor, id: number): Promise<ChangeRow> {
  const { user_id: userId, requested_by: planner } = await changeRecord(tx, actor, id);
  if (planner?.id !== actor.id) await refuseOwnEmployment(tx, actor, userId);
  await lockSeats(tx);
  const held = await tx.one<{ status: string }>(statements.changeStatus, [id]);
  if (held?.status !== "planned" && held?.status !== "failed") throw new Problem("employment.settled");
  const row = (await tx.one<ChangeRow>(statements.changeById, [id])) as ChangeRow;
  if (!mayWithdraw(actor, await visibleUser(tx, actor, userId), row, false)) throw new Problem("permission.denied");
  await settleAs(tx, { id, readerId: actor.id }, "withdrawn", actor.id);
  await emitPerson(tx, "user.updated", row.user_id);
  return row;
}

/** Its fields are free for other plans again. `readerId`: as whom private fields are written. */
export async function settleAs(
  tx: Tx,
  { id, readerId }: { id: number; readerId: number },
  status: "failed" | "withdrawn",
  by: number | null,
): Promise<void> {
  await readPrivateAs(tx, readerId);
  await tx.rows(statements.settle, [id, status, by]);
  await tx.rows(statements.settleFields, [id]);
}

export const dueChanges = (tx: Tx): Promise<{ id: number; type: ChangeRow["type"] }[]> =>
  tx.rows(statements.dueChanges);
