import type { InferType } from "yup";
import type { Delegation, delegateSchema } from "../../../shared/approvals/approvals/delegation.contract";
import { userStream } from "../../../shared/kernel/events";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type { Actor } from "../../platform/session";
import { logSecurity } from "../../platform/security-log";
import { concernsReader } from "../../platform/viewing";
import type { Tx } from "../../platform/database/unit-of-work";
import * as statements from "./delegation.sql";

interface Row extends Omit<Delegation, "can" | "ended_at"> {
  ended_at: Date | null;
}

const facts = (row: Row): Omit<Delegation, "can"> => ({ ...row, ended_at: row.ended_at?.toISOString() ?? null });

/** The reason is visible only to delegator and delegatee; a user viewing as one of them doesn't see it. */
const present = (row: Row, actor: Actor): Delegation => ({
  ...facts(row),
  reason: concernsReader(actor, (id) => id === row.delegator.id || id === row.delegatee.id) ? row.reason : null,
  can: { end: row.delegator.id === actor.id && row.state !== "ended" },
});

/** Active and upcoming delegations in both directions, at most 500. */
export async function readDelegationsOf(tx: Tx, actor: Actor): Promise<Delegation[]> {
  return (await tx.rows<Row>(statements.delegationsOfPerson, [actor.id])).map((row) => present(row, actor));
}

export async function readDelegationHistoryOf(tx: Tx, actor: Actor): Promise<Delegation[]> {
  return (await tx.rows<Row>(statements.delegationHistoryOfPerson, [actor.id])).map((row) => present(row, actor));
}

export async function delegationNames(
  tx: Tx,
  userId: number,
): Promise<{ delegatee: { fullname: string } | null; delegator: { fullname: string } | null }> {
  const row = await tx.one<{ delegatee: string | null; delegator: string | null }>(statements.currentDelegationNames, [
    userId,
  ]);
  const nameOrNull = (fullname: string | null | undefined) => (fullname ? { fullname } : null);
  return { delegatee: nameOrNull(row?.delegatee), delegator: nameOrNull(row?.delegator) };
}

/** Limit of active and upcoming delegations per delegator: both sides list all of them, and closing an account ends all of them. */
export const maxDelegations = 50;

/**
 * Delegates the caller's approvals. Overlapping delegations to two users are refused, and delegated approvals can't be passed on.
 * @throws Problem 403 for external users, 422.
 */
export async function createDelegation(
  tx: Tx,
  actor: Actor,
  input: InferType<typeof delegateSchema>,
): Promise<Delegation> {
  const { delegatee_id, start_date = null, end_date = null, reason, only_away = false } = input;
  if (actor.external) throw new Problem("permission.denied"); // has no approvals and may not learn other users' names
  if (delegatee_id === actor.id) throw invalidFieldProblem("delegatee_id", "delegation.self");
  if (!(await tx.one(statements.delegateCandidate, [delegatee_id])))
    throw invalidFieldProblem("delegatee_id", "field.unknown");
  if (end_date && (await tx.one<{ over: boolean }>(statements.isDateInPast, [end_date]))?.over) {
    throw invalidFieldProblem("end_date", "delegation.past");
  }
  await tx.one(statements.lockDelegations);
  const requestedDelegation = [actor.id, delegatee_id, start_date, end_date, only_away];
  const clash = await tx.one<{ twice: boolean }>(statements.conflictingDelegations, requestedDelegation);
  if (clash?.twice) throw invalidFieldProblem("start_date", only_away ? "delegation.deputyTwice" : "delegation.twice");
  if (clash) throw invalidFieldProblem("delegatee_id", "delegation.chain");
  const open = await tx.one<{ count: number }>(statements.countOpenDelegations, [actor.id, maxDelegations]);
  if ((open?.count ?? 0) >= maxDelegations) throw invalidFieldProblem("start_date", "field.tooMany");
  const values = [actor.id, delegatee_id, start_date, end_date, reason || null, only_away];
  const { id } = (await tx.one<{ id: number }>(statements.insertDelegation, values)) as { id: number };
  const [row] = await emitDelegations(tx, "delegation.created", [id]);
  return present(row as Row, actor);
}

/** @throws Problem 404 when the caller is neither delegator nor delegatee, 403 for the delegatee. */
export async function endDelegation(tx: Tx, actor: Actor, id: number): Promise<void> {
  const row = await tx.one<Row>(statements.delegationsByIds, [[id]]);
  if (!row || ![row.delegator.id, row.delegatee.id].includes(actor.id)) throw new Problem("notFound");
  if (row.delegator.id !== actor.id) throw new Problem("permission.denied");
  if (!(await tx.one(statements.revokeDelegation, [id]))) return; // ending it twice is not an error
  await emitDelegations(tx, "delegation.ended", [id]);
}

/**
 * Starts delegations on their first day, and ends them after their last day or when either account is closed. Idempotent, safe to run
 * concurrently and after missed runs: each change is emitted once.
 * @returns the number of delegations started or ended.
 */
export async function applyDueDelegations(tx: Tx): Promise<number> {
  const ended = await tx.rows<{ id: number }>(statements.endDueDelegations);
  const begun = await tx.rows<{ id: number }>(statements.beginDueDelegations);
  await emitToBoth(
    tx,
    "delegation.ended",
    ended.map(({ id }) => id),
  );
  await emitToBoth(
    tx,
    "delegation.became_effective",
    begun.map(({ id }) => id),
  );
  return ended.length + begun.length;
}

/** Emits delegations that users started or ended, including through a leave request, and writes them to the security log. */
export async function emitDelegations(
  tx: Tx,
  type: "delegation.created" | "delegation.ended",
  ids: readonly number[],
): Promise<Row[]> {
  const rows = await emitToBoth(tx, type, ids);
  const kind = type === "delegation.created" ? "delegation_created" : "delegation_ended";
  for (const { delegator, delegatee } of rows) logSecurity(tx, { kind, userId: delegator.id, subjectId: delegatee.id });
  return rows;
}

async function emitToBoth(
  tx: Tx,
  type: "delegation.created" | "delegation.became_effective" | "delegation.ended",
  ids: readonly number[],
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const rows = await tx.rows<Row>(statements.delegationsByIds, [[...ids]]);
  for (const row of rows) {
    for (const { id } of [row.delegator, row.delegatee]) tx.emit(type, userStream(id), facts(row));
  }
  return rows;
}
