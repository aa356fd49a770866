import { setTimeout as delay } from "node:timers/promises";
import type { DataSource } from "typeorm";
import { preparePostgresHome } from "../../platform/embedded-postgres/files";
import { archiveFolder } from "../../platform/embedded-postgres/recovery";
import { type BackupLocation, openBackupPlace, openBackupStore } from "./open-backup-store";
import { requireSamePlace } from "./place-marker";
import { listWal, moveWal } from "./wal-archive";

const patienceMs = 60_000;

/**
 * Archives all changes that were made so far, instead of waiting for the current segment to be full or old.
 * @returns false if PostgreSQL didn't hand over the segment in time
 * @throws MissingPlaceError
 */
export async function archiveNow(owner: DataSource, location: BackupLocation): Promise<boolean> {
  await requireSamePlace(openBackupPlace(location), location.dataDir);
  const store = await openBackupStore(location);
  const [{ segment, systemId }] = await owner.query(
    `SELECT pg_walfile_name(pg_switch_wal()) AS segment, system_identifier::text AS "systemId" FROM pg_control_system()`,
  );
  const archive = archiveFolder(preparePostgresHome(location.dataDir));
  for (const end = Date.now() + patienceMs; Date.now() < end; await delay(100)) {
    await moveWal(archive, store, systemId);
    if ((await listWal(store, systemId)).some((file) => file.segment === segment)) return true;
  }
  return false;
}
