import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { listBackups } from "../../../server/operations/backup/backup-catalogue";
import { openBackupStore } from "../../../server/operations/backup/open-backup-store";
import { readConfig } from "../../../server/config";
import { runMigrations } from "../../../server/platform/database/database";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../../server/platform/embedded-postgres/embedded-postgres";
import { repetitions } from "../../run-size";

jest.setTimeout(1_800_000); // a backup takes three seconds, or half a minute on a busy machine

let dataDir: string;
let postgres: EmbeddedPostgres;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), `portal-test-${process.pid}-`));
  await chmod(dataDir, 0o755); // as root, PostgreSQL runs as another user, who needs access to the folder
  postgres = await startEmbeddedPostgres({ dataDir });
  await runMigrations(postgres.url);
});
afterAll(async () => {
  await postgres.stop();
  await rm(dataDir, { recursive: true });
});

/** Runs `npm run backup`, and kills it after a time. @returns its exit code, null if it was killed */
async function backUp(killAfterMs?: number): Promise<number | null> {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, LOG_LEVEL: "silent" };
  const program = path.join(__dirname, "../../../.build/backup.js");
  const child = spawn(process.execPath, [program], { env, stdio: "ignore" });
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfterMs);
  const [code] = (await once(child, "exit")) as [number | null];
  clearTimeout(timer);
  return code;
}

const partsOf = async (folder: string, part: string) =>
  (await readdir(path.join(dataDir, folder))).filter((name) => name.includes(part));

test("a killed backup counts as failed or unverified, and the next one succeeds", async () => {
  const begun = performance.now();
  expect(await backUp()).toBe(0);
  const duration = performance.now() - begun;
  const killed = repetitions(100);
  for (let round = 0; round < killed; round += 1) {
    const code = await backUp((duration * (round + Math.random())) / killed);
    const [newest, ...older] = await listBackups(await openBackupStore(readConfig({ DATA_DIR: dataDir })));
    if (code === null) expect(newest?.state).toMatch(/^(?:failed|unverified|verified)$/);
    else expect(newest?.state).toBe("verified");
    // At most one is left unfinished: the next run deletes it.
    expect(older.filter(({ state }) => state === "failed")).toEqual([]);
  }
  expect(await backUp()).toBe(0);
  expect((await listBackups(await openBackupStore(readConfig({ DATA_DIR: dataDir }))))[0]?.state).toBe("verified");
  expect(await partsOf("backups", ".part")).toEqual([]);
  expect(await partsOf("postgres", "scratch-")).toEqual([]);
});
