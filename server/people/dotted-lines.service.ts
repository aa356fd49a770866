import { invalid } from "../../shared/kernel/problems";
import type { Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import * as statements from "./dotted-lines.sql";
import { type Facts, noteChanges } from "./user-history.service";

/** All that there were on a day. */
export const dottedOn = (tx: Tx, day: string) =>
  tx.rows<{ user_id: number; manager_id: number }>(statements.dottedOn, [day]);

/** Whom each of these reports to beside their manager, in the words of now, as the history says it. */
export async function dottedNames(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.rows<{ id: number; names: string }>(statements.dottedNames, [ids]);
  return new Map(rows.map(({ id, names }) => [id, names]));
}

/**
 * Whom somebody reports to beside their manager, from today: these and no others. Nothing given: as it is.
 * @throws Problem 422 for themself, their manager, and whoever can't lead.
 */
export async function saveDotted(
  tx: Tx,
  { id, parentId }: { id: number; parentId: number | null },
  wanted: readonly number[] | undefined,
): Promise<void> {
  if (wanted === undefined) return;
  const ids = [...new Set(wanted)];
  if (ids.includes(id)) throw invalid("dotted_ids", "people.themself");
  if (parentId !== null && ids.includes(parentId)) throw invalid("dotted_ids", "people.leadsAlready");
  if ((await tx.rows(statements.mayLeadSome, [ids])).length < ids.length) throw invalid("dotted_ids", "field.unknown");
  await tx.rows(statements.endOthers, [id, ids]);
  await tx.rows(statements.begin, [id, ids]);
}

/** What led to a leaver leads to their successor, since the day that what is written counts from. @returns whom it is about. */
export async function handOverDotted(tx: Tx, from: number, to: number): Promise<number[]> {
  return (await tx.rows<{ user_id: number }>(statements.moveDotted, [from, to])).map(({ user_id }) => user_id);
}

/** No line leads to or from whoever has gone. @returns whom it is about. */
export async function endDotted(tx: Tx, userId: number): Promise<number[]> {
  const ended = await tx.rows<{ user_id: number }>(statements.endOf, [userId]);
  return [...new Set(ended.map(({ user_id }) => user_id))];
}

type Led = Pick<Facts, "parent" | "dotted">;

async function withDotted(tx: Tx, rows: readonly { id: number; parent: string | null }[]): Promise<Map<number, Led>> {
  const ids = rows.map(({ id }) => id);
  const dotted = await dottedNames(tx, ids);
  return new Map(rows.map(({ id, parent }) => [id, { parent, dotted: dotted.get(id) ?? null }]));
}

/** Whoever a leaver leads, and who takes over from them, with whom they report to. */
export const ledAround = async (tx: Tx, leaverId: number, successorIds: readonly number[]): Promise<Map<number, Led>> =>
  withDotted(tx, await tx.rows(statements.aroundLeaver, [leaverId, successorIds]));

/** Whom they report to since a leaver is gone, in the history of each. */
export async function noteLed(tx: Tx, actor: Actor, before: ReadonlyMap<number, Led>, since: string): Promise<void> {
  const after = await withDotted(tx, await tx.rows(statements.parentNames, [[...before.keys()]]));
  await noteChanges(
    tx,
    actor,
    [...before].map(([id, led]) => ({ id, before: led, after: after.get(id) ?? led })),
    since,
  );
}
