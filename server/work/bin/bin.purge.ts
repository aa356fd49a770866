import type { Tx } from "../../platform/database/unit-of-work";
import { emitPurged, type LockedEntry, purgeViews } from "./bin.service";
import { deleteDueEntries, lockDueViews } from "./bin.sql";

type PurgedEntry = LockedEntry | { id: number; kind: "project" };

/** Entries per transaction. Callers repeat while a batch is full. */
export const purgeBatchSize = 50;

/**
 * Deletes for good what has been in the bin for `binDays`, with its files.
 * @returns the number of deleted entries, of views or of other records, whichever is larger.
 */
export async function purgeBin(tx: Tx, now: Date): Promise<number> {
  const purged = await tx.rows<PurgedEntry>(deleteDueEntries, [now, purgeBatchSize]);
  // A deleted project has no stream that users follow.
  for (const entry of purged) if (entry.kind !== "project") emitPurged(tx, entry);
  const views = await tx.rows<{ id: number }>(lockDueViews, [now, purgeBatchSize]);
  await purgeViews(
    tx,
    views.map(({ id }) => id),
  );
  return Math.max(purged.length, views.length);
}
