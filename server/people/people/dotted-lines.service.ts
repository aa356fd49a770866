import { invalidFieldProblem } from "../../../shared/kernel/problems";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import * as statements from "./dotted-lines.sql";
import { type HistoryValues, recordHistories } from "./user-history.service";

export const dottedLinesOnDay = (tx: Tx, day: string) =>
  tx.rows<{ user_id: number; manager_id: number }>(statements.selectDottedLinesOnDay, [day]);

export async function dottedLineManagerNames(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.rows<{ id: number; names: string }>(statements.selectDottedLineManagerNames, [ids]);
  return new Map(rows.map(({ id, names }) => [id, names]));
}

/**
 * Replaces a user's dotted-line managers from today on; undefined keeps them.
 * @throws Problem 422 for the user themselves, their manager, and users who can't be managers.
 */
export async function saveDottedLines(
  tx: Tx,
  { id, managerId }: { id: number; managerId: number | null },
  managerIds: readonly number[] | undefined,
): Promise<void> {
  if (managerIds === undefined) return;
  const ids = [...new Set(managerIds)];
  if (ids.includes(id)) throw invalidFieldProblem("dotted_ids", "people.themself");
  if (managerId !== null && ids.includes(managerId)) throw invalidFieldProblem("dotted_ids", "people.leadsAlready");
  if ((await tx.rows(statements.selectLeadCandidates, [ids])).length < ids.length)
    throw invalidFieldProblem("dotted_ids", "field.unknown");
  await tx.rows(statements.updateOtherDottedLinesEnded, [id, ids]);
  await tx.rows(statements.insertDottedLine, [id, ids]);
}

/** Transfers a leaver's dotted-line reports to their successor, from the effective day on. @returns the affected users. */
export async function handOverDottedLines(tx: Tx, from: number, to: number): Promise<number[]> {
  return (await tx.rows<{ user_id: number }>(statements.moveDottedLines, [from, to])).map(({ user_id }) => user_id);
}

/** Ends all dotted lines to or from a user who has left. @returns the affected users. */
export async function endDottedLines(tx: Tx, userId: number): Promise<number[]> {
  const ended = await tx.rows<{ user_id: number }>(statements.updateDottedLinesOfUserEnded, [userId]);
  return [...new Set(ended.map(({ user_id }) => user_id))];
}

type ReportingLines = Pick<HistoryValues, "parent" | "dotted">;

async function withDotted(
  tx: Tx,
  rows: readonly { id: number; parent: string | null }[],
): Promise<Map<number, ReportingLines>> {
  const ids = rows.map(({ id }) => id);
  const dotted = await dottedLineManagerNames(tx, ids);
  return new Map(rows.map(({ id, parent }) => [id, { parent, dotted: dotted.get(id) ?? null }]));
}

/** The leaver, the leaver's reports, and the successors, each with their managers. */
export const readTeamOfLeaver = async (
  tx: Tx,
  leaverId: number,
  successorIds: readonly number[],
): Promise<Map<number, ReportingLines>> =>
  withDotted(tx, await tx.rows(statements.selectTeamOfLeaver, [leaverId, successorIds]));

/** Adds history entries for managers that changed because of a departure. */
export async function recordManagerChanges(
  tx: Tx,
  actor: Actor,
  before: ReadonlyMap<number, ReportingLines>,
  since: string,
): Promise<void> {
  const after = await withDotted(tx, await tx.rows(statements.selectManagerNames, [[...before.keys()]]));
  await recordHistories(
    tx,
    actor,
    [...before].map(([id, led]) => ({ id, before: led, after: after.get(id) ?? led })),
    since,
  );
}
