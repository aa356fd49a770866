import pg from "pg";
import { migrationNames } from "../../platform/database/database";
import {
  type BackupFile,
  DamagedBackupError,
  readFileList,
  readManifest,
  storeOf,
  type Verification,
  writeVerification,
} from "./backup-manifest";
import { inParallel, verifyStored } from "./compressed-files";
import { type Recovery, withRecoveredCopy } from "./recovered-copy";
import { isUpload, keyOfUpload } from "./uploads";
import { listWal, walFrom } from "./wal-archive";

/** Thrown when a check of the restored database fails. */
class FailedCheckError extends Error {}

/**
 * Proves a backup by restoring it: every byte is compared with its hash, the database is recovered on a PostgreSQL of its own, and its
 * content is checked. The result is stored with the backup.
 */
export async function verifyBackup(recovery: Omit<Recovery, "to">): Promise<Verification> {
  const problem = await findProblem(recovery);
  recovery.signal?.throwIfAborted();
  const verification = { at: new Date().toISOString(), problem: null, file: null, ...problem };
  await writeVerification(recovery.store, recovery.id, verification);
  return verification;
}

async function findProblem(recovery: Omit<Recovery, "to">): Promise<Pick<Verification, "problem" | "file"> | null> {
  const { id } = recovery;
  try {
    const manifest = await readManifest(recovery.store, id);
    const store = storeOf(recovery.store, manifest);
    const files = await readFileList(store, manifest);
    // Files of the cluster and WAL are compared while they are unpacked.
    const uploads = files.filter(isUpload);
    await inParallel(uploads, async (file) => {
      recovery.signal?.throwIfAborted();
      await verifyStored(store, file);
    });
    await withRecoveredCopy({ ...recovery, to: "backup" }, (url) =>
      checkContent(url, manifest.containsUploads ? uploads : null),
    );
    return null;
  } catch (error) {
    recovery.signal?.throwIfAborted();
    return { problem: (error as Error).message, file: error instanceof DamagedBackupError ? error.file : null };
  }
}

/**
 * Compares the files of an older backup, and the changes archived since, with their hashes. Files in `compared` were already compared for
 * other backups.
 * @returns the result if a file is damaged; it is stored with the backup.
 */
export async function compareStored(
  { store: anyStore, id, signal }: Pick<Recovery, "store" | "id" | "signal">,
  compared: Set<string>,
): Promise<Verification | null> {
  try {
    const manifest = await readManifest(anyStore, id);
    const store = storeOf(anyStore, manifest);
    const { cluster } = manifest;
    const since = cluster ? walFrom(await listWal(store, cluster.systemId), cluster.firstSegment) : [];
    const files = [...(await readFileList(store, manifest)), ...since].filter((file) => !compared.has(file.path));
    await inParallel(files, async (file) => {
      signal?.throwIfAborted();
      await verifyStored(store, file);
      compared.add(file.path);
    });
    return null;
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof DamagedBackupError)) throw error;
    const verification = { at: new Date().toISOString(), problem: error.message, file: error.file };
    await writeVerification(anyStore, id, verification);
    return verification;
  }
}

/** Each statement returns the rows that must not exist. */
const contradictions = {
  "The events of a stream are not the ones it counts":
    // Events that only replay a user's lists are deleted after a week (workers/platform/event-log.ts).
    `SELECT s.tenant_id, s.name FROM event_stream s LEFT JOIN domain_event e ON e.tenant_id = s.tenant_id AND e.stream = s.name
     GROUP BY s.tenant_id, s.name, s.revision
     HAVING coalesce(max(e.revision), 0) > s.revision OR (s.name NOT LIKE 'user:%' AND count(e.id) <> s.revision)`,
  "An event has no stream":
    "SELECT e.tenant_id, e.stream FROM domain_event e LEFT JOIN event_stream s ON s.tenant_id = e.tenant_id AND s.name = e.stream WHERE s.name IS NULL",
  "A leave balance is not the sum of its ledger": `SELECT tenant_id, user_id, leave_type_id, year FROM leave_balance FULL JOIN
       (SELECT tenant_id, user_id, leave_type_id, year, sum(days) AS booked FROM leave_ledger GROUP BY 1, 2, 3, 4) ledger
       USING (tenant_id, user_id, leave_type_id, year)
     WHERE coalesce(days, 0) <> coalesce(booked, 0)`,
};

async function checkContent(url: string, files: readonly BackupFile[] | null): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await checkMigrations(client);
    for (const [problem, statement] of Object.entries(contradictions)) {
      const { rows } = await client.query<Record<string, unknown>>(`${statement} LIMIT 1`);
      if (rows[0]) throw new FailedCheckError(`${problem}: ${JSON.stringify(rows[0])}.`);
    }
    await readEveryTable(client);
    if (files) await checkUploads(client, files);
  } finally {
    await client.end();
  }
}

async function checkMigrations(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>("SELECT name FROM migration ORDER BY timestamp, id");
  const applied = rows.map(({ name }) => name);
  if (applied.length > 0 && applied.every((name, at) => name === migrationNames[at])) return;
  throw new FailedCheckError(`The migrations are not those of this version: ${applied.at(-1) ?? "none"}.`);
}

/** Reads every table, so that PostgreSQL compares each page with its checksum. */
async function readEveryTable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace::regnamespace::text NOT IN ('pg_catalog', 'information_schema')",
  );
  await client.query("SET enable_indexonlyscan = off");
  for (const { name } of rows) await client.query(`SELECT count(*) FROM ${name}`);
}

async function checkUploads(client: pg.Client, files: readonly BackupFile[]): Promise<void> {
  const sizes = new Map(files.map((file) => [keyOfUpload(file), file.size]));
  const { rows } = await client.query<{ key: string; size: string }>(`
    SELECT storage_key AS key, size::text FROM file
    UNION ALL SELECT preview_key, preview_size::text FROM file WHERE preview_key IS NOT NULL`);
  for (const { key, size } of rows) {
    const name = `uploads/${key}`;
    if (!sizes.has(key)) throw new DamagedBackupError(name, "is missing");
    if (sizes.get(key) !== Number(size))
      throw new DamagedBackupError(name, `does not have the ${size} bytes of its row`);
  }
}
