import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import pg from "pg";
import { readConfig } from "../../../server/config";
import { listBackups } from "../../../server/operations/backup/backup-catalogue";
import { newBackupKey, setBackupKey } from "../../../server/operations/backup/backup-keys";
import { readFileList, readManifest } from "../../../server/operations/backup/backup-manifest";
import { runBackup } from "../../../server/operations/backup/backup.service";
import { readBytes, writeBytes } from "../../../server/operations/backup/backup-store";
import { backUpCluster } from "../../../server/operations/backup/cluster-backup";
import { BackupKeyError } from "../../../server/operations/backup/encryption";
import {
  encryptedStore,
  openBackupPlace,
  openBackupStore,
  UnencryptedWriteError,
} from "../../../server/operations/backup/open-backup-store";
import { withRecoveredCopy } from "../../../server/operations/backup/recovered-copy";
import { verifyBackup } from "../../../server/operations/backup/verify-backup";
import { listWal, moveWal, storeWal } from "../../../server/operations/backup/wal-archive";
import { planRestore, restore } from "../../../server/operations/restore/restore";
import { runMigrations } from "../../../server/platform/database/database";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../../server/platform/embedded-postgres/embedded-postgres";
import { newStorageKey } from "../../../server/platform/files/file-store";
import { createFileStore } from "../../../server/platform/files/files";
import { S3Bucket } from "../../chaos/bucket";
import { waitUntil } from "../../support/wait-until";

jest.setTimeout(600_000); // each restore takes a second, or fifteen on a busy machine

const noKeys = { own: [], byId: new Map(), current: null };

