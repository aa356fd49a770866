import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { QueryRunner } from "typeorm";
import { migrations } from "../../../migrations/all";
import { startUpgraded, type StartedPostgres, UpgradeError } from "../../../server/operations/upgrade/upgrade";
import { preparePostgresHome } from "../../../server/platform/embedded-postgres/files";
import { archiveFolder } from "../../../server/platform/embedded-postgres/recovery";
import { type MigrationList, pendingMigrations, runMigrations } from "../../../server/platform/database/database";

jest.setTimeout(300_000); // each test creates a cluster and copies it, which takes twenty seconds on a busy machine

class FirstStep0000000009998 {
  name = "FirstStep0000000009998";
  up = (runner: QueryRunner) => runner.query("CREATE TABLE first_step AS SELECT 1 AS one");
  down = async () => {};
}

class BrokenStep0000000009999 {
  name = "BrokenStep0000000009999";
  up = (runner: QueryRunner) => runner.query("INSERT INTO first_step SELECT 1 / 0");
  down = async () => {};
}

const older: MigrationList = migrations;
const newer: MigrationList = [...migrations, FirstStep0000000009998];
const broken: MigrationList = [...newer, BrokenStep0000000009999];

let dataDir: string;
let running: StartedPostgres[];

/** A database of the older version with one row. */
beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), `portal-test-${process.pid}-`));
  chmodSync(dataDir, 0o755); // as root, PostgreSQL runs as another user, who needs access to the folder
  running = [];
  const first = await start(older);
  await runMigrations(first.url, { list: older });
  await query(first.url, "CREATE TABLE kept AS SELECT 42 AS answer");
  await first.stop();
});

afterEach(async () => {
  for (const each of running.reverse()) await each.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(list: MigrationList): Promise<StartedPostgres> {
  const started = await startUpgraded({
    dataDir,
    pending: (client) => pendingMigrations(client, list),
    migrate: (url) => runMigrations(url, { list }),
  });
  running.push(started);
  return started;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The older version starts, finds its row and nothing of the newer version, on disk or in the database. */
async function expectOlderState(): Promise<void> {
  const started = await start(older);
  expect(started.upgrade).toBeNull();
  const state = "SELECT answer, to_regclass('first_step') AS step FROM kept";
  expect(await query(started.url, state)).toEqual([{ answer: 42, step: null }]);
  expectNoCopies();
}

function expectNoCopies(): void {
  const files = readdirSync(dataDir, { recursive: true, encoding: "utf8" });
  expect(files.filter((name) => /(^|\/)upgrade$|(cluster|archive)\.\w+$/.test(name))).toEqual([]);
}

/** Numbers of the archived WAL segments. */
function archivedSegments(): number[] {
  const home = preparePostgresHome(dataDir);
  const names = readdirSync(archiveFolder(home)).filter((name) => /^[0-9A-F]{24}$/.test(name));
  return names.sort().map((name) => Number.parseInt(name.slice(-8), 16));
}

test("an upgrade whose second migration fails is undone and names the migration", async () => {
  const upgraded = start(broken);
  await expect(upgraded).rejects.toBeInstanceOf(UpgradeError);
  await expect(upgraded).rejects.toThrow(
    /migration BrokenStep0000000009999 failed: division by zero\n.*as it was before/,
  );
  await expectOlderState();
});

test("an upgrade that is never ready is undone", async () => {
  const { url, upgrade } = await start(newer);
  const [segment] = (await query(url, "SELECT pg_walfile_name(pg_switch_wal()) AS name")) as { name: string }[];
  expect(await query(url, "SELECT one FROM first_step")).toEqual([{ one: 1 }]);
  const error = await upgrade?.confirm(async () => "redis: down", 0).catch((reason: unknown) => reason);
  expect(await upgrade?.undo(error)).toEqual(
    expect.objectContaining({ message: expect.stringContaining("not ready within 0 seconds: redis: down") }),
  );
  // WAL archived by the undone upgrade would be mistaken for the older version's next changes.
  expect(readdirSync(archiveFolder(preparePostgresHome(dataDir)))).not.toContain(segment?.name);
  await expectOlderState();
});

test("an upgrade that ended before it was confirmed is undone by the next start", async () => {
  await (await start(newer)).stop();
  await expectOlderState();
});

test("a confirmed upgrade stays, and keeps the data and no copy", async () => {
  const { upgrade, stop } = await start(newer);
  const problems = ["starting", null];
  await upgrade?.confirm(async () => problems.shift() ?? null);
  await stop();
  const segments = archivedSegments();
  expect(segments).toEqual(segments.map((_, at) => (segments[0] ?? 0) + at));
  expect(segments.length).toBeGreaterThan(1);
  const again = await start(newer);
  expect(again.upgrade).toBeNull();
  expect(await query(again.url, "SELECT answer, one FROM kept, first_step")).toEqual([{ answer: 42, one: 1 }]);
  expectNoCopies();
});
