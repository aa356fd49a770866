import { createReadStream, existsSync } from "node:fs";
import { open, readdir } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { archiveFolder } from "../../platform/embedded-postgres/recovery";
import { type PostgresHome, preparePostgresHome } from "../../platform/embedded-postgres/files";
import { type BackupFile, writeManifest } from "./backup-manifest";
import { type BackupSource, contentOf, describeUploads, newBackupId, uploadFolder } from "./backup-source";
import { inParallel, storeCompressed } from "./compressed-files";
import { copyUploads } from "./uploads";
import { listWal, moveWal, walFrom } from "./wal-archive";

/** Time in ms after which a backup fails if PostgreSQL doesn't archive its last segment. */
const archivePatienceMs = 120_000;

/**
 * Takes an online backup of the embedded PostgreSQL with its low-level functions. Files are copied while the database runs, and replaying
 * the WAL of that time makes them consistent. Must be called while holding the backup lock.
 * @returns the id
 */
export async function backUpCluster(source: BackupSource): Promise<string> {
  const { store, progress = () => {} } = source;
  const home = preparePostgresHome(source.dataDir);
  const client = new pg.Client(source.url);
  client.on("error", () => {}); // reported by the query that fails
  await client.connect();
  try {
    const id = await newBackupId(client);
    await client.query("SELECT pg_backup_start($1, fast => true)", [id]);
    // Copies uploads before and after the database, because an upload deleted meanwhile may still have a row in the copied database.
    const early = source.withUploads ? await copyUploads(uploadFolder(source), store) : [];
    progress("Copying the database.");
    const { folders, files } = await copyCluster(home, id, source);
    const end = await endBackup(client);
    files.push(await storeCompressed(Readable.from([Buffer.from(end.label)]), store, `${id}/cluster/backup_label.gz`));
    const late = source.withUploads ? await copyUploads(uploadFolder(source), store) : [];
    progress("Waiting for the last changes.");
    const wal = await archivedWal(home, end, source);
    progress("Reading uploads.");
    const uploads = await describeUploads(store, [...new Set([...early, ...late])]);
    const manifest = {
      id,
      kind: "cluster" as const,
      takenAt: end.takenAt,
      ...(await contentOf(client)),
      cluster: { systemId: end.systemId, firstSegment: end.firstSegment, lastSegment: end.lastSegment, folders },
      containsUploads: source.withUploads,
    };
    await writeManifest(store, manifest, [...files, ...wal, ...uploads]);
    return id;
  } finally {
    await client.end();
  }
}

interface BackupEnd {
  label: string;
  systemId: string;
  takenAt: string;
  firstSegment: string;
  lastSegment: string;
}

/** `takenAt` is rounded up: no earlier time can be restored. */
async function endBackup(client: pg.Client): Promise<BackupEnd> {
  const { rows } = await client.query<Omit<BackupEnd, "firstSegment">>(`
    SELECT labelfile AS label, pg_walfile_name(lsn) AS "lastSegment",
      (SELECT system_identifier::text FROM pg_control_system()) AS "systemId",
      to_char((clock_timestamp() + interval '1 ms') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "takenAt"
    FROM pg_backup_stop(wait_for_archive => false)`);
  const end = rows[0] as Omit<BackupEnd, "firstSegment">;
  return { ...end, firstSegment: /\(file ([0-9A-F]{24})\)/.exec(end.label)?.[1] as string };
}

/** Folders whose content belongs to the running server, as listed in PostgreSQL's documentation of low-level backups. */
const emptied = new Set(
  ["wal", "replslot", "dynshmem", "notify", "serial", "snapshots", "stat_tmp", "subtrans"].map((name) => `pg_${name}`),
);
const skipped =
  /^(?:postmaster\.(?:pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label.*|tablespace_map.*|recovery\.signal)$/;
/** Copied last and consistently, as PostgreSQL overwrites it in place. */
const controlFile = "global/pg_control";

async function copyCluster(home: PostgresHome, id: string, { store, signal, progress }: BackupSource) {
  const folders: string[] = [];
  const names: string[] = [];
  const walk = async (folder: string): Promise<void> => {
    for (const entry of await readdir(path.join(home.cluster, folder), { withFileTypes: true })) {
      const name = path.posix.join(folder, entry.name);
      if (skipped.test(entry.name)) continue;
      if (!entry.isDirectory()) names.push(name);
      else {
        folders.push(name);
        if (!emptied.has(name)) await walk(name);
      }
    }
  };
  await walk("");
  const files: BackupFile[] = [];
  await inParallel(
    names.filter((name) => name !== controlFile),
    async (name) => {
      signal?.throwIfAborted();
      const source = path.join(home.cluster, name);
      try {
        files.push(await storeCompressed(createReadStream(source), store, `${id}/cluster/${name}.gz`));
      } catch (error) {
        // A file dropped meanwhile is dropped by the replay as well.
        if ((error as NodeJS.ErrnoException).code !== "ENOENT" || existsSync(source)) throw error;
      }
    },
  );
  const control = await readUnchanged(path.join(home.cluster, controlFile));
  files.push(await storeCompressed(Readable.from([control]), store, `${id}/cluster/${controlFile}.gz`));
  progress?.(`Copied ${files.length} files.`);
  return { folders, files };
}

/** Reads until two reads are equal, so that a partial write is never returned. */
async function readUnchanged(name: string): Promise<Buffer> {
  const file = await open(name);
  try {
    for (let last: Buffer | null = null; ; ) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(8 * 1024), 0, 8 * 1024, 0);
      const content = buffer.subarray(0, bytesRead);
      if (last?.equals(content)) return content;
      last = content;
    }
  } finally {
    await file.close();
  }
}

/** Moves segments until all segments that the backup needs are in the backup folder. */
async function archivedWal(home: PostgresHome, end: BackupEnd, { store, signal }: BackupSource): Promise<BackupFile[]> {
  const giveUp = Date.now() + archivePatienceMs;
  for (;;) {
    signal?.throwIfAborted();
    await moveWal(archiveFolder(home), store, end.systemId);
    const wal = walFrom(await listWal(store, end.systemId), end.firstSegment).filter(
      ({ segment }) => segment <= end.lastSegment,
    );
    if (wal.some(({ segment }) => segment === end.lastSegment))
      return wal.map(({ path: file, size, sha256 }) => ({ path: file, size, sha256 }));
    if (Date.now() > giveUp) throw new Error(`PostgreSQL has not archived ${end.lastSegment}; see its log.`);
    await delay(100);
  }
}
