import type { InferType } from "yup";
import type { QueryOf, ReplyOf } from "../../../../shared/kernel/endpoint";
import { tenantStream } from "../../../../shared/kernel/events";
import { pageMetaOf, pageOf } from "../../../../shared/kernel/paging";
import { invalidFieldProblem, Problem } from "../../../../shared/kernel/problems";
import type { LeaveAccount } from "../../../../shared/requests/leave/ledger/balance.rules";
import { dayOfYear, entryEffect, yearBalance } from "../../../../shared/requests/leave/ledger/batch.rules";
import type {
  LeaveBatch,
  listBalanceBatches,
  previewBulkAdjustment,
  readBalanceBatch,
} from "../../../../shared/requests/leave/ledger/batches.contract";
import {
  type bulkAdjustmentSchema,
  maxBatchSize,
  type undoBatchSchema,
} from "../../../../shared/requests/leave/ledger/ledger.schema";
import type { Tx } from "../../../platform/database/unit-of-work";
import { logSecurityForUsers } from "../../../platform/security-log";
import type { Actor } from "../../../platform/session";
import { type LeaveAccountRow, readLeaveAccounts } from "./accounts.read";
import { grantAllowances } from "./allowance.service";
import * as statements from "./batches.sql";
import type { BatchRow, CounterEntry } from "./batches.sql";
import { LeaveTypeEntity } from "../types/leave.entity";

/** Users whose accounts are computed before other requests are served. */
const chunkSize = 200;

export async function* accountsOf(tx: Tx, typeId: number, userIds: readonly number[]): AsyncGenerator<LeaveAccountRow> {
  for (let at = 0; at < userIds.length; at += chunkSize) {
    yield* await readLeaveAccounts(tx, { typeId, userIds: userIds.slice(at, at + chunkSize) });
  }
}

/** @throws Problem 422 for types without balances. */
async function requireType(tx: Tx, id: number): Promise<LeaveTypeEntity> {
  const type = await tx.repo(LeaveTypeEntity).findOne({ id });
  if (!type?.canUpdateBalance) throw invalidFieldProblem("leave_type_id", "field.unknown");
  return type;
}

type Preview = ReplyOf<typeof previewBulkAdjustment>["data"];

/** @throws Problem 422 for types without balances. */
export async function previewAdjustment(
  tx: Tx,
  actor: Actor,
  { leave_type_id: typeId, year, days, department_id: department, location }: QueryOf<typeof previewBulkAdjustment>,
): Promise<Preview> {
  await requireType(tx, typeId);
  const values = [actor.id, department ?? null, location || null, maxBatchSize + 1];
  const people = await tx.rows<Pick<Preview["rows"][number], "person" | "department">>(statements.batchPeople, values);
  const previewedPeople = people.slice(0, maxBatchSize);
  const effects = new Map<number, ReturnType<typeof entryEffect>>();
  const ids = previewedPeople.map(({ person }) => person.id);
  for await (const account of accountsOf(tx, typeId, ids)) {
    effects.set(account.user_id, entryEffect(account, year, days));
  }
  const rows = previewedPeople.flatMap((row) => {
    const effect = effects.get(row.person.id);
    return effect ? [{ ...row, ...effect }] : [];
  });
  return { rows, more: people.length > maxBatchSize };
}

/**
 * Adjusts balances together. The balances stay locked, so that none changes after it was compared with what the user has seen.
 * @throws Problem 403 for the actor's own balance; 409 when a balance has changed; 422 for unknown types and users, and when a balance would
 * become negative although the type doesn't allow it.
 */
export async function adjustBalances(
  tx: Tx,
  actor: Actor,
  { leave_type_id: typeId, year, days, note, people }: InferType<typeof bulkAdjustmentSchema>,
): Promise<LeaveBatch> {
  await requireType(tx, typeId);
  const balanceBeforeById = new Map(people.map(({ user_id, before }) => [user_id, before]));
  const userIds = [...balanceBeforeById.keys()];
  await requirePeople(tx, actor, userIds, "people");
  const entries = userIds.map((user_id) => ({ user_id, leave_type_id: typeId, year, days }));
  await tx.rows(statements.lockManyBalances, [JSON.stringify(entries)]);
  const below: number[] = [];
  const found = new Map<number, LeaveAccount>();
  for await (const account of accountsOf(tx, typeId, userIds)) found.set(account.user_id, account);
  for (const [id, before] of balanceBeforeById) {
    const account = found.get(id);
    if (!account) throw invalidFieldProblem("people", "field.unknown");
    const effect = entryEffect(account, year, days);
    if (effect.before !== before) throw new Problem("leave.balancesChanged");
    if (effect.below) below.push(id);
  }
  if (below.length > 0) {
    const values = await countAndNames(tx, below);
    throw new Problem("request.invalid", { errors: { people: ["leave.batchBelow"] }, values });
  }
  const values = ["adjustment", typeId, year, days, null, note, actor.id];
  const { id } = (await tx.one<{ id: number }>(statements.insertBatch, values)) as { id: number };
  await tx.rows(statements.addBatchEntries, [JSON.stringify(entries), "adjustment", note, actor.id, id, null]);
  await applyEntries(tx, { id, year }, entries);
  return readBatch(tx, id);
}

