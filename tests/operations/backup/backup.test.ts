import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { pino } from "pino";
import { readConfig } from "../../../server/config";
import type { Mail } from "../../../server/platform/mail/mail";
import { NightlyBackup } from "../../../workers/operations/backup/nightly-backup";
import { runMigrations } from "../../../server/platform/database/database";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../../server/platform/embedded-postgres/embedded-postgres";
import { createFileStore } from "../../../server/platform/files/files";
import { newStorageKey } from "../../../server/platform/files/file-store";
import { listBackups } from "../../../server/operations/backup/backup-catalogue";
import { readFileList, readManifest } from "../../../server/operations/backup/backup-manifest";
import { backUpCluster } from "../../../server/operations/backup/cluster-backup";
import { withRecoveredCopy } from "../../../server/operations/backup/recovered-copy";
import { openBackupStore } from "../../../server/operations/backup/open-backup-store";
import type { BackupStore } from "../../../server/operations/backup/backup-store";
import { verifyBackup } from "../../../server/operations/backup/verify-backup";
import { listWal, moveWal } from "../../../server/operations/backup/wal-archive";
import { waitUntil } from "../../support/wait-until";

jest.setTimeout(300_000); // each restore takes a second, or fifteen on a busy machine

let dataDir: string;
let backupDir: string;
let store: BackupStore;
let postgres: EmbeddedPostgres;
let client: pg.Client;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), `portal-test-${process.pid}-`));
  backupDir = path.join(dataDir, "backups");
  store = await openBackupStore(readConfig({ DATA_DIR: dataDir }));
  await chmod(dataDir, 0o755); // as root, PostgreSQL runs as another user, who needs access to the folder
  postgres = await startEmbeddedPostgres({ dataDir });
  await runMigrations(postgres.url);
  client = new pg.Client(postgres.url);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await postgres.stop();
  await rm(dataDir, { recursive: true });
});

async function addTenant(name: string): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    "INSERT INTO tenant (name, plan_id) SELECT $1, id FROM plan LIMIT 1 RETURNING id",
    [name],
  );
  return Number(rows[0]?.id);
}

async function addFile(tenantId: number, bytes: Buffer): Promise<string> {
  const key = newStorageKey(tenantId);
  await createFileStore({ s3: null, dataDir }).put(key, bytes, "image/png");
  const row = "INSERT INTO file (tenant_id, name, type, size, storage_key) VALUES ($1, 'a.png', 'image/png', $2, $3)";
  await client.query(row, [tenantId, bytes.length, key]);
  return key;
}

/** A time in whole milliseconds after all changes so far and before all later ones. */
async function databaseTime(): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>(
    "SELECT date_trunc('milliseconds', clock_timestamp()) + interval '1 ms' AS now, pg_sleep(0.01)",
  );
  return rows[0]?.now as Date;
}

/** Archives everything written so far, as the product does every few seconds. */
async function archiveChanges(id: string): Promise<void> {
  const { cluster } = await readManifest(store, id);
  const systemId = cluster?.systemId ?? "";
  const { rows } = await client.query<{ segment: string }>("SELECT pg_walfile_name(pg_switch_wal()) AS segment");
  await waitUntil("the segment is archived", async () => {
    await moveWal(path.join(dataDir, "postgres/archive"), store, systemId);
    return (await listWal(store, systemId)).some(({ segment }) => segment === rows[0]?.segment);
  });
}

const take = () => backUpCluster({ url: postgres.url, dataDir, store, withUploads: true });
const verify = (id: string) => verifyBackup({ dataDir, store, id });
const tenantsAt = (id: string, to: Date | "backup" | "latest") =>
  withRecoveredCopy({ dataDir, store, id, to }, async (url) => {
    const copy = new pg.Client(url);
    await copy.connect();
    const { rows } = await copy.query<{ name: string }>("SELECT name FROM tenant ORDER BY id");
    await copy.end();
    return rows.map(({ name }) => name);
  });

test("a backup is proven, and a copy of it contains the changes up to any later minute", async () => {
  const tenant = await addTenant("First");
  const key = await addFile(tenant, randomBytes(1_000));
  const id = await take();
  await addTenant("Second");
  const between = await databaseTime();
  await addTenant("Third");
  await archiveChanges(id);

  expect(await verify(id)).toMatchObject({ problem: null, file: null });
  expect(await listBackups(store)).toMatchObject([{ id, state: "verified", tenants: [{ id: tenant, name: "First" }] }]);
  expect(await tenantsAt(id, between)).toEqual(["First", "Second"]);
  expect(await tenantsAt(id, "latest")).toEqual(["First", "Second", "Third"]);
  // This time is later than the last change.
  expect(await tenantsAt(id, new Date((await databaseTime()).getTime() + 60_000))).toEqual([
    "First",
    "Second",
    "Third",
  ]);
  await expect(tenantsAt(id, new Date("2020-01-01"))).rejects.toThrow("contains changes until");
  expect(await scratchFolders()).toEqual([]);

  const files = await readFileList(store, await readManifest(store, id));
  const some = [
    files.find((file) => /\/cluster\/base\/\d+\/1259\.gz$/.test(file.path)),
    files.find((file) => file.path.startsWith("wal/")),
    files.find((file) => file.path === `uploads/${key}`),
  ];
  for (const file of some) {
    const name = path.join(backupDir, file?.path ?? "");
    const bytes = await readFile(name);
    await writeFile(name, withFlippedByte(bytes));
    expect(await verify(id)).toMatchObject({ problem: expect.stringContaining(file?.path ?? ""), file: file?.path });
    await writeFile(name, bytes);
  }
  await rm(path.join(backupDir, `uploads/${key}`));
  expect(await verify(id)).toMatchObject({ file: `uploads/${key}` });
});

test("a backup whose rows contradict each other fails its verification", async () => {
  await client.query(
    "INSERT INTO event_stream (tenant_id, name, revision) SELECT id, 'project:1', 3 FROM tenant LIMIT 1",
  );
  const id = await take();
  const verification = await verify(id);
  expect(verification.problem).toContain("The events of a stream are not the ones it counts");
  expect((await listBackups(store))[0]).toMatchObject({ id, state: "failed" });
});

const scratchFolders = async () =>
  (await readdir(path.join(dataDir, "postgres"))).filter((name) => name.startsWith("scratch-"));

function withFlippedByte(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  const middle = Math.floor(bytes.length / 2);
  changed.writeUInt8(changed.readUInt8(middle) ^ 1, middle);
  return changed;
}

test("one of two workers takes the nightly backup; a failure is mailed", async () => {
  const own = path.join(dataDir, "nightly");
  const config = readConfig({ DATA_DIR: dataDir, BACKUP_DIR: own, OPERATOR_EMAIL: "operator@portal.test" });
  const mails: Mail[] = [];
  const mailer = { deliver: async (mail: Mail) => void mails.push(mail) };
  const workers = [1, 2].map(() => new NightlyBackup({ config, mailer, log: pino({ level: "silent" }) }, 0));
  await Promise.all(workers.map((worker) => worker.run()));
  expect(await listBackups(await openBackupStore(config))).toMatchObject([{ state: "failed" }]); // the contradiction of the test before
  expect(mails).toMatchObject([
    { to: "operator@portal.test", text: expect.stringContaining("The events of a stream") },
  ]);
});
