import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { readConfig } from "../../../server/config";
import { listBackups } from "../../../server/operations/backup/backup-catalogue";
import { runBackup } from "../../../server/operations/backup/backup.service";
import { openBackupStore } from "../../../server/operations/backup/open-backup-store";
import { databaseUrl } from "../../support/postgres/databases";

let folder: string;
const { PATH } = process.env;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "portal-dump-"));
  process.env.PATH = folder; // where pg_dump is looked up
});
afterEach(async () => {
  process.env.PATH = PATH;
  await rm(folder, { recursive: true });
});

const config = () => readConfig({ DATA_DIR: folder, BACKUP_DIR: path.join(folder, "backups") });

async function backUp() {
  const url = await databaseUrl();
  return { url, backup: await runBackup({ config: { ...config(), databaseUrl: url }, url }) };
}

/** Takes the place of pg_dump, which the tests' PostgreSQL doesn't contain. */
const installDump = (script: string) =>
  writeFile(path.join(folder, "pg_dump"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });

test("an external database is dumped without its password among the arguments", async () => {
  await installDump('echo "$PGPASSWORD $*"');
  const { url, backup } = await backUp();
  expect(backup).toMatchObject({ kind: "dump", state: "unverified", problem: null });
  const dump = await readFile(path.join(config().backup.dir, backup.id, "portal.dump"), "utf8");
  const [password, ...others] = dump.split(" ");
  expect(password).toBe(decodeURIComponent(new URL(url).password));
  expect(others.join(" ")).not.toContain(password);
  expect(others.join(" ")).toContain(new URL(url).pathname);
});

test("a missing pg_dump is explained to the operator", async () => {
  await expect(backUp()).rejects.toThrow("pg_dump was not found");
});

test("a failed dump is no backup", async () => {
  await installDump("echo 'permission denied' >&2; exit 1");
  await expect(backUp()).rejects.toThrow("pg_dump failed: permission denied");
  expect(await listBackups(await openBackupStore(config()))).toMatchObject([{ state: "failed", taken_at: null }]);
});
