import { spawn } from "node:child_process";
import { once } from "node:events";
import fs, {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { runMigrations } from "../../server/platform/database/database";
import { loginUrl } from "../../server/platform/database/database-logins";
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  joinEmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../server/platform/embedded-postgres/embedded-postgres";
import { startTimeOf, acquireLock } from "../../server/platform/embedded-postgres/lock";

jest.setTimeout(60_000); // initdb takes half a second, or ten seconds on a busy machine

let dataDir: string;
let cleanUp: (() => Promise<void>)[];
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), `portal-test-${process.pid}-`));
  chmodSync(dataDir, 0o755); // as root, PostgreSQL runs as another user, who needs access to the folder
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

async function holder(): Promise<{ url: string; kill(): Promise<void> }> {
  const program = path.join(__dirname, "../support/postgres/hold-postgres.ts");
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

/** As root, PostgreSQL runs as the user `nobody`. */
const postgresUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** A process of PostgreSQL's user that has ended but isn't reaped, so that its pid remains in use. */
async function zombie(): Promise<number> {
  const script = "exec 3<&0; read -r _ <&3 & echo $!; exec sleep 600";
  const parent = spawn("/bin/sh", ["-c", script], { stdio: ["pipe", "pipe", "inherit"], ...postgresUser });
  cleanUp.push(async () => void parent.kill("SIGKILL"));
  const [pid] = (await once(createInterface(parent.stdout), "line")) as [string];
  await until(() => readFileSync(`/proc/${parent.pid}/comm`, "utf8").trim() === "sleep");
  parent.stdin.end(); // ends the child; its parent is now a program that never reaps children
  await until(() => readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z "));
  return Number(pid);
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 40_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error("waited for forty seconds");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

test("the data and URL persist across restarts", async () => {
  const first = await start();
  await query(first.url, "CREATE TABLE kept AS SELECT 1 AS one");
  await first.stop();
  const second = await start();
  expect(second.url).toBe(first.url);
  expect(await query(second.url, "SELECT one FROM kept")).toEqual([{ one: 1 }]);
  await second.stop();
});

test("a second instance on the data folder is refused, but a command may join it", async () => {
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

test("PostgreSQL ends with a killed server process, and the next one starts", async () => {
  const killed = await holder();
  await query(killed.url, "CREATE TABLE acknowledged AS SELECT 2 AS two");
  const orphan = postmaster();
  await killed.kill();
  await until(() => startTimeOf(orphan) === null);
  const next = await start();
  expect(await query(next.url, "SELECT two FROM acknowledged")).toEqual([{ two: 2 }]);
  await next.stop();
});

test("a killed PostgreSQL restarts at the same URL", async () => {
  const output: string[] = [];
  const running = await start({ log: (sentence) => output.push(sentence) });
  await query(running.url, "CREATE TABLE committed AS SELECT 3 AS three");
  process.kill(postmaster(), "SIGKILL");
  await until(() => output.includes("PostgreSQL is running again."));
  expect(await query(running.url, "SELECT three FROM committed")).toEqual([{ three: 3 }]);
  await running.stop();
});

test("PostgreSQL restarts after a full disk although its log doesn't give the reason", async () => {
  const output: string[] = [];
  const failures: Error[] = [];
  const running = await start({
    log: (sentence) => output.push(sentence),
    onFailure: (error) => failures.push(error),
  });
  await query(running.url, "CREATE TABLE kept AS SELECT 9 AS nine");
  const space = jest.spyOn(fs, "statfsSync").mockReturnValue({ bavail: 0, bsize: 4096 } as fs.StatsFs);
  cleanUp.push(async () => space.mockRestore());
  const settingsFile = path.join(dataDir, "postgres/cluster/postgresql.conf");
  const settings = readFileSync(settingsFile);
  writeFileSync(settingsFile, "invalid"); // prevents the start, like a full disk
  process.kill(postmaster(), "SIGKILL");
  await until(() => output.includes("The disk is full. PostgreSQL restarts once space is available."));
  writeFileSync(settingsFile, settings);
  await until(() => output.includes("PostgreSQL is running again."));
  expect(await query(running.url, "SELECT nine FROM kept")).toEqual([{ nine: 9 }]);
  expect(failures).toEqual([]);
  await running.stop();
});

describe("refused connections", () => {
  const refusal = (url: string) =>
    query(url, "SELECT 1").then(
      () => "let in",
      (error) => error.code ?? error.message,
    );
  const withPassword = (url: string, password: string) => {
    const changed = new URL(url);
    changed.password = password;
    return changed.href;
  };
  const socketOf = (url: string) => new URL(url).searchParams.get("host") ?? "";

  test("connections by network, wrong password or other system users are refused", async () => {
    const { url, stop } = await start();
    expect(await query(url, "SHOW listen_addresses")).toEqual([{ listen_addresses: "" }]);
    expect(await refusal(withPassword(url, "guess"))).toBe("28P01");
    expect(await refusal(withPassword(url, ""))).not.toBe("let in");
    const modes = [socketOf(url), path.join(dataDir, "postgres/password")].map((each) => statSync(each).mode & 0o777);
    expect(modes).toEqual([0o700, 0o600]);
    expect(statSync(path.join(dataDir, "postgres")).mode & 0o066).toBe(0);
    await stop();
  });

  test("an older database with trust authentication requires a password afterwards", async () => {
    const first = await start();
    await query(first.url, "ALTER ROLE postgres PASSWORD NULL");
    await first.stop();
    rmSync(path.join(dataDir, "postgres/password"));
    writeFileSync(path.join(dataDir, "postgres/cluster/pg_hba.conf"), "local all all trust\n");
    const second = await start();
    expect(await refusal(first.url)).toBe("28P01");
    expect(await query(second.url, "SELECT 1 AS fine")).toEqual([{ fine: 1 }]);
    await second.stop();
  });

  test("with a long data folder path the socket is in another protected folder", async () => {
    const long = path.join(dataDir, "a".repeat(60), "b".repeat(60));
    const first = await start({ dataDir: long });
    expect(await query(first.url, "SELECT 7 AS seven")).toEqual([{ seven: 7 }]);
    const folder = socketOf(first.url);
    expect([folder.startsWith(long), statSync(folder).mode & 0o777]).toEqual([false, 0o700]);
    const joined = await joinEmbeddedPostgres({ dataDir: long });
    expect(await query(joined.url, "SELECT 8 AS eight")).toEqual([{ eight: 8 }]);
    await first.stop();
    expect(existsSync(folder)).toBe(false);
  });
});

test("login roles get passwords derived from the current owner's password", async () => {
  const running = await start({ durable: false });
  await runMigrations(running.url);
  const owner = new URL(running.url);
  await query(running.url, "CREATE ROLE heir SUPERUSER LOGIN PASSWORD 'another one:/@?'");
  owner.username = "heir";
  owner.password = encodeURIComponent("another one:/@?");
  await expect(query(loginUrl(owner.href, "portal_app"), "SELECT 1")).rejects.toMatchObject({ code: "28P01" });
  await Promise.all([runMigrations(owner.href), runMigrations(owner.href)]);
  for (const role of ["portal_app", "portal_worker"] as const)
    expect(await query(loginUrl(owner.href, role), "SELECT session_user::text AS me")).toEqual([{ me: role }]);
  await query(owner.href, "ALTER ROLE portal_app NOLOGIN");
  await runMigrations(owner.href);
  expect(await query(loginUrl(owner.href, "portal_app"), "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  await running.stop();
});

test("PostgreSQL starts although the pid in its files belongs to another process", async () => {
  const first = await start();
  const pidFile = path.join(dataDir, "postgres/cluster/postmaster.pid");
  const lines = readFileSync(pidFile, "utf8").split("\n");
  const lock = JSON.parse(readFileSync(lockFile(), "utf8"));
  await first.stop();
  // The test's parent is alive, but is neither PostgreSQL nor the product.
  writeFileSync(pidFile, [process.ppid, ...lines.slice(1)].join("\n"));
  writeFileSync(lockFile(), JSON.stringify({ ...lock, pid: process.ppid, startedAt: "long ago" }));
  const second = await start();
  expect(await query(second.url, "SELECT 1 AS fine")).toEqual([{ fine: 1 }]);
  await second.stop();
});

test("PostgreSQL starts although a killed database is still a zombie process", async () => {
  const first = await start();
  await query(first.url, "CREATE TABLE written AS SELECT 5 AS five");
  const pidFile = path.join(dataDir, "postgres/cluster/postmaster.pid");
  const lines = readFileSync(pidFile, "utf8").split("\n");
  const lock = JSON.parse(readFileSync(lockFile(), "utf8"));
  await first.stop();
  const pid = await zombie();
  writeFileSync(pidFile, [pid, ...lines.slice(1)].join("\n"));
  writeFileSync(lockFile(), JSON.stringify({ ...lock, pid }));
  const second = await start();
  expect(await query(second.url, "SELECT five FROM written")).toEqual([{ five: 5 }]);
  await second.stop();
});

test("PostgreSQL starts and kills a hanging backend of a killed database", async () => {
  const other = await holder();
  await query(other.url, "CREATE TABLE stuck AS SELECT 7 AS seven");
  const client = new pg.Client(other.url);
  client.on("error", () => {});
  await client.connect();
  const [row] = (await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows;
  const child = row?.pid ?? 0;
  process.kill(child, "SIGSTOP"); // the suspended child doesn't notice the end, like one that waits for a lock
  const pidFile = path.join(dataDir, "postgres/cluster/postmaster.pid");
  const parent = Number(readFileSync(pidFile, "utf8").split("\n")[0]);
  await other.kill();
  process.kill(parent, "SIGKILL");
  const next = await start();
  expect(await query(next.url, "SELECT seven FROM stuck")).toEqual([{ seven: 7 }]);
  expect(startTimeOf(child)).toBeNull();
  await next.stop();
  await client.end().catch(() => {});
});

test("a start waits for an instance that is being killed", async () => {
  const other = await holder();
  await query(other.url, "CREATE TABLE late AS SELECT 6 AS six");
  const killing = new Promise((resolve) => setTimeout(resolve, 300)).then(other.kill);
  const next = await start();
  await killing;
  expect(await query(next.url, "SELECT six FROM late")).toEqual([{ six: 6 }]);
  await next.stop();
});

test.each(["half a lo", "", "null", JSON.stringify({ pid: process.pid, host: "gone", startedAt: "1" })])(
  "a lock file with the content %p is ignored",
  (content) => {
    writeFileSync(lockFile(), content);
    const lock = acquireLock(lockFile());
    expect(lock).toEqual({ release: expect.any(Function) });
    expect(acquireLock(lockFile())).toEqual({ heldBy: process.pid });
    expect(readdirSync(dataDir)).toEqual(["instance.lock"]);
    if ("release" in lock) lock.release();
    expect(readdirSync(dataDir)).toEqual([]);
  },
);

test("an unwritable data folder gives a readable error", async () => {
  const file = path.join(dataDir, "a-file");
  writeFileSync(file, "");
  await expect(start({ dataDir: path.join(file, "below") })).rejects.toThrow(/is not writable .* Set DATA_DIR/);
});

test("data of another PostgreSQL version gives a readable error", async () => {
  const cluster = path.join(dataDir, "postgres/cluster");
  mkdirSync(cluster, { recursive: true });
  writeFileSync(path.join(cluster, "PG_VERSION"), "19\n");
  await expect(start()).rejects.toThrow(/created by PostgreSQL 19, but this version includes PostgreSQL 18/);
});

test("as root, a data folder without access for other system users works", async () => {
  chmodSync(dataDir, 0o700);
  const first = await start({ durable: false });
  expect(await query(first.url, "SELECT 4 AS four")).toEqual([{ four: 4 }]);
  await first.stop();
});
