import { Problem } from "../../../shared/kernel/problems";
import { type FileStore, newStorageKey } from "./file-store";
import type { RunTransaction } from "../http/serve/serve-multi-transaction";
import { sql, type Tx } from "../database/unit-of-work";

// Stored bytes without a file row: running uploads and deleted files. Keys are recorded here; triggers on `file` add those of deleted rows.

const insertKey = sql(
  "looseFiles.note",
  `INSERT INTO loose_file (tenant_id, storage_key, due) VALUES (current_tenant(), $1, now() + interval '1 hour')`,
);
const deleteUnclaimedKey = sql(
  "looseFiles.take",
  `DELETE FROM loose_file WHERE tenant_id = current_tenant() AND storage_key = $1 AND NOT claimed RETURNING storage_key`,
);
// The store is slow, so bytes are removed outside of transactions: a key is claimed first, after which no upload can use it, and its row is
// deleted last. If the store fails or the process ends in between, the key is due again in an hour.
const claimKey = sql(
  "looseFiles.claim",
  `UPDATE loose_file SET claimed = true, due = now() + interval '1 hour'
   WHERE tenant_id = current_tenant() AND storage_key = $1 RETURNING storage_key`,
);
const claimDueKeys = sql(
  "looseFiles.claimDue",
  `WITH due_key AS (
     SELECT storage_key, due FROM loose_file WHERE tenant_id = current_tenant() AND due <= now()
     ORDER BY due LIMIT $1 FOR UPDATE SKIP LOCKED
   ), claimed_key AS (
     UPDATE loose_file f SET claimed = true, due = now() + interval '1 hour' FROM due_key d
     WHERE f.tenant_id = current_tenant() AND f.storage_key = d.storage_key RETURNING f.storage_key, d.due
   )
   SELECT storage_key FROM claimed_key ORDER BY due`,
);
const deleteKeys = sql(
  "looseFiles.delete",
  "DELETE FROM loose_file WHERE tenant_id = current_tenant() AND storage_key = ANY($1)",
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
  if (!(await tx.one(deleteUnclaimedKey, [key]))) throw new Problem("unavailable");
}

/** Removes the bytes under a key unless a row references them. */
export async function removeIfOrphaned(unit: RunTransaction, store: FileStore, key: string): Promise<void> {
  if (!(await unit((tx) => tx.one(claimKey, [key])))) return;
  await store.remove(key);
  await unit((tx) => tx.rows(deleteKeys, [[key]]));
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
  const errors: unknown[] = [];
  for (let removed = 0; ; ) {
    const keys = (await unit((tx) => tx.rows<{ storage_key: string }>(claimDueKeys, [batchSize]))).map(
      (row) => row.storage_key,
    );
    const removedKeys: string[] = [];
    for (const key of keys) {
      try {
        await store.remove(key);
        removedKeys.push(key);
      } catch (error) {
        errors.push(error);
        if (errors.length >= maxFailures) break;
      }
    }
    if (removedKeys.length > 0) await unit((tx) => tx.rows(deleteKeys, [removedKeys]));
    removed += removedKeys.length;
    if (keys.length === batchSize && errors.length < maxFailures) continue;
    if (errors.length > 0) throw errors[0];
    return removed;
  }
}
