import path from "node:path";
import type pg from "pg";
import { listBackups } from "./backup-catalogue";
import type { BackupStore } from "./backup-store";
import { type BackupFile, readFileList, readManifest } from "./backup-manifest";
import { describeStored, inParallel } from "./compressed-files";
import { isUpload, uploadName } from "./uploads";

export interface BackupSource {
  /** The embedded PostgreSQL's superuser, or the owner of an external database. */
  url: string;
  dataDir: string;
  store: BackupStore;
  /** False if uploads are in a bucket. */
  withUploads: boolean;
  signal?: AbortSignal;
  progress?: (sentence: string) => void;
}

export const uploadFolder = ({ dataDir }: Pick<BackupSource, "dataDir">): string => path.join(dataDir, "files");

/** Creates an id from the database's time, because the clocks of workers may differ. */
export async function newBackupId(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24-MI-SS"Z"') AS id`,
  );
  return rows[0]?.id as string;
}

/** Reads the description of the backup for lists. */
export async function contentOf(client: pg.Client) {
  const { rows } = await client.query<{ lastChange: Date | null; tenants: { id: number; name: string }[] }>(`
    SELECT (SELECT at FROM domain_event ORDER BY id DESC LIMIT 1) AS "lastChange",
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) ORDER BY id), '[]') FROM tenant) AS tenants`);
  return { lastChange: rows[0]?.lastChange?.toISOString() ?? null, tenants: rows[0]?.tenants ?? [] };
}

/** Reuses the hashes of uploads in the last verified backup, because their bytes never change. */
export async function describeUploads(store: BackupStore, keys: readonly string[]): Promise<BackupFile[]> {
  const uploadByName = await lastUploads(store);
  const described: BackupFile[] = [];
  await inParallel(keys, async (key) => {
    const name = uploadName(store, key);
    described.push(uploadByName.get(name) ?? (await describeStored(store, name)));
  });
  return described;
}

async function lastUploads(store: BackupStore): Promise<Map<string, BackupFile>> {
  const last = (await listBackups(store)).find(({ state }) => state === "verified");
  if (!last) return new Map();
  const list = readManifest(store, last.id).then((manifest) => readFileList(store, manifest));
  const files = await list.catch((): BackupFile[] => []); // found by its next comparison; all uploads are read instead
  return new Map(files.filter(isUpload).map((file) => [file.path, file]));
}
