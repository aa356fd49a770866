import type { Tx } from "../platform/database/unit-of-work";
import { boardsJson } from "./boards.sql";

/**
 * The boards of several projects, as JSON by project id, each with the revision it is exactly at: one statement, run in
 * a snapshot. The caller has made sure that they may be seen.
 */
export async function readBoardsJson(tx: Tx, projectIds: readonly number[]): Promise<Map<number, string>> {
  if (projectIds.length === 0) return new Map();
  const rows = await tx.rows<{ id: number; board: string }>(boardsJson, [projectIds]);
  return new Map(rows.map(({ id, board }) => [id, board]));
}
