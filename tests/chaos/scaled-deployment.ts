import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Queue } from "bullmq";
import { Redis } from "ioredis";
import { runMigrations } from "../../server/platform/database/database";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../server/platform/embedded-postgres/embedded-postgres";
import { pauseProcessTree, type ProgramProcess, startProgram } from "../support/programs";
import { freePort, startRedis, type TestRedis } from "../support/redis";
import { waitUntil } from "../support/wait-until";
import { S3Bucket } from "./bucket";
import { SmallDisk } from "./small-disk";

export const scaledFaults = [
  "worker",
  "server",
  "redis",
  "redis wiped",
  "database",
  "worker paused",
  "server paused",
  "redis paused",
  "database paused",
  "disk full",
  "file store away",
  "clock ahead",
  "clock behind",
] as const;
const hourMs = 3_600_000;
/** The supervisor gives up on a database that ends more than five times a minute. */
const betweenKillsMs = 13_000;
export type ScaledFault = (typeof scaledFaults)[number];

export class ScaledDeployment {
  private databaseKilledAt = 0;
  private diskWasFull = false;

  private constructor(
    private readonly folder: string,
    private readonly postgres: EmbeddedPostgres,
    private redis: TestRedis,
    private readonly redisPort: number,
    private readonly ports: readonly number[],
    private readonly programs: Record<string, ProgramProcess>,
    private readonly pauseMs: number,
    private readonly disk: SmallDisk | null,
    private readonly bucket: S3Bucket,
  ) {}

  can(fault: ScaledFault): boolean {
    return fault !== "disk full" || this.disk !== null;
  }

  static async start(pauseMs: number): Promise<ScaledDeployment> {
    const folder = mkdtempSync(path.join(tmpdir(), "portal-chaos-"));
    chmodSync(folder, 0o755); // when started as root, PostgreSQL runs as another user, which needs access to the folder
    const disk = SmallDisk.mount(folder); // mounted before any file is written, e.g. by the database or Redis
    mkdirSync(path.join(folder, "redis"));
    const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: true });
    const redisPort = await freePort();
    const redis = await startRedis({ appendOnly: true, folder: path.join(folder, "redis"), port: redisPort });
    const ports = [await freePort(), await freePort()];
    const bucket = await S3Bucket.open();
    const scaled = new ScaledDeployment(folder, postgres, redis, redisPort, ports, {}, pauseMs, disk, bucket);
    await runMigrations(postgres.url);
    for (const name of ["server 0", "server 1", "worker 0", "worker 1"]) await scaled.run(name);
    return scaled;
  }

  get databaseUrl(): string {
    return this.postgres.url;
  }

  get bases(): string[] {
    return this.ports.map((port) => `http://127.0.0.1:${port}`);
  }

  /** Kills a process and, if it has no supervisor, restarts it after a pause; or only pauses it. */
  async strike(fault: ScaledFault, which: number, wait: () => Promise<unknown>): Promise<void> {
    if (fault.endsWith(" paused")) {
      await this.pause(fault, which);
    } else if (fault === "disk full") {
      this.diskWasFull = true;
      this.disk?.fill();
      await delay(this.pauseMs);
      this.disk?.free();
    } else if (fault === "file store away") {
      await this.bucket.goAway();
      await delay(this.pauseMs);
      await this.bucket.comeBack();
    } else if (fault === "clock ahead" || fault === "clock behind") {
      // Shifts the clock of one machine with a server and a worker; the other machines' and the database's clocks stay correct.
      const wrong = [`server ${which}`, `worker ${which}`].map((name) => this.clockOf(name));
      for (const clock of wrong) writeFileSync(clock, String(fault === "clock ahead" ? hourMs : -hourMs));
      await delay(this.pauseMs);
      for (const clock of wrong) writeFileSync(clock, "0");
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
      this.redis = await this.restartRedis();
    } else {
      await delay(this.databaseKilledAt + betweenKillsMs - Date.now());
      this.databaseKilledAt = Date.now();
      process.kill(this.postmaster, "SIGKILL");
      await wait();
    }
  }

  private async restartRedis(): Promise<TestRedis> {
    const folder = path.join(this.folder, "redis");
    const start = () => startRedis({ appendOnly: true, folder, port: this.redisPort });
    return start().catch((error) => {
      if (!this.diskWasFull) throw error;
      // Redis 7.0 can damage its files while it rewrites them on a full disk; docs/operations.md asks operators to do the same.
      console.log("    Redis doesn't start after the full disk; its files are deleted.");
      rmSync(path.join(folder, "appendonlydir"), { recursive: true });
      return start();
    });
  }

  private async pause(fault: ScaledFault, which: number): Promise<void> {
    if (fault === "redis paused") await pauseProcessTree(this.redis.pid, this.pauseMs);
    else if (fault === "database paused") await pauseProcessTree(this.postmaster, this.pauseMs);
    else await this.programs[`${fault.split(" ")[0]} ${which}`]?.pause(this.pauseMs);
  }

  async stop(): Promise<string[]> {
    const unclean: string[] = [];
    for (const [name, program] of Object.entries(this.programs)) {
      const code = await program.stop();
      if (code !== 0) unclean.push(`${name} ended with ${code}: ${program.said().slice(-400)}`);
    }
    await this.redis.stop();
    await this.postgres.stop();
    await this.bucket.goAway();
    this.disk?.unmount();
    rmSync(this.folder, { recursive: true, force: true });
    return unclean;
  }

  async died(): Promise<string[]> {
    const dead = Object.entries(this.programs)
      .filter(([, program]) => !program.running())
      .map(([name, program]) => `${name} ended by itself: ${program.said().slice(-600)}`);
    return [...dead, ...(await this.late())];
  }

  private async late(): Promise<string[]> {
    const queue = new Queue("schedules", { connection: { host: "127.0.0.1", port: this.redisPort } });
    const late = async () => {
      const schedulers = await queue.getJobSchedulers();
      const wrong = schedulers.filter(({ next, every }) => (next ?? 0) > Date.now() + Number(every) + 1_000);
      return wrong.map(({ name, next }) => `${name} comes in ${Math.round(((next ?? 0) - Date.now()) / 60_000)} min`);
    };
    try {
      await waitUntil("schedules are due in time", async () => (await late()).length === 0, 10_000).catch(() => {});
      return await late();
    } finally {
      await queue.close();
    }
  }

  private clockOf(name: string): string {
    return path.join(this.folder, `clock of ${name}`);
  }

  private get postmaster(): number {
    return Number(readFileSync(path.join(this.folder, "postgres/cluster/postmaster.pid"), "utf8").split("\n")[0]);
  }

  private async run(name: string): Promise<void> {
    const [kind, at] = name.split(" ") as ["server" | "worker", string];
    const shared = {
      DATABASE_URL: this.databaseUrl,
      REDIS_URL: this.redis.url,
      DATA_DIR: this.folder,
      ...this.bucket.env,
      NODE_OPTIONS: `--require ${path.join(__dirname, "clock.cjs")}`,
      CHAOS_CLOCK: this.clockOf(name),
    };
    this.programs[name] = await startProgram(
      kind,
      kind === "server" ? { ...shared, PORT: String(this.ports[Number(at)]) } : shared,
    );
  }
}
