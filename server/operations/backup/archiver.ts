import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";
import type { Config } from "../../config";
import { preparePostgresHome } from "../../platform/embedded-postgres/files";
import { archiveFolder } from "../../platform/embedded-postgres/recovery";
import { openBackupPlace, openBackupStore } from "./open-backup-store";
import { preparePlace, requireSamePlace } from "./place-marker";
import { copyUploads, noCopiedUploads } from "./uploads";
import { discardExcessWal, moveWal } from "./wal-archive";

/** With PostgreSQL's `archive_timeout`, a change is in the backup folder after at most 45 seconds. */
const intervalMs = 15_000;

/**
 * Moves WAL segments of the embedded PostgreSQL and copies new uploads to the backup folder while the process runs. If the folder can't be
 * written, segments wait on the database's disk up to a limit.
 * @returns a function that stops archiving
 */
export function startArchiving(
  { dataDir, backup, s3 }: Pick<Config, "dataDir" | "backup" | "s3">,
  databaseUrl: string,
  log: Logger,
): () => Promise<void> {
  const archive = archiveFolder(preparePostgresHome(dataDir));
  const place = openBackupPlace({ dataDir, backup });
  const copied = noCopiedUploads();
  const stopped = new AbortController();
  let systemId: string | undefined;
  let prepared = false;
  const archiveOnce = async () => {
    systemId ??= await readSystemId(databaseUrl);
    await (prepared ? requireSamePlace(place, dataDir) : preparePlace(place, dataDir));
    prepared = true;
    // Opens the store with the current key, which `npm run backup -- --new-key` may change while the product runs.
    const store = await openBackupStore({ dataDir, backup }, place);
    await moveWal(archive, store, systemId);
    if (!s3) await copyUploads(path.join(dataDir, "files"), store, copied);
  };
  const archiveAlways = async () => {
    while (!stopped.signal.aborted) {
      await archiveOnce().catch(async (error) => {
        log.warn({ err: error }, "changes wait for the backup folder");
        const discarded = await discardExcessWal(archive).catch(() => false);
        if (discarded) log.error("changes were not archived: the backup folder has been unavailable for too long");
      });
      await delay(intervalMs, null, { signal: stopped.signal }).catch(() => {});
    }
  };
  const running = archiveAlways();
  return () => {
    stopped.abort();
    return running;
  };
}

export async function readSystemId(databaseUrl: string): Promise<string> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      "SELECT system_identifier::text AS id FROM pg_control_system()",
    );
    return rows[0]?.id as string;
  } finally {
    await client.end();
  }
}
