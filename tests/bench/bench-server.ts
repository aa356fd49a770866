import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { runMigrations } from "../../server/platform/database/database";
import { joinEmbeddedPostgres, startEmbeddedPostgres } from "../../server/platform/embedded-postgres/embedded-postgres";
import { type ProgramProcess, startProgram } from "../support/programs";
import { freePort, startRedis } from "../support/redis";
import { DatabaseSeeder, type SeededPerson, type SeededProject } from "../support/seed";
import { waitUntil } from "../support/wait-until";
import { isAnswering } from "./is-answering";
import type { TestSite } from "./jobs";
import { countStatements } from "./moves";

export interface BenchServer {
  name: string;
  site: TestSite;
  url: string;
  seed: DatabaseSeeder;
  /** Processes of the product: server and workers, without database and Redis. */
  programs: ProgramProcess[];
  project(cards: readonly number[]): Promise<SeededProject>;
  /** Makes all tasks due on days of the current month, some of them with a start up to a week before. */
  dueThisMonth(project: SeededProject): Promise<void>;
  /** Refreshes the planner's statistics, which autovacuum does in production. */
  settle(): Promise<void>;
  /** Sends SIGTERM to the process that holds the sockets and starts a new one on its port. @returns the time of its first answer */
  restart(): Promise<number>;
  /** Kills all processes and the database with SIGKILL and starts them again. @returns the time of the first answer */
  crash(): Promise<number>;
  stop(): Promise<void>;
}

type Lifecycle = Pick<BenchServer, "restart" | "crash"> & { end(): Promise<void> };

const people = 40;

export interface BenchServerOptions {
  /** Enables statement statistics in PostgreSQL, which themselves add some cost. */
  counting?: boolean;
}

/** One process with its database, as `npm start` runs it. */
export async function startEmbeddedServer({ counting }: BenchServerOptions = {}): Promise<BenchServer> {
  const folder = newFolder();
  const port = await freePort();
  const start = () => startProgram("server", { DATA_DIR: folder, PORT: String(port) }, ["--with-workers"]);
  const first = await start(); // creates, migrates and fills the database, so that the next start is an ordinary one
  if (counting) await countStatements((await joinEmbeddedPostgres({ dataDir: folder })).url);
  await first.stop();
  const programs = [await start()];
  const { url } = await joinEmbeddedPostgres({ dataDir: folder });
  const again = () => firstAnswer(port, async () => void (programs[0] = await start()));
  return seedServer("embedded", port, url, programs, {
    async restart() {
      await programs[0]?.stop();
      return again();
    },
    async crash() {
      await programs[0]?.killTree();
      return again();
    },
    async end() {
      await programs[0]?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  });
}

export async function startServerWithRedis({ counting }: BenchServerOptions = {}): Promise<BenchServer> {
  const folder = newFolder();
  let postgres = await startEmbeddedPostgres({ dataDir: folder, durable: true });
  if (counting) {
    await countStatements(postgres.url);
    await postgres.stop();
    postgres = await startEmbeddedPostgres({ dataDir: folder, durable: true });
  }
  await runMigrations(postgres.url);
  const redis = await startRedis({ appendOnly: true });
  const port = await freePort();
  const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, DATA_DIR: folder };
  const server = () => startProgram("server", { ...env, PORT: String(port) });
  const worker = () => startProgram("worker", env);
  const programs = [await server(), await worker()];
  const serverAgain = () => firstAnswer(port, async () => void (programs[0] = await server()));
  return seedServer("Redis", port, postgres.url, programs, {
    async restart() {
      await programs[0]?.stop();
      return serverAgain();
    },
    async crash() {
      process.kill(postmasterIn(folder), "SIGKILL"); // the server's supervisor starts PostgreSQL again
      await Promise.all(programs.map((program) => program.killTree()));
      await waitUntil("the database answers", () => acceptsQueries(postgres.url));
      const workerAgain = worker().then((program) => void (programs[1] = program));
      const [readyAt] = await Promise.all([serverAgain(), workerAgain]);
      return readyAt;
    },
    async end() {
      for (const program of programs) await program.stop();
      await redis.stop();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  });
}

/**
 * Returns the time of the process's ready message or of the first successful probe, whichever comes first: either may be delayed under
 * load.
 */
async function firstAnswer(port: number, start: () => Promise<void>): Promise<number> {
  const started = start();
  const statusOf = async () => {
    while (!(await isAnswering(port))) await delay(5);
  };
  const readyAt = await Promise.race([started, statusOf()]).then(() => performance.now());
  await started;
  return readyAt;
}

const postmasterIn = (folder: string): number =>
  Number(readFileSync(path.join(folder, "postgres/cluster/postmaster.pid"), "utf8").split("\n")[0]);

async function acceptsQueries(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  const answered = await client
    .connect()
    .then(() => client.query("SELECT 1"))
    .then(Boolean, () => false);
  await client.end().catch(() => {});
  return answered;
}

async function seedServer(
  name: string,
  port: number,
  url: string,
  programs: ProgramProcess[],
  { restart, crash, end }: Lifecycle,
): Promise<BenchServer> {
  const seed = DatabaseSeeder.at(url);
  const tenant = await seed.tenant("bench.localhost");
  const everyone: SeededPerson[] = [];
  for (let at = 0; at < people; at++) everyone.push(await seed.person(tenant, `Person ${at}`));
  return {
    name,
    site: { port, host: tenant.host, people: everyone },
    url,
    seed,
    programs,
    async project(cards) {
      const project = await seed.project(tenant, everyone, cards);
      await seed.furnish(tenant, project, everyone.slice(0, 10));
      return project;
    },
    async dueThisMonth({ id }) {
      const month = "date_trunc('month', now())::date + (number % 28)";
      await seed.rows(
        `UPDATE task SET due_date = ${month}, start_date = CASE WHEN number % 3 = 0 THEN ${month} - number % 7 END WHERE project_id = $1`,
        [id],
      );
    },
    settle: async () => void (await seed.rows("VACUUM ANALYZE")),
    restart,
    crash,
    async stop() {
      await seed.close();
      await end();
    },
  };
}

export function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "portal-bench-"));
  chmodSync(folder, 0o755); // when started as root, PostgreSQL runs as another user, which needs access to the folder
  return folder;
}

/** Resident memory of the product's processes, in MB. */
export function memoryOf(programs: readonly ProgramProcess[]): number {
  const kilobytes = programs.map(({ pid }) =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]),
  );
  return Math.round(kilobytes.reduce((sum, each) => sum + each, 0) / 1_024);
}

/** Sum of each process's peak memory, in MB. */
export function peakMemoryOf(programs: readonly ProgramProcess[]): number {
  const kilobytes = programs.map(({ pid }) =>
    Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]),
  );
  return Math.round(kilobytes.reduce((sum, each) => sum + each, 0) / 1_024);
}
