import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { migrate } from "../../../server/platform/database/database";
import { clockSearchPath, clockShiftMs, clockStatements } from "../clock";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../../server/platform/embedded-postgres/embedded-postgres";

/** Names that the Jest workers, which are other processes, know the run's PostgreSQL by. */
export const ADMIN_URL = "TEST_POSTGRES_URL";
export const TEMPLATE = "template_portal";

const PREFIX = "portal-test-";

/**
 * PostgreSQL plans a named statement five times before it keeps the plan. A test file has connections of its own and runs most of its
 * statements less often, so planning took more of the processor than all they did. The plan that is kept is the one that a server works with after
 * its first minutes.
 */
const plannedOnce = "ALTER ROLE ALL SET plan_cache_mode = force_generic_plan";

interface Run {
  postgres: EmbeddedPostgres;
  folder: string;
}

declare global {
  var testRun: Run | undefined;
}

/** One PostgreSQL per run, with one migrated database that each Jest worker copies; or one that is there, kept warm. */
export default async function startPostgres(): Promise<void> {
  if (process.env[ADMIN_URL]) return;
  removeLeftovers();
  buildPrograms();
  const folder = mkdtempSync(path.join(tmpdir(), `${PREFIX}${process.pid}-`));
  chmodSync(folder, 0o755); // as root, PostgreSQL runs as another user, who must get in
  const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false });
  globalThis.testRun = { postgres, folder };
  process.env[ADMIN_URL] = postgres.url;
  await runStatement(postgres.url, `CREATE DATABASE ${TEMPLATE}`);
  await runStatement(postgres.url, plannedOnce);
  await setClock(postgres.url);
  await migrate(withDatabase(postgres.url, TEMPLATE));
}

/** Before anything is created: what is created finds the run's `now()`. A usual run has PostgreSQL's own. */
async function setClock(url: string): Promise<void> {
  const shift = clockShiftMs();
  if (shift === 0) return;
  await runStatement(url, clockSearchPath);
  for (const statement of clockStatements(shift)) await runStatement(withDatabase(url, TEMPLATE), statement);
}

/**
 * Child processes load what is built, and nothing else (server/platform/child-processes.ts), and some files start server and worker. Once
 * for all, before several files that run at once would write the same programs.
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

/** Folders of runs that were killed: the process id in their name is nobody's any more. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(PREFIX))) {
    const pid = Number(name.slice(PREFIX.length).split("-")[0]);
    try {
      process.kill(pid, 0);
    } catch {
      rmSync(path.join(tmpdir(), name), { recursive: true, force: true });
    }
  }
}
