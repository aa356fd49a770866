import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { joinEmbeddedPostgres } from "../../server/platform/embedded-postgres/embedded-postgres";
import { type Program, startProgram } from "../support/programs";
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

/** The embedded default: what `npm start` runs, one process with its database. */
export class Embedded {
  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private program: Program,
    private readonly pauseMs: number,
    private readonly redis: TestRedis | null,
    private readonly disk: SmallDisk | null,
  ) {}

  /** Of the faults those that can be brought about here. */
  can(fault: EmbeddedFault): boolean {
    return fault !== "disk full" || this.disk !== null;
  }

  /** With a Redis, its queue travels over that, and it still does all the work itself. */
  static async start(pauseMs: number, redis: TestRedis | null = null): Promise<Embedded> {
    const folder = mkdtempSync(path.join(tmpdir(), "portal-chaos-"));
    chmodSync(folder, 0o755);
    const disk = SmallDisk.mount(folder);
    const port = await freePort();
    return new Embedded(folder, port, await Embedded.run(folder, port, redis), pauseMs, redis, disk);
  }

  private static run(folder: string, port: number, redis: TestRedis | null): Promise<Program> {
    const env = { DATA_DIR: folder, PORT: String(port), ...(redis && { REDIS_URL: redis.url }) };
    return startProgram("server", env, ["--with-workers"]);
  }

  /**
   * Everything is killed at one moment, the database with it, and started again at once: the dead one may not have been
   * buried by then. @returns how long the start took. @throws when it doesn't start.
   */
  async startAgain(): Promise<number> {
    await this.program.killTree();
    const began = performance.now();
    this.program = await Embedded.run(this.folder, this.port, this.redis);
    return performance.now() - began;
  }

  get bases(): string[] {
    return [`http://127.0.0.1:${this.port}`];
  }

  async databaseUrl(): Promise<string> {
    return (await joinEmbeddedPostgres({ dataDir: this.folder })).url;
  }

  async strike(what: EmbeddedFault, wait: () => Promise<unknown>): Promise<void> {
    if (what === "everything paused") {
      await this.program.pause(this.pauseMs);
      return;
    }
    if (what === "disk full") {
      this.disk?.fill();
      await delay(this.pauseMs);
      this.disk?.free();
      return;
    }
    if (what === "files gone" || what === "files unreadable") {
      const files = path.join(this.folder, "files");
      renameSync(files, `${files}.away`);
      if (what === "files unreadable") writeFileSync(files, "not a folder");
      await delay(this.pauseMs);
      rmSync(files, { recursive: true, force: true }); // whatever was written there meanwhile, it is gone with the disk
      renameSync(`${files}.away`, files);
      return;
    }
    if (what === "its database") {
      const file = path.join(this.folder, "postgres/cluster/postmaster.pid");
      process.kill(Number(readFileSync(file, "utf8").split("\n")[0]), "SIGKILL"); // it is started again by the product
      await wait();
      return;
    }
    if (what === "the whole tree") {
      await this.startAgain();
      return;
    }
    await this.program.kill();
    await wait();
    this.program = await Embedded.run(this.folder, this.port, this.redis);
  }

  died(): string[] {
    return this.program.running() ? [] : [`it ended by itself: ${this.program.said().slice(-600)}`];
  }

  async stop(): Promise<string[]> {
    const before = this.program.said();
    const code = await this.program.stop();
    this.disk?.unmount();
    rmSync(this.folder, { recursive: true, force: true });
    const said = this.program.said().slice(before.length);
    // The database ends last: nobody is cut off, and nobody complains.
    if (/terminating connection/.test(said)) return [`it complains while it ends: ${said.slice(0, 400)}`];
    return code === 0 ? [] : [`it ended with ${code}: ${said.slice(-400)}`];
  }
}
