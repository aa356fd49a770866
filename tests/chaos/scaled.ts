import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Redis } from "ioredis";
import { migrate } from "../../server/platform/database";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../server/platform/embedded-postgres";
import { pauseTree, type Program, startProgram } from "../support/programs";
import { freePort, startRedis, type TestRedis } from "../support/redis";

export const faults = [
  "worker",
  "server",
  "redis",
  "redis wiped",
  "database",
  "worker paused",
  "server paused",
  "redis paused",
  "database paused",
] as const;
/** Its keeper gives up on a database that ends more than five times a minute. */
const betweenKillsMs = 13_000;
export type Fault = (typeof faults)[number];

/** Two servers, two workers, PostgreSQL and Redis as processes of their own, each of which can be killed. */
export class Scaled {
  private databaseKilledAt = 0;

  private constructor(
    private readonly folder: string,
    private readonly postgres: EmbeddedPostgres,
    private redis: TestRedis,
    private readonly redisPort: number,
    private readonly ports: readonly number[],
    private readonly programs: Record<string, Program>,
    private readonly pauseMs: number,
  ) {}

  static async start(pauseMs: number): Promise<Scaled> {
    const folder = mkdtempSync(path.join(tmpdir(), "portal-chaos-"));
    chmodSync(folder, 0o755); // as root, PostgreSQL runs as another user, who must get in
    mkdirSync(path.join(folder, "redis"));
    const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: true });
    const redisPort = await freePort();
    const redis = await startRedis({ appendOnly: true, folder: path.join(folder, "redis"), port: redisPort });
    const ports = [await freePort(), await freePort()];
    const scaled = new Scaled(folder, postgres, redis, redisPort, ports, {}, pauseMs);
    await migrate(postgres.url);
    for (const name of ["server 0", "server 1", "worker 0", "worker 1"]) await scaled.run(name);
    return scaled;
  }

  get databaseUrl(): string {
    return this.postgres.url;
  }

  get bases(): string[] {
    return this.ports.map((port) => `http://127.0.0.1:${port}`);
  }

  /** Kills, waits a little, and starts again what doesn't come back by itself; or makes it stand still for a while. */
  async strike(fault: Fault, which: number, wait: () => Promise<unknown>): Promise<void> {
    if (fault.endsWith(" paused")) {
      await this.pause(fault, which);
    } else if (fault === "worker" || fault === "server") {
      const name = `${fault} ${which}`;
      await this.programs[name]?.kill();
      await wait();
      await this.run(name);
    } else if (fault === "redis wiped") {
      const client = new Redis(this.redis.url);
      await client.flushall();
      await client.quit();
    } else if (fault === "redis") {
      await this.redis.stop();
      await wait();
      this.redis = await startRedis({
        appendOnly: true,
        folder: path.join(this.folder, "redis"),
        port: this.redisPort,
      });
    } else {
      await delay(this.databaseKilledAt + betweenKillsMs - Date.now());
      this.databaseKilledAt = Date.now();
      process.kill(this.postmaster, "SIGKILL"); // its keeper starts it again, and it recovers
      await wait();
    }
  }

  private async pause(fault: Fault, which: number): Promise<void> {
    if (fault === "redis paused") await pauseTree(this.redis.pid, this.pauseMs);
    else if (fault === "database paused") await pauseTree(this.postmaster, this.pauseMs);
    else await this.programs[`${fault.split(" ")[0]} ${which}`]?.pause(this.pauseMs);
  }

  /** Everything ends by itself, and cleanly. @returns the processes that didn't. */
  async stop(): Promise<string[]> {
    const unclean: string[] = [];
    for (const [name, program] of Object.entries(this.programs)) {
      const code = await program.stop();
      if (code !== 0) unclean.push(`${name} ended with ${code}: ${program.said().slice(-400)}`);
    }
    await this.redis.stop();
    await this.postgres.stop();
    rmSync(this.folder, { recursive: true, force: true });
    return unclean;
  }

  died(): string[] {
    return Object.entries(this.programs)
      .filter(([, program]) => !program.running())
      .map(([name, program]) => `${name} ended by itself: ${program.said().slice(-600)}`);
  }

  private get postmaster(): number {
    return Number(readFileSync(path.join(this.folder, "postgres/cluster/postmaster.pid"), "utf8").split("\n")[0]);
  }

  private async run(name: string): Promise<void> {
    const [kind, at] = name.split(" ") as ["server" | "worker", string];
    const shared = { DATABASE_URL: this.databaseUrl, REDIS_URL: this.redis.url, DATA_DIR: this.folder };
    this.programs[name] = await startProgram(
      kind,
      kind === "server" ? { ...shared, PORT: String(this.ports[Number(at)]) } : shared,
    );
  }
}
