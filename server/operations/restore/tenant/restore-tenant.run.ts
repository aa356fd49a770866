import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { DataSource } from "typeorm";
import { findTenant } from "../../../administration/tenants/tenant-admin";
import { createFileStore } from "../../../platform/files/files";
import { archiveNow } from "../../backup/archive-now";
import type { BackupStore } from "../../backup/backup-store";
import { openBackupStore } from "../../backup/open-backup-store";
import { withRecoveredCopy } from "../../backup/recovered-copy";
import { fetchUpload } from "../../backup/uploads";
import { planRestore, type RestoreConfig, RestoreError } from "../restore";
import { parseRestoreTime } from "../../../../shared/operations/restore/restore-time";
import { restoreTenant } from "./restore-tenant";

interface TenantRestoreOptions {
  /** Host name or id. */
  tenant: string;
  to: string;
  /** Email address of the account that becomes an active administrator. */
  administrator?: string | undefined;
  print(text: string): void;
  /** Returns what the operator types; absent if the restore needs no confirmation. */
  ask?(question: string): Promise<string>;
}

/**
 * `npm run restore -- --tenant <host> --to <minute>`, while the product runs: recovers a copy of the database from the newest backup before
 * the minute and puts the organization back from it.
 * @throws RestoreError, TenantAdminError
 */
export async function runTenantRestore(
  owner: DataSource,
  config: RestoreConfig,
  options: TenantRestoreOptions,
): Promise<void> {
  const { tenant, to, administrator, print, ask } = options;
  const time = to === "latest" ? "latest" : parseRestoreTime(to);
  if (!time) throw new RestoreError(`“${to}” is not a time. Write it as in "2026-11-25 14:03".`);
  const tenantId = await findTenant(owner, tenant);
  const plan = await planRestore(config, time);
  const until = time === "latest" ? "the last archived change" : time.toISOString();
  print(`${tenant} is put back to ${until} from backup ${plan.backup.id}. Its later changes are lost.`);
  if (ask && (await ask("Type its host name to continue: ")).trim() !== tenant)
    throw new RestoreError("Nothing was changed.");
  if (!(await archiveNow(owner, config))) print("The changes of the last minute aren't archived and will be missing.");
  const { dataDir } = config;
  const store = await openBackupStore(config);
  await withRecoveredCopy({ dataDir, store, id: plan.backup.id, to: plan.to, progress: print }, (url) =>
    fromCopy(url, async (copy) => {
      const reached = await lastChangeOf(copy, tenantId);
      await restoreTenant(
        { owner, copy, restoreFile: (key) => restoreFile(config, store, key, print), print, administrator },
        tenantId,
      );
      print(`The last change that it contains is of ${reached ?? "no known time"}.`);
    }),
  );
  print(`${tenant} is back. Its users go on with the sessions that they have.`);
}

async function lastChangeOf(copy: pg.Client, tenantId: number): Promise<string | null> {
  const { rows } = await copy.query<{ at: Date }>(
    "SELECT at FROM domain_event WHERE tenant_id = $1 ORDER BY id DESC LIMIT 1",
    [tenantId],
  );
  return rows[0]?.at.toISOString() ?? null;
}

async function fromCopy(url: string, work: (copy: pg.Client) => Promise<unknown>): Promise<void> {
  const copy = new pg.Client(url);
  await copy.connect();
  try {
    await work(copy);
  } finally {
    await copy.end();
  }
}

/** The backup folder keeps the bytes of deleted files; an S3 bucket keeps them in its own versions. */
async function restoreFile(
  config: RestoreConfig,
  store: BackupStore,
  key: string,
  print: (text: string) => void,
): Promise<void> {
  const files = createFileStore(config);
  const stored = await files.get(key);
  if (stored) {
    (stored as NodeJS.ReadableStream & { destroy(): void }).destroy();
    return;
  }
  const folder = await mkdtemp(path.join(tmpdir(), "portal-restore-"));
  try {
    const copy = path.join(folder, "upload");
    if (await fetchUpload(store, key, copy)) await files.putFile(key, copy, "application/octet-stream");
    else print(`The file ${key} is neither in the store nor in the backup.`);
  } finally {
    await rm(folder, { recursive: true });
  }
}
