import { Problem } from "../../shared/kernel/problems";
import { type FileStore, newStorageKey } from "../platform/files/file-store";
import type { Unit } from "../platform/http/serve/serve-in-steps";
import { sql, type Tx } from "../platform/database/unit-of-work";

// Bytes that no row names: an upload that is under way, and what was deleted. The database notes them; triggers on `file`
// put in what a deleted row has named.

const note = sql(
  "looseFiles.note",
  `INSERT INTO loose_file (tenant_id, storage_key, due) VALUES (current_tenant(), $1, now() + interval '1 hour')`,
);
const take = sql(
  "looseFiles.take",
  `DELETE FROM loose_file WHERE tenant_id = current_tenant() AND storage_key = $1 RETURNING storage_key`,
);
const lock = sql(
  "looseFiles.lock",
  `SELECT storage_key FROM loose_file WHERE tenant_id = current_tenant() AND storage_key = $1 FOR UPDATE`,
);
const lockDue = sql(
  "looseFiles.lockDue",
  `SELECT storage_key FROM loose_file WHERE tenant_id = current_tenant() AND due <= now()
   ORDER BY due LIMIT $1 FOR UPDATE SKIP LOCKED`,
);

const putOff = sql(
  "looseFiles.putOff",
  "UPDATE loose_file SET due = now() + interval '1 hour' WHERE tenant_id = current_tenant() AND storage_key = $1",
);

/** A new key, noted before anything lies under it. */
export async function noteKey(tx: Tx): Promise<string> {
  const key = newStorageKey(tx.tenantId);
  await tx.rows(note, [key]);
  return key;
}

/**
 * From now on a row names the bytes; call it in the transaction that writes that row.
 * @throws Problem 503 when it took so long that they were swept away.
 */
export async function settleKey(tx: Tx, key: string): Promise<void> {
  if (!(await tx.one(take, [key]))) throw new Problem("unavailable");
}

/** Removes the bytes under a key unless a row has come to name them. */
export async function removeIfLoose(unit: Unit, store: FileStore, key: string): Promise<void> {
  await unit(async (tx) => {
    if (!(await tx.one(lock, [key]))) return;
    await store.remove(key);
    await tx.rows(take, [key]);
  });
}

const atOnce = 100;
/** So many that can't be removed are no odd ones any more: the store is away. */
const mostRefused = 3;

/**
 * Removes what is due. Several may sweep at once: each takes others. What can't be removed is tried again in an hour, and keeps nothing
 * else waiting. @returns how many keys it removed.
 * @throws what the first of those was refused with, once all others have gone, or as many of them that the store seems to be away.
 */
export async function sweepLooseFiles(unit: Unit, store: FileStore): Promise<number> {
  const refused: unknown[] = [];
  for (let removed = 0; ; ) {
    const { due, gone } = await unit(async (tx) => {
      const keys = (await tx.rows<{ storage_key: string }>(lockDue, [atOnce])).map((row) => row.storage_key);
      let swept = 0;
      for (const key of keys) {
        try {
          await store.remove(key); // first the bytes: a crash in between leaves the note, and the next sweep finds nothing there
          await tx.rows(take, [key]);
          swept += 1;
        } catch (error) {
          await tx.rows(putOff, [key]); // fails as well where it was the database
          refused.push(error);
          if (refused.length >= mostRefused) break;
        }
      }
      return { due: keys.length, gone: swept };
    });
    removed += gone;
    if (due === atOnce && refused.length < mostRefused) continue;
    if (refused.length > 0) throw refused[0];
    return removed;
  }
}
