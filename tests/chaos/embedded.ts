import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { joinEmbeddedPostgres } from "../../server/platform/embedded-postgres";
import { type Program, startProgram } from "../support/programs";
import { freePort } from "../support/redis";

export const embeddedFaults = ["everything", "its database", "the whole tree", "everything paused"] as const;
export type EmbeddedFault = (typeof embeddedFaults)[number];

/** The embedded default: what `npm start` runs, one process with its database. */
export class Embedded {
  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private program: Program,
    private readonly pauseMs: number,
  ) {}

  static async start(pauseMs: number): Promise<Embedded> {
    const folder = mkdtempSync(path.join(tmpdir(), "portal-chaos-"));
    chmodSync(folder, 0o755);
    const port = await freePort();
    return new Embedded(folder, port, await Embedded.run(folder, port), pauseMs);
  }

  private static run(folder: string, port: number): Promise<Program> {
    return startProgram("server", { DATA_DIR: folder, PORT: String(port) });
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
    if (what === "its database") {
      const file = path.join(this.folder, "postgres/cluster/postmaster.pid");
      process.kill(Number(readFileSync(file, "utf8").split("\n")[0]), "SIGKILL"); // it is started again by the product
      await wait();
      return;
    }
    if (what === "the whole tree") {
      // The database with it, and started again at once: the dead one may not have been buried by then.
      await this.program.killTree();
    } else {
      await this.program.kill();
      await wait();
    }
    this.program = await Embedded.run(this.folder, this.port);
  }

  died(): string[] {
    return this.program.running() ? [] : [`it ended by itself: ${this.program.said().slice(-600)}`];
  }

  async stop(): Promise<string[]> {
    const before = this.program.said();
    const code = await this.program.stop();
    rmSync(this.folder, { recursive: true, force: true });
    const said = this.program.said().slice(before.length);
    // The database ends last: nobody is cut off, and nobody complains.
    if (/terminating connection/.test(said)) return [`it complains while it ends: ${said.slice(0, 400)}`];
    return code === 0 ? [] : [`it ended with ${code}: ${said.slice(-400)}`];
  }
}