/** @throws Problem 403 for the actor's own balance; 422 for unknown users. */
export async function requirePeople(tx: Tx, actor: Actor, userIds: readonly number[], field: string): Promise<void> {
  if (userIds.includes(actor.id)) throw new Problem("leave.ownBalance");
  const existingPeople = await tx.rows(statements.selectExistingPeople, [userIds]);
  if (existingPeople.length < userIds.length) throw invalidFieldProblem(field, "field.unknown");
}

export async function countAndNames(tx: Tx, userIds: readonly number[]) {
  const names = await tx.rows<{ fullname: string }>(statements.namesOf, [userIds]);
  return { count: userIds.length, names: names.map(({ fullname }) => fullname).join(", ") };
}

/** Recalculates what depends on the new balances, such as the carry-over of a past year, and notifies clients and the security log. */
export async function applyEntries(
  tx: Tx,
  { id, year }: Pick<LeaveBatch, "id" | "year">,
  entries: readonly CounterEntry[],
): Promise<void> {
  const userIds = [...new Set(entries.map(({ user_id }) => user_id))];
  for (const typeId of typesOf(entries)) {
    for (let at = 0; at < userIds.length; at += chunkSize) {
      await grantAllowances(tx, { typeId, userIds: userIds.slice(at, at + chunkSize) });
    }
  }
  tx.emit("leave.balances_changed", tenantStream(tx.tenantId), { year });
  const facts = { record: id, count: userIds.length };
  logSecurityForUsers(tx, { kind: "leave_balance_changed", facts }, userIds);
}

const typesOf = (entries: readonly CounterEntry[]) => new Set(entries.map(({ leave_type_id }) => leave_type_id));

/**
 * Undoes a batch by counter entries.
 * @throws Problem 403 when the actor's own balance is part of it; 404; 409 when the batch has been undone, and when a balance would become
 * negative although the type doesn't allow it.
 */
export async function undoBatch(
  tx: Tx,
  actor: Actor,
  id: number,
  { version, note }: InferType<typeof undoBatchSchema>,
): Promise<LeaveBatch> {
  const batch = await tx.one<{ version: number }>(statements.lockBatch, [id]);
  if (!batch) throw new Problem("notFound");
  if (batch.version !== version) throw new Problem("leave.batchStale", { record: { id, version: batch.version } });
  const { kind, year, opens_on: day, undone } = await readBatch(tx, id);
  if (undone) throw new Problem("leave.batchStale", { record: { id, version } });
  const entries = await tx.rows<CounterEntry>(statements.entriesToUndo, [id]);
  if (entries.some(({ user_id }) => user_id === actor.id)) throw new Problem("leave.ownBalance");
  await tx.rows(statements.lockManyBalances, [JSON.stringify(entries)]);
  await tx.rows(statements.markUndone, [id, actor.id, note]);
  await tx.rows(statements.addBatchEntries, [JSON.stringify(entries), kind, note, actor.id, id, day]);
  await applyEntries(tx, { id, year }, entries);
  await refuseBelow(
    tx,
    entries.filter(({ days }) => days < 0),
  );
  return readBatch(tx, id);
}

/** @throws Problem 409 with names when a balance is negative although the type doesn't allow it. */
async function refuseBelow(tx: Tx, deducted: readonly CounterEntry[]): Promise<void> {
  const below = new Set<number>();
  for (const typeId of typesOf(deducted)) {
    const own = deducted.filter(({ leave_type_id }) => leave_type_id === typeId);
    const years = new Map(own.map(({ user_id, year }) => [user_id, year]));
    for await (const account of accountsOf(tx, typeId, [...years.keys()])) {
      const day = dayOfYear(years.get(account.user_id) as number, account.today);
      if (!account.negativeAllowed && yearBalance(account, day) < 0) below.add(account.user_id);
    }
  }
  if (below.size > 0) throw new Problem("leave.undoBelow", { values: await countAndNames(tx, [...below]) });
}

const present = ({ total: _, at, undone, ...row }: BatchRow): LeaveBatch => ({
  ...row,
  at: at.toISOString(),
  undone: undone && { ...undone, at: new Date(undone.at).toISOString() },
});

export async function readBatch(tx: Tx, id: number): Promise<LeaveBatch> {
  const row = await tx.one<BatchRow>(statements.listBatches, [id, 1, 0]);
  if (!row) throw new Problem("notFound");
  return present(row);
}

export async function listBatches(
  tx: Tx,
  query: QueryOf<typeof listBalanceBatches>,
): Promise<ReplyOf<typeof listBalanceBatches>> {
  const page = pageOf(query, 50);
  const rows = await tx.rows<BatchRow>(statements.listBatches, [null, page.perPage, page.offset]);
  return { data: rows.map(present), meta: pageMetaOf(page, rows[0]?.total ?? 0) };
}

/** @throws Problem 404. */
export async function loadBatch(tx: Tx, id: number): Promise<ReplyOf<typeof readBalanceBatch>["data"]> {
  return { ...(await readBatch(tx, id)), entries: await tx.rows(statements.batchEntries, [id]) };
}
