import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { runMigrations } from "../../server/platform/database/database";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../server/platform/embedded-postgres/embedded-postgres";
import { type ProgramProcess, startProgram } from "../support/programs";
import { freePort, startRedis, type TestRedis } from "../support/redis";

export const olderWorkerFaults = ["an older worker", "the older worker killed"] as const;
export type OlderWorkerFault = (typeof olderWorkerFaults)[number];

const root = path.resolve(__dirname, "../..");

/**
 * A worker of the previous version with servers of the current version, as during an update: the worker starts first, and the servers then
 * migrate the database. The previous version is the commit before the latest migration, built with the installed packages.
 */
export class OlderWorkerDeployment {
  private constructor(
    private readonly folder: string,
    private readonly older: string,
    private readonly postgres: EmbeddedPostgres,
    private readonly redis: TestRedis,
    private readonly ports: readonly number[],
    private readonly programs: Record<string, ProgramProcess>,
    private readonly pauseMs: number,
  ) {}

  /** @returns null if git has no earlier version to build */
  static async start(pauseMs: number): Promise<OlderWorkerDeployment | null> {
    const folder = mkdtempSync(path.join(tmpdir(), "portal-chaos-"));
    chmodSync(folder, 0o755);
    const older = path.join(folder, "older");
    const commit = buildOlder(older);
    if (!commit) {
      rmSync(folder, { recursive: true, force: true });
      return null;
    }
    console.log(`\nThe version before is ${commit}.`);
    const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: true });
    const redis = await startRedis({ appendOnly: true });
    const ports = [await freePort(), await freePort()];
    const stage = new OlderWorkerDeployment(folder, older, postgres, redis, ports, {}, pauseMs);
    stage.programs["older worker"] = await startProgram("worker", stage.env, [], older);
    await runMigrations(postgres.url);
    for (const [at, port] of ports.entries())
      stage.programs[`server ${at}`] = await startProgram("server", { ...stage.env, PORT: String(port) });
    return stage;
  }

  get databaseUrl(): string {
    return this.postgres.url;
  }

  get bases(): string[] {
    return this.ports.map((port) => `http://127.0.0.1:${port}`);
  }

  /** Lets the older worker run alone, then kills it. It can't be started again, so a worker of the current version takes over. */
  async strike(fault: OlderWorkerFault): Promise<void> {
    if (fault === "an older worker") {
      await delay(this.pauseMs);
      return;
    }
    await this.programs["older worker"]?.kill();
    const refused = await startProgram("worker", this.env, [], this.older).then(
      (program) => program.kill().then(() => "it started"),
      (error: Error) => error.message,
    );
    if (!/newer than this code/.test(refused)) throw new Error(`An older worker must say why it ends: ${refused}`);
    delete this.programs["older worker"];
    this.programs["worker"] = await startProgram("worker", this.env);
  }

  died(): string[] {
    return Object.entries(this.programs)
      .filter(([, program]) => !program.running())
      .map(([name, program]) => `${name} ended by itself: ${program.said().slice(-600)}`);
  }

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

  private get env(): Record<string, string> {
    return { DATABASE_URL: this.databaseUrl, REDIS_URL: this.redis.url, DATA_DIR: this.folder };
  }
}

/** @returns the commit, or null without git history or when that version can't be built with the installed packages */
function buildOlder(folder: string): string | null {
  try {
    const git = (...args: string[]) => execFileSync("git", args, { cwd: root, stdio: ["ignore", "pipe", "ignore"] });
    const latest = git("log", "-1", "--diff-filter=A", "--find-renames=30%", "--format=%H", "--", "migrations/0*")
      .toString()
      .trim();
    const commit = git("rev-parse", "--short", `${latest}^`).toString().trim();
    mkdirSync(folder);
    const archive = execFileSync("git", ["archive", commit], { cwd: root, maxBuffer: 500_000_000 });
    execFileSync("tar", ["-x", "-C", folder], { input: archive });
    symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
    const build = spawnSync(process.execPath, ["scripts/build.mjs", "node"], { cwd: folder, stdio: "ignore" });
    return build.status === 0 ? commit : null;
  } catch {
    return null;
  }
}
