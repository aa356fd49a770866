import { Problem } from "../../../shared/kernel/problems";
import { type FileStore, newStorageKey } from "./file-store";
import type { RunTransaction } from "../http/serve/serve-multi-transaction";
import { sql, type Tx } from "../database/unit-of-work";

// Stored bytes without a file row: running uploads and deleted files. Keys are recorded here; triggers on `file` add those of deleted rows.

const insertKey = sql(
  "looseFiles.note",
  `INSERT INTO loose_file (tenant_id, storage_key, due) VALUES (current_tenant(), $1, now() + interval '1 hour')`,
);
const deleteKey = sql(
  "looseFiles.take",
  `DELETE FROM loose_file WHERE tenant_id = current_tenant() AND storage_key = $1 RETURNING storage_key`,
);
const lockLooseFile = sql(
  "looseFiles.lock",
  `SELECT storage_key FROM loose_file WHERE tenant_id = current_tenant() AND storage_key = $1 FOR UPDATE`,
);
const lockDue = sql(
  "looseFiles.lockDue",
  `SELECT storage_key FROM loose_file WHERE tenant_id = current_tenant() AND due <= now()
   ORDER BY due LIMIT $1 FOR UPDATE SKIP LOCKED`,
);

const updateDueTime = sql(
  "looseFiles.putOff",
  "UPDATE loose_file SET due = now() + interval '1 hour' WHERE tenant_id = current_tenant() AND storage_key = $1",
);

/** Returns a new key, recorded before anything is stored under it. */
export async function reserveStorageKey(tx: Tx): Promise<string> {
  const key = newStorageKey(tx.tenantId);
  await tx.rows(insertKey, [key]);
  return key;
}

/**
 * Marks the bytes as referenced; must be called in the transaction that inserts the row.
 * @throws Problem 503 when the sweep already removed them because the upload took too long.
 */
export async function confirmStorageKey(tx: Tx, key: string): Promise<void> {
  if (!(await tx.one(deleteKey, [key]))) throw new Problem("unavailable");
}

/** Removes the bytes under a key unless a row references them. */
export async function removeIfOrphaned(unit: RunTransaction, store: FileStore, key: string): Promise<void> {
  await unit(async (tx) => {
    if (!(await tx.one(lockLooseFile, [key]))) return;
    await store.remove(key);
    await tx.rows(deleteKey, [key]);
  });
}

const batchSize = 100;
/** Number of failures after which the store is assumed to be unavailable. */
const maxFailures = 3;

/**
 * Removes due keys; concurrent sweeps take different ones. A failed key is retried in an hour and doesn't block others.
 * @returns the number of removed keys.
 * @throws the first failure, after all other keys were processed or `maxFailures` keys failed.
 */
export async function sweepOrphanedFiles(unit: RunTransaction, store: FileStore): Promise<number> {
  const refused: unknown[] = [];
  for (let removed = 0; ; ) {
    const { due, sweptCount } = await unit(async (tx) => {
      const keys = (await tx.rows<{ storage_key: string }>(lockDue, [batchSize])).map((row) => row.storage_key);
      let swept = 0;
      for (const key of keys) {
        try {
          await store.remove(key); // bytes first: after a crash in between the next sweep finds the key again and nothing to remove
          await tx.rows(deleteKey, [key]);
          swept += 1;
        } catch (error) {
          await tx.rows(updateDueTime, [key]); // throws as well if the database was the cause
          refused.push(error);
          if (refused.length >= maxFailures) break;
        }
      }
      return { due: keys.length, sweptCount: swept };
    });
    removed += sweptCount;
    if (due === batchSize && refused.length < maxFailures) continue;
    if (refused.length > 0) throw refused[0];
    return removed;
  }
}