describe.each(["folder", "bucket"])("backups in a %s", (kind) => {
  let folder: string;
  let bucket: S3Bucket;
  let postgres: EmbeddedPostgres;
  let client: pg.Client;
  /** Returns the configuration of the installation, or of a new machine with the same BACKUP_DIR. */
  const configOf = (name: string, BACKUP_KEY?: string) => {
    const env = { DATA_DIR: path.join(folder, name), BACKUP_DIR: path.join(folder, "backups"), BACKUP_KEY };
    if (kind === "folder") return readConfig(env);
    const { S3_BUCKET, ...access } = bucket.env;
    return readConfig({ ...env, ...access, BACKUP_DIR: `s3://${S3_BUCKET}/of/portal` });
  };
  const config = () => configOf("data");
  const open = () => openBackupStore(config());

  beforeAll(async () => {
    bucket = await S3Bucket.open();
    bucket.pageSize = 5;
    folder = await mkdtemp(path.join(tmpdir(), `portal-test-${process.pid}-`));
    await chmod(folder, 0o755); // as root, PostgreSQL runs as another user, who needs access to the folder
    postgres = await startEmbeddedPostgres({ dataDir: config().dataDir });
    await runMigrations(postgres.url);
    client = new pg.Client(postgres.url);
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await postgres.stop();
    await bucket.goAway();
    await rm(folder, { recursive: true });
  });

  async function addTenant(name: string): Promise<void> {
    const { rows } = await client.query<{ id: string }>(
      "INSERT INTO tenant (name, plan_id) SELECT $1, id FROM plan LIMIT 1 RETURNING id",
      [name],
    );
    const [id, bytes] = [Number(rows[0]?.id), randomBytes(1_000)];
    const key = newStorageKey(id);
    await createFileStore(config()).put(key, bytes, "image/png");
    const row = "INSERT INTO file (tenant_id, name, type, size, storage_key) VALUES ($1, 'a.png', 'image/png', $2, $3)";
    await client.query(row, [id, bytes.length, key]);
  }

  /** Archives everything written so far, as the product does every few seconds. */
  async function archiveChanges(): Promise<string> {
    const { rows } = await client.query<{ segment: string; id: string }>(
      "SELECT pg_walfile_name(pg_switch_wal()) AS segment, system_identifier::text AS id FROM pg_control_system()",
    );
    const { segment, id } = rows[0] as { segment: string; id: string };
    const store = await open();
    const find = async () => (await listWal(store, id)).find((each) => each.segment === segment);
    await waitUntil("the segment is archived", async () => {
      await moveWal(path.join(config().dataDir, "postgres/archive"), store, id);
      return (await find()) !== undefined;
    });
    return (await find())?.path as string;
  }

  /** The key in use. */
  const readKeyFile = async () =>
    (await readFile(path.join(config().dataDir, "backup-keys"), "utf8")).trim().split("\n").at(-1);

  const tenantsAt = async (id: string) =>
    withRecoveredCopy({ dataDir: config().dataDir, store: await open(), id, to: "latest" }, async (url) => {
      const copy = new pg.Client(url);
      await copy.connect();
      const { rows } = await copy.query<{ name: string }>("SELECT name FROM tenant ORDER BY id");
      await copy.end();
      return rows.map(({ name }) => name);
    });

  test("are encrypted once there is a key, and refused without it", async () => {
    await addTenant("First");
    const plain = await runBackup({ config: config(), url: postgres.url });
    expect(plain).toMatchObject({ state: "verified", key_id: null });
    await addTenant("Second");
    const changesBefore = await archiveChanges();
    // Adds a history file as after a restore; it must not be needed to read backups with another key.
    await writeFile(path.join(folder, "00000002.history"), "1\t0/1000000\tbefore\n");
    await storeWal(
      path.join(folder, "00000002.history"),
      await open(),
      path.posix.basename(path.posix.dirname(changesBefore)),
    );

    const key = newBackupKey();
    setBackupKey(config().dataDir, key);
    expect((await stat(path.join(config().dataDir, "backup-keys"))).mode & 0o777).toBe(0o600);
    await addTenant("Third");
    const changes = await archiveChanges();
    expect(await tenantsAt(plain.id)).toEqual(["First", "Second", "Third"]);

    const encrypted = await runBackup({ config: config(), url: postgres.url });
    expect(encrypted).toMatchObject({ problem: null, state: "verified", key_id: key.id });
    const place = openBackupPlace(config());
    const manifest = await readManifest(await open(), encrypted.id);
    const files = await readFileList(await open(), manifest);
    for (const name of [...files.map((file) => file.path), `${encrypted.id}/manifest.json`, changes])
      expect((await readBytes(place, name)).subarray(0, 15).toString()).toBe("\0portal-backup-");
    await expect(readManifest(encryptedStore(place, noKeys), encrypted.id)).rejects.toThrow(BackupKeyError);
    expect((await listBackups(encryptedStore(place, noKeys)))[0]).toMatchObject({ state: "failed", key_id: key.id });

    // Damage must be found and named.
    const verify = async () => verifyBackup({ dataDir: config().dataDir, store: await open(), id: encrypted.id });
    for (const prefix of [`${encrypted.id}/cluster/base/`, "wal/", "uploads.", `${encrypted.id}/manifest.json`]) {
      const name = files.find((file) => file.path.startsWith(prefix))?.path ?? prefix;
      const bytes = await readBytes(place, name);
      const flipped = Buffer.from(bytes);
      flipped.writeUInt8(flipped.readUInt8(100) ^ 1, 100);
      for (const damaged of [flipped, bytes.subarray(0, -1), bytes.subarray(0, 10)]) {
        await writeBytes(place, name, damaged);
        expect(await verify()).toMatchObject({ file: name, problem: expect.stringContaining(name) });
      }
      await writeBytes(place, name, bytes);
    }
    // Replaces an encrypted file with an unencrypted one.
    const upload = files.find((file) => file.path.startsWith("uploads."))?.path as string;
    const sealed = await readBytes(place, upload);
    await writeBytes(place, upload, await buffer(await (await open()).read(upload)));
    expect(await verify()).toMatchObject({ file: upload, problem: expect.stringContaining("not encrypted") });
    await writeBytes(place, upload, sealed);
    expect(await verify()).toMatchObject({ problem: null });
  });

  test("are restored on a new machine only with their key", async () => {
    const [newest] = await listBackups(await open());
    await expect(planRestore(configOf("new"), "latest")).rejects.toThrow(new BackupKeyError(newest?.key_id as string));
    await expect(planRestore(configOf("new"), "latest", newest?.id)).rejects.toThrow(BackupKeyError);
    await expect(planRestore(configOf("new", newBackupKey().text), "latest")).rejects.toThrow(BackupKeyError);
    await expect(planRestore(configOf("new", "1234"), "latest")).rejects.toThrow("BACKUP_KEY is not a key");
    expect(existsSync(configOf("new").dataDir)).toBe(false);

    const key = (await readKeyFile()) as string;
    const restored = configOf("new", key);
    await restore(restored, await planRestore(restored, "latest"), () => {});
    expect(existsSync(path.join(restored.dataDir, "files"))).toBe(true);
    // The new machine continues to encrypt.
    expect((await openBackupStore(configOf("new"))).keyId).toBe(newest?.key_id);
  });

  test("are not mixed with others by mistake", async () => {
    const keyless = await openBackupStore(configOf("other"));
    await expect(writeBytes(keyless, "wal/1/a", "changes")).rejects.toThrow(UnencryptedWriteError);
    const store = encryptedStore(openBackupPlace(config()), noKeys);
    const { dataDir } = config();
    await new Promise((resolve) => setTimeout(resolve, 1_000)); // ids are in seconds
    const id = await backUpCluster({ url: postgres.url, dataDir, store, withUploads: true });
    const listed = (await listBackups(await open())).find((each) => each.id === id);
    expect(listed).toMatchObject({ state: "failed", problem: expect.stringContaining("not encrypted") });
    expect((await planRestore(config(), "latest")).backup.id).not.toBe(id);
  });

  test("get a key that was shown once and typed", async () => {
    if (kind === "bucket") return;
    const type = async (answer: (key: string) => string) => {
      const env = { PATH: process.env.PATH, DATA_DIR: config().dataDir, BACKUP_DIR: config().backup.dir };
      const program = path.join(__dirname, "../../../.build/backup.js");
      const child = spawn(process.execPath, [program, "--new-key"], { env });
      let output = "";
      let typed = "";
      child.stdout.on("data", (chunk) => {
        output += String(chunk);
        const key = /(?:\w{4}-){7}\w{4}/.exec(output)?.[0];
        if (!typed && key && output.endsWith("Type the key: ")) child.stdin.write(`${(typed = answer(key))}\n`);
      });
      const [code] = await once(child, "close");
      return { code, output, typed };
    };
    const before = await readKeyFile();
    expect(await type((key) => key.replace(/^./, (first) => (first === "A" ? "B" : "A")))).toMatchObject({ code: 1 });
    expect(await readKeyFile()).toBe(before);
    const { code, output, typed } = await type((key) => key.toLowerCase());
    expect([code, output]).toEqual([0, expect.stringContaining("verified")]);
    expect(await readKeyFile()).toBe(typed.toUpperCase());
    const [newest, ...older] = await listBackups(await open());
    expect(newest?.key_id).toBe((await open()).keyId);
    expect(older.some((each) => each.state === "verified" && each.key_id !== newest?.key_id)).toBe(true);
  });
});
