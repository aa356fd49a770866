import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { joinEmbeddedPostgres } from "../../server/platform/embedded-postgres/embedded-postgres";
import { type ProgramProcess, startProgram } from "../support/programs";
import { freePort, type TestRedis } from "../support/redis";
import { SmallDisk } from "./small-disk";

export const embeddedFaults = [
  "everything",
  "its database",
  "the whole tree",
  "everything paused",
  "disk full",
  "files gone",
  "files unreadable",
] as const;
export type EmbeddedFault = (typeof embeddedFaults)[number];

export class EmbeddedDeployment {
  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private program: ProgramProcess,
    private readonly pauseMs: number,
    private readonly redis: TestRedis | null,
    private readonly disk: SmallDisk | null,
  ) {}

  can(fault: EmbeddedFault): boolean {
    return fault !== "disk full" || this.disk !== null;
  }

  /** With `redis`, the job queue uses Redis, but the same process still does all the work. */
  static async start(pauseMs: number, redis: TestRedis | null = null): Promise<EmbeddedDeployment> {
    const folder = mkdtempSync(path.join(tmpdir(), "portal-chaos-"));
    chmodSync(folder, 0o755);
    const disk = SmallDisk.mount(folder);
    const port = await freePort();
    return new EmbeddedDeployment(
      folder,
      port,
      await EmbeddedDeployment.run(folder, port, redis),
      pauseMs,
      redis,
      disk,
    );
  }

  private static run(folder: string, port: number, redis: TestRedis | null): Promise<ProgramProcess> {
    const env = { DATA_DIR: folder, PORT: String(port), ...(redis && { REDIS_URL: redis.url }) };
    return startProgram("server", env, ["--with-workers"]);
  }

  /**
   * Kills all processes including the database and restarts the product immediately, possibly before the kernel has reaped the old process.
   * @returns the duration of the start in milliseconds
   * @throws if the product doesn't start
   */
  async startAgain(): Promise<number> {
    await this.program.killTree();
    const began = performance.now();
    this.program = await EmbeddedDeployment.run(this.folder, this.port, this.redis);
    return performance.now() - began;
  }

  get bases(): string[] {
    return [`http://127.0.0.1:${this.port}`];
  }

  async databaseUrl(): Promise<string> {
    return (await joinEmbeddedPostgres({ dataDir: this.folder })).url;
  }

  async strike(fault: EmbeddedFault, wait: () => Promise<unknown>): Promise<void> {
    if (fault === "everything paused") {
      await this.program.pause(this.pauseMs);
      return;
    }
    if (fault === "disk full") {
      this.disk?.fill();
      await delay(this.pauseMs);
      this.disk?.free();
      return;
    }
    if (fault === "files gone" || fault === "files unreadable") {
      const files = path.join(this.folder, "files");
      renameSync(files, `${files}.away`);
      if (fault === "files unreadable") writeFileSync(files, "not a folder");
      await delay(this.pauseMs);
      rmSync(files, { recursive: true, force: true });
      renameSync(`${files}.away`, files);
      return;
    }
    if (fault === "its database") {
      const file = path.join(this.folder, "postgres/cluster/postmaster.pid");
      process.kill(Number(readFileSync(file, "utf8").split("\n")[0]), "SIGKILL"); // the product's supervisor starts the database again
      await wait();
      return;
    }
    if (fault === "the whole tree") {
      await this.startAgain();
      return;
    }
    await this.program.kill();
    await wait();
    this.program = await EmbeddedDeployment.run(this.folder, this.port, this.redis);
  }

  died(): string[] {
    return this.program.running() ? [] : [`it ended by itself: ${this.program.said().slice(-600)}`];
  }

  async stop(): Promise<string[]> {
    const before = this.program.said();
    const code = await this.program.stop();
    this.disk?.unmount();
    rmSync(this.folder, { recursive: true, force: true });
    const output = this.program.said().slice(before.length);
    // The database must end last, so that no connection is terminated and logged.
    if (/terminating connection/.test(output)) return [`it complains while it ends: ${output.slice(0, 400)}`];
    return code === 0 ? [] : [`it ended with ${code}: ${output.slice(-400)}`];
  }
}
