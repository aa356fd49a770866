import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { migrate } from "../../server/platform/database/database";
import { joinEmbeddedPostgres, startEmbeddedPostgres } from "../../server/platform/embedded-postgres/embedded-postgres";
import { type Program, startProgram } from "../support/programs";
import { freePort, startRedis } from "../support/redis";
import { Seed, type SeededPerson, type SeededProject } from "../support/seed";
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
  stop(): Promise<void>;
}

const people = 40;

interface StageOptions {
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
  const program = await start();
  const { url } = await joinEmbeddedPostgres({ dataDir: folder });
  return furnish("embedded", port, url, [program], async () => {
    await program.stop();
    rmSync(folder, { recursive: true, force: true });
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
  const programs = [await startProgram("server", { ...env, PORT: String(port) }), await startProgram("worker", env)];
  return furnish("Redis", port, postgres.url, programs, async () => {
    for (const program of programs) await program.stop();
    await redis.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });
}

async function furnish(
  name: string,
  port: number,
  url: string,
  programs: Program[],
  end: () => Promise<void>,
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
