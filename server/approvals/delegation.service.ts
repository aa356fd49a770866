import type { InferType } from "yup";
import type { Delegation, delegateSchema } from "../../shared/approvals/delegation.contract";
import { userStream } from "../../shared/kernel/events";
import { invalid, Problem } from "../../shared/kernel/problems";
import type { Actor } from "../platform/session";
import { logSecurity } from "../platform/security-log";
import { concernsReader } from "../platform/viewing";
import type { Tx } from "../platform/database/unit-of-work";
import * as statements from "./delegation.sql";

interface Row extends Omit<Delegation, "can" | "ended_at"> {
  ended_at: Date | null;
}

const facts = (row: Row): Omit<Delegation, "can"> => ({ ...row, ended_at: row.ended_at?.toISOString() ?? null });

/** Why is said between the two of them: whoever looks through the eyes of one reads that they have, and not why. */
const present = (row: Row, actor: Actor): Delegation => ({
  ...facts(row),
  reason: concernsReader(actor, (id) => id === row.delegator.id || id === row.delegatee.id) ? row.reason : null,
  can: { end: row.delegator.id === actor.id && row.state !== "ended" },
});

/** Those that run or are to come, in both directions; the next five hundred. */
export async function delegationsOf(tx: Tx, actor: Actor): Promise<Delegation[]> {
  return (await tx.rows<Row>(statements.ofPerson, [actor.id])).map((row) => present(row, actor));
}

/** Those that are over, in both directions, the latest first. */
export async function delegationHistoryOf(tx: Tx, actor: Actor): Promise<Delegation[]> {
  return (await tx.rows<Row>(statements.historyOfPerson, [actor.id])).map((row) => present(row, actor));
}

/** Who decides for someone at this moment, and for whom they decide. */
export async function delegationNames(
  tx: Tx,
  userId: number,
): Promise<{ delegatee: { fullname: string } | null; delegator: { fullname: string } | null }> {
  const row = await tx.one<{ delegatee: string | null; delegator: string | null }>(statements.namesNow, [userId]);
  const named = (fullname: string | null | undefined) => (fullname ? { fullname } : null);
  return { delegatee: named(row?.delegatee), delegator: named(row?.delegator) };
}

/**
 * Of one person, running and to come: both are shown all of theirs, and all of them end with an account. A day each, up to the end of
 * days, they were hundreds of thousands.
 */
export const mostDelegations = 50;

/**
 * Hands one's approvals to someone. Nobody hands them to two people, and what was handed to one can't be handed on.
 * @throws Problem 403 for people from outside, 422.
 */
export async function delegate(tx: Tx, actor: Actor, input: InferType<typeof delegateSchema>): Promise<Delegation> {
  const { delegatee_id, start_date = null, end_date = null, reason } = input;
  if (actor.external) throw new Problem("permission.denied"); // has no approvals, and learns nobody's name here
  if (delegatee_id === actor.id) throw invalid("delegatee_id", "delegation.self");
  if (!(await tx.one(statements.colleague, [delegatee_id]))) throw invalid("delegatee_id", "field.unknown");
  if (end_date && (await tx.one<{ over: boolean }>(statements.isOver, [end_date]))?.over) {
    throw invalid("end_date", "delegation.past");
  }
  await tx.one(statements.lock);
  const clash = await tx.one<{ twice: boolean }>(statements.clashes, [actor.id, delegatee_id, start_date, end_date]);
  if (clash?.twice) throw invalid("start_date", "delegation.twice");
  if (clash) throw invalid("delegatee_id", "delegation.chain");
  const open = await tx.one<{ count: number }>(statements.openOf, [actor.id, mostDelegations]);
  if ((open?.count ?? 0) >= mostDelegations) throw invalid("start_date", "field.tooMany");
  const values = [actor.id, delegatee_id, start_date, end_date, reason || null];
  const { id } = (await tx.one<{ id: number }>(statements.insert, values)) as { id: number };
  const [row] = await tellBoth(tx, "delegation.started", [id]);
  logSecurity(tx, { kind: "delegation_started", subjectId: delegatee_id });
  return present(row as Row, actor);
}

/** @throws Problem 404 for what isn't one's own to see, 403 for the delegatee. */
export async function endDelegation(tx: Tx, actor: Actor, id: number): Promise<void> {
  const row = await tx.one<Row>(statements.byIds, [[id]]);
  if (!row || ![row.delegator.id, row.delegatee.id].includes(actor.id)) throw new Problem("notFound");
  if (row.delegator.id !== actor.id) throw new Problem("permission.denied");
  if (!(await tx.one(statements.takeBack, [id]))) return; // twice is as good as once
  await tellBoth(tx, "delegation.ended", [id]);
  logSecurity(tx, { kind: "delegation_ended", subjectId: row.delegatee.id });
}

/**
 * What the calendar and closed accounts do: delegations begin on their first day, and end after their last one or when
 * either account closes. Safe to run often, twice at once and after a gap: each is told once.
 * @returns how many began or ended.
 */
export async function keepDelegations(tx: Tx): Promise<number> {
  const ended = await tx.rows<{ id: number }>(statements.endDue);
  const begun = await tx.rows<{ id: number }>(statements.beginDue);
  await tellBoth(
    tx,
    "delegation.ended",
    ended.map(({ id }) => id),
  );
  await tellBoth(
    tx,
    "delegation.begun",
    begun.map(({ id }) => id),
  );
  return ended.length + begun.length;
}

async function tellBoth(
  tx: Tx,
  type: "delegation.started" | "delegation.begun" | "delegation.ended",
  ids: readonly number[],
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const rows = await tx.rows<Row>(statements.byIds, [[...ids]]);
  for (const row of rows) {
    for (const { id } of [row.delegator, row.delegatee]) tx.emit(type, userStream(id), facts(row));
  }
  return rows;
}
