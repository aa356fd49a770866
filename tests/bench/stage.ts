import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { migrate } from "../../server/platform/database/database";
import { joinEmbeddedPostgres, startEmbeddedPostgres } from "../../server/platform/embedded-postgres/embedded-postgres";
import { type Program, startProgram } from "../support/programs";
import { freePort, startRedis } from "../support/redis";
import { Seed, type SeededPerson, type SeededProject } from "../support/seed";
import { until } from "../support/until";
import { answers } from "./answers";
import type { Site } from "./jobs";
import { countStatements } from "./moves";

/** The product under measurement, as it runs in production, and a tenant in it. */
export interface Stage {
  name: string;
  site: Site;
  /** Of the database, as its owner. */
  url: string;
  seed: Seed;
  /** Processes of the product itself: server and workers, without database and Redis. */
  programs: Program[];
  project(cards: readonly number[]): Promise<SeededProject>;
  /** Fresh figures of the planner: in a product that runs, autovacuum sees to that. */
  settle(): Promise<void>;
  /** SIGTERM to the process that holds the sockets, and a new one on its port. @returns when the new one answered first. */
  restart(): Promise<number>;
  /** All at one moment, the database too, by kill -9; and started again. @returns when the server answered first. */
  crash(): Promise<number>;
  stop(): Promise<void>;
}

/** How it ends, and comes back. */
type Lives = Pick<Stage, "restart" | "crash"> & { end(): Promise<void> };

const people = 40;

export interface StageOptions {
  /** PostgreSQL counts what each statement costs, which costs something itself. */
  counting?: boolean;
}

/** One process with its database, as `npm start` runs it. */
export async function embedded({ counting }: StageOptions = {}): Promise<Stage> {
  const folder = newFolder();
  const port = await freePort();
  const start = () => startProgram("server", { DATA_DIR: folder, PORT: String(port) }, ["--with-workers"]);
  const first = await start(); // made, migrated, filled with the demo: what comes is an ordinary day
  if (counting) await countStatements((await joinEmbeddedPostgres({ dataDir: folder })).url);
  await first.stop();
  const programs = [await start()];
  const { url } = await joinEmbeddedPostgres({ dataDir: folder });
  const again = () => firstAnswer(port, async () => void (programs[0] = await start()));
  return furnish("embedded", port, url, programs, {
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

/** One server, one worker, PostgreSQL and Redis. */
export async function withRedis({ counting }: StageOptions = {}): Promise<Stage> {
  const folder = newFolder();
  let postgres = await startEmbeddedPostgres({ dataDir: folder, durable: true });
  if (counting) {
    await countStatements(postgres.url);
    await postgres.stop();
    postgres = await startEmbeddedPostgres({ dataDir: folder, durable: true });
  }
  await migrate(postgres.url);
  const redis = await startRedis({ appendOnly: true });
  const port = await freePort();
  const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, DATA_DIR: folder };
  const server = () => startProgram("server", { ...env, PORT: String(port) });
  const worker = () => startProgram("worker", env);
  const programs = [await server(), await worker()];
  const serverAgain = () => firstAnswer(port, async () => void (programs[0] = await server()));
  return furnish("Redis", port, postgres.url, programs, {
    async restart() {
      await programs[0]?.stop();
      return serverAgain();
    },
    async crash() {
      process.kill(postmasterIn(folder), "SIGKILL"); // its keeper starts it again
      await Promise.all(programs.map((program) => program.killTree()));
      await until("the database answers", () => acceptsQueries(postgres.url));
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

/** Whichever comes first: it says that it is ready, or says so to whoever asks, who may have to wait in a crowd. */
async function firstAnswer(port: number, start: () => Promise<void>): Promise<number> {
  const started = start();
  const asked = async () => {
    while (!(await answers(port))) await delay(5);
  };
  const readyAt = await Promise.race([started, asked()]).then(() => performance.now());
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

async function furnish(
  name: string,
  port: number,
  url: string,
  programs: Program[],
  { restart, crash, end }: Lives,
): Promise<Stage> {
  const seed = Seed.at(url);
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
  chmodSync(folder, 0o755); // as root, PostgreSQL runs as another user, who must get in
  return folder;
}

/** Resident memory of the product's processes together, in MB. */
export function memoryOf(programs: readonly Program[]): number {
  const kilobytes = programs.map(({ pid }) =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]),
  );
  return Math.round(kilobytes.reduce((sum, each) => sum + each, 0) / 1_024);
}

/** The highest it ever was, each process for itself. */
export function peakMemoryOf(programs: readonly Program[]): number {
  const kilobytes = programs.map(({ pid }) =>
    Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]),
  );
  return Math.round(kilobytes.reduce((sum, each) => sum + each, 0) / 1_024);
}
