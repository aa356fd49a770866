import pg from "pg";
import { contentOf } from "../backup/backup-source";
import { openBackupStore } from "../backup/open-backup-store";
import { withRecoveredCopy } from "../backup/recovered-copy";
import type { RestoreConfig, RestorePlan } from "./restore";

/**
 * Recovers a copy of the database on a PostgreSQL of its own, reads it and removes it again. Neither the present database nor the backups are
 * changed, and the product may keep running.
 * @throws DamagedBackupError, BackupKeyError
 */
export async function tryRestore(
  config: RestoreConfig,
  { backup, to }: RestorePlan,
  print: (sentence: string) => void,
): Promise<void> {
  const begun = Date.now();
  const { dataDir } = config;
  const store = await openBackupStore(config);
  const content = await withRecoveredCopy({ dataDir, store, id: backup.id, to, progress: print }, async (url) => {
    const client = new pg.Client(url);
    await client.connect();
    try {
      return await contentOf(client);
    } finally {
      await client.end();
    }
  });
  const seconds = Math.round((Date.now() - begun) / 1_000);
  print(`The trial took ${seconds} s and contains ${content.tenants.length} organizations:`);
  for (const { name } of content.tenants) print(`  ${name}`);
  print(
    `The last change in it is of ${content.lastChange ?? "no known time"}. The copy is removed; nothing was changed.`,
  );
}
