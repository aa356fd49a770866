import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  joinEmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../server/platform/embedded-postgres";
import { startTimeOf, takeLock } from "../../server/platform/embedded-postgres-lock";

/** Every test here starts PostgreSQL on a data folder of its own, and most kill something. */
jest.setTimeout(60_000); // initdb takes half a second, or ten on a computer that is busy with other things

let dataDir: string;
let cleanUp: (() => Promise<void>)[];
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), `portal-test-${process.pid}-`));
  chmodSync(dataDir, 0o755); // as root, PostgreSQL runs as another user, who must get in
  cleanUp = [];
});
afterEach(async () => {
  for (const step of cleanUp.reverse()) await step();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const started = await startEmbeddedPostgres({ dataDir, ...options });
  cleanUp.push(started.stop);
  return started;
}

const lockFile = () => path.join(dataDir, "instance.lock");
const postmaster = () =>
  Number(readFileSync(path.join(dataDir, "postgres/cluster/postmaster.pid"), "utf8").split("\n")[0]);

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Another process that holds the database, as a running product does. */
async function holder(): Promise<{ url: string; kill(): Promise<void> }> {
  const program = path.join(__dirname, "../support/hold-postgres.ts");
  const child = spawn(process.execPath, [require.resolve("tsx/cli"), program, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  cleanUp.push(async () => void child.kill("SIGKILL"));
  const [url] = (await once(createInterface(child.stdout), "line")) as [string];
  const pid = JSON.parse(readFileSync(lockFile(), "utf8")).pid as number;
  return {
    url,
    kill: async () => {
      const ended = once(child, "exit");
      process.kill(pid, "SIGKILL");
      await ended;
    },
  };
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 40_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error("waited for forty seconds");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

test("keeps the data and the port from one start to the next", async () => {
  const first = await start();
  await query(first.url, "CREATE TABLE kept AS SELECT 1 AS one");
  await first.stop();
  const second = await start();
  expect(second.url).toBe(first.url);
  expect(await query(second.url, "SELECT one FROM kept")).toEqual([{ one: 1 }]);
  await second.stop();
});

test("refuses a second instance on the same data folder, which a command may join", async () => {
  const running = await start();
  await expect(start()).rejects.toThrow(`in use by a running instance (process ${process.pid})`);
  const joined = await joinEmbeddedPostgres({ dataDir });
  expect(joined.url).toBe(running.url);
  await joined.stop();
  expect(await query(running.url, "SELECT 1 AS still")).toEqual([{ still: 1 }]);
  await running.stop();
  const own = await joinEmbeddedPostgres({ dataDir });
  cleanUp.push(own.stop);
  expect(await query(own.url, "SELECT 1 AS there")).toEqual([{ there: 1 }]);
});

test("starts again by itself after the product was killed with -9, and PostgreSQL ends with it", async () => {
  const killed = await holder();
  await query(killed.url, "CREATE TABLE acknowledged AS SELECT 2 AS two");
  const orphan = postmaster();
  await killed.kill();
  await until(() => startTimeOf(orphan) === null);
  const next = await start();
  expect(await query(next.url, "SELECT two FROM acknowledged")).toEqual([{ two: 2 }]);
  await next.stop();
});

test("comes back on the same port when PostgreSQL itself is killed with -9", async () => {
  const said: string[] = [];
  const running = await start({ log: (sentence) => said.push(sentence) });
  await query(running.url, "CREATE TABLE committed AS SELECT 3 AS three");
  process.kill(postmaster(), "SIGKILL");
  await until(() => said.includes("PostgreSQL is back."));
  expect(await query(running.url, "SELECT three FROM committed")).toEqual([{ three: 3 }]);
  await running.stop();
});

test("isn't kept from starting by a process id that belongs to somebody else by now", async () => {
  const first = await start();
  const pidFile = path.join(dataDir, "postgres/cluster/postmaster.pid");
  const lines = readFileSync(pidFile, "utf8").split("\n");
  const lock = JSON.parse(readFileSync(lockFile(), "utf8"));
  await first.stop();
  // This test's parent lives, and is neither a PostgreSQL nor the product.
  writeFileSync(pidFile, [process.ppid, ...lines.slice(1)].join("\n"));
  writeFileSync(lockFile(), JSON.stringify({ ...lock, pid: process.ppid, startedAt: "long ago" }));
  const second = await start();
  expect(await query(second.url, "SELECT 1 AS fine")).toEqual([{ fine: 1 }]);
  await second.stop();
});

test.each(["half a lo", "", "null", JSON.stringify({ pid: process.pid, host: "gone", startedAt: "1" })])(
  "a lock file that reads %p is nobody's",
  (content) => {
    writeFileSync(lockFile(), content);
    const lock = takeLock(lockFile());
    expect(lock).toEqual({ release: expect.any(Function) });
    expect(takeLock(lockFile())).toEqual({ heldBy: process.pid });
    expect(readdirSync(dataDir)).toEqual(["instance.lock"]);
    if ("release" in lock) lock.release();
    expect(readdirSync(dataDir)).toEqual([]);
  },
);

test("says in a sentence that the data folder can't be written", async () => {
  const file = path.join(dataDir, "a-file");
  writeFileSync(file, "");
  await expect(start({ dataDir: path.join(file, "below") })).rejects.toThrow(/can't be written .* Set DATA_DIR/);
});

test("says in a sentence that the files are of another version", async () => {
  const cluster = path.join(dataDir, "postgres/cluster");
  mkdirSync(cluster, { recursive: true });
  writeFileSync(path.join(cluster, "PG_VERSION"), "19\n");
  await expect(start()).rejects.toThrow(/written by PostgreSQL 19, this version brings PostgreSQL 18/);
});

test("as root, works in a folder that is closed to others, by keeping its files elsewhere", async () => {
  chmodSync(dataDir, 0o700);
  const first = await start({ durable: false });
  expect(await query(first.url, "SELECT 4 AS four")).toEqual([{ four: 4 }]);
  await first.stop();
});
