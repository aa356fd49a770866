import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { runMigrations } from "../../../server/platform/database/database";
import { clockSearchPath, clockShiftMs, clockStatements } from "../clock";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../../server/platform/embedded-postgres/embedded-postgres";

/** Environment variables and names by which the Jest worker processes find the run's PostgreSQL. */
export const ADMIN_URL = "TEST_POSTGRES_URL";
export const TEMPLATE = "template_portal";

/** Folders with this prefix and a process id are removed once that process has ended. */
export const temporaryPrefix = "portal-test-";

/**
 * PostgreSQL plans a named statement five times before it caches the plan. A test file runs most of its statements less often, so planning
 * took more time than execution. A running server uses the cached plan after its first minutes.
 */
const plannedOnce = "ALTER ROLE ALL SET plan_cache_mode = force_generic_plan";

/**
 * With the rows of a thousand test tenants, statements over all tables would get parallel plans: starting their workers takes twenty times
 * as long as reading one tenant's rows.
 */
const withoutParallelWorkers = "ALTER ROLE ALL SET max_parallel_workers_per_gather = 0";

interface Run {
  postgres: EmbeddedPostgres;
  folder: string;
}

declare global {
  var testRun: Run | undefined;
}

/** Starts one PostgreSQL per run, with a migrated template that each Jest worker copies. Uses an already running one if there is one. */
export default async function startPostgres(): Promise<void> {
  if (process.env[ADMIN_URL]) return;
  removeLeftovers();
  buildPrograms();
  const folder = mkdtempSync(path.join(tmpdir(), `${temporaryPrefix}${process.pid}-`));
  chmodSync(folder, 0o755); // as root, PostgreSQL runs as another user, who needs access to the folder
  const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false });
  globalThis.testRun = { postgres, folder };
  process.env[ADMIN_URL] = postgres.url;
  await runStatement(postgres.url, `CREATE DATABASE ${TEMPLATE}`);
  for (const setting of [plannedOnce, withoutParallelWorkers]) await runStatement(postgres.url, setting);
  await setClock(postgres.url);
  await runMigrations(withDatabase(postgres.url, TEMPLATE));
}

/** Runs before anything is created, so that all objects use the run's `now()`. A usual run keeps PostgreSQL's own. */
async function setClock(url: string): Promise<void> {
  const shift = clockShiftMs();
  if (shift === 0) return;
  await runStatement(url, clockSearchPath);
  for (const statement of clockStatements(shift)) await runStatement(withDatabase(url, TEMPLATE), statement);
}

/**
 * Child processes load only built code (server/platform/child-processes.ts), and some tests start server and worker. Builds once, since
 * concurrent test files would otherwise write the same files.
 */
function buildPrograms(): void {
  const root = path.join(__dirname, "../../..");
  execFileSync(process.execPath, [path.join(root, "scripts/build.mjs"), "--stale", "node"], { stdio: "inherit" });
}

export async function runStatement(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/** Removes folders of killed runs: the process id in their name no longer exists. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(temporaryPrefix))) {
    const pid = Number(name.slice(temporaryPrefix.length).split("-")[0]);
    try {
      process.kill(pid, 0);
    } catch {
      rmSync(path.join(tmpdir(), name), { recursive: true, force: true });
    }
  }
}
