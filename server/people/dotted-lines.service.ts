import { invalid } from "../../shared/kernel/problems";
import type { Tx } from "../platform/database/unit-of-work";
import * as statements from "./dotted-lines.sql";

/** All that there were on a day. */
export const dottedOn = (tx: Tx, day: string) =>
  tx.rows<{ user_id: number; manager_id: number }>(statements.dottedOn, [day]);

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

/** What led to a leaver leads to their successor. @returns whom it is about. */
export async function handOverDotted(tx: Tx, from: number, to: number): Promise<number[]> {
  return (await tx.rows<{ user_id: number }>(statements.moveDotted, [from, to])).map(({ user_id }) => user_id);
}

/** No line leads to or from whoever has gone. @returns whom it is about. */
export async function endDotted(tx: Tx, userId: number): Promise<number[]> {
  const ended = await tx.rows<{ user_id: number }>(statements.endOf, [userId]);
  return [...new Set(ended.map(({ user_id }) => user_id))];
}
