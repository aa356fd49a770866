import { tenantStream } from "../../../shared/kernel/events";
import { binDays } from "../../../shared/work/fields/fields.schema";
import type { Tx } from "../../platform/database/unit-of-work";
import { emitProjectPurged, emitPurged, type LockedEntry, purgeTaskTemplates, purgeViews } from "./bin.service";
import { deleteDueEntries, deleteDueProjectTemplates, lockDueTemplates, lockDueViews } from "./bin.sql";

type PurgedEntry =
  | (LockedEntry & { followers: null })
  | { id: number; kind: "project"; recordId: number; title: string; followers: number[] };

/** Entries per transaction. Callers repeat while a batch is full. */
export const purgeBatchSize = 50;

/**
 * Deletes for good what has been in the bin for `binDays`, with its files, and the deleted templates of projects.
 * @returns the number of deleted entries, of views, of templates or of other records, whichever is the largest.
 */
export async function purgeBin(tx: Tx, now: Date): Promise<number> {
  const purged = await tx.rows<PurgedEntry>(deleteDueEntries, [now, purgeBatchSize]);
  for (const entry of purged) {
    if (entry.kind === "project") await emitProjectPurged(tx, entry, entry.followers);
    else emitPurged(tx, entry);
  }
  const views = await tx.rows<{ id: number }>(lockDueViews, [now, purgeBatchSize]);
  await purgeViews(
    tx,
    views.map(({ id }) => id),
  );
  const templates = await tx.rows<{ id: number }>(lockDueTemplates, [now, purgeBatchSize]);
  await purgeTaskTemplates(
    tx,
    templates.map(({ id }) => id),
  );
  for (const { id } of await tx.rows<{ id: number }>(deleteDueProjectTemplates, [now, binDays]))
    tx.emit("project_template.deleted", tenantStream(tx.tenantId), { id });
  return Math.max(purged.length, views.length, templates.length);
}
