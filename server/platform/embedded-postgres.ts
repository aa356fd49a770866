import { once } from "node:events";
import { accessSync, constants, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createCluster, DATABASE, mustBeSameVersion, recoverCluster, SUPERUSER } from "./embedded-postgres-cluster";
import { type PostgresHome, preparePostgresHome } from "./embedded-postgres-files";
import { holderOf, readOrNull, takeLock } from "./embedded-postgres-lock";
import { freePort, hasEnded, launchPostgres, type PostgresProcess } from "./embedded-postgres-process";

/**
 * A PostgreSQL of our own, out of an npm package, as a child process on a loopback port.
 *
 * It must survive everything that can happen to either process: whatever was committed before a kill -9 is there
 * afterwards, the next start recovers by itself, and no second instance ever touches the same files.
 *
 * On loopback it trusts every connection: whoever may log in to this computer may read the data. A computer that is
 * shared with people who may not should be given a DATABASE_URL instead.
 */
export interface EmbeddedPostgresOptions {
  /** The product's data folder; PostgreSQL gets the folder `postgres` in it. */
  dataDir: string;
  /** Told in sentences what happens. */
  log?: (sentence: string) => void;
  /** false for tests: nothing is flushed to disk, and all is deleted when it stops. */
  durable?: boolean;
  /** Called when PostgreSQL died and can't be started again. */
  onFailure?: (error: Error) => void;
}

export interface EmbeddedPostgres {
  /** Connects as superuser to the product's database. */
  url: string;
  stop(): Promise<void>;
}

const RESTARTS_PER_MINUTE = 5;

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = path.resolve(options.dataDir);
  mustBeWritable(dataDir);
  const lock = takeLock(path.join(dataDir, "instance.lock"));
  if ("heldBy" in lock) {
    throw new Error(
      `The data folder ${dataDir} is in use by a running instance (process ${lock.heldBy}). ` +
        "Stop that one first, or give this one a DATA_DIR of its own.",
    );
  }
  try {
    const keeper = new PostgresKeeper(preparePostgresHome(dataDir), options);
    await keeper.start();
    const stop = () => keeper.stop().finally(() => lock.release());
    return { url: urlFor(keeper.port), stop };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * For commands that work beside a running product: joins its PostgreSQL, or starts one for as long as they run.
 */
export async function joinEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = path.resolve(options.dataDir);
  if (holderOf(path.join(dataDir, "instance.lock")) === null) return startEmbeddedPostgres(options);
  const portFile = path.join(preparePostgresHome(dataDir).folder, "port");
  const port = readOrNull(portFile)?.trim();
  if (!port) throw new Error(`The instance on ${dataDir} is just starting for the first time. Try again in a moment.`);
  return { url: urlFor(port), stop: async () => {} };
}

const urlFor = (port: number | string) => `postgresql://${SUPERUSER}@127.0.0.1:${port}/${DATABASE}`;

class PostgresKeeper {
  port = 0;
  private running: PostgresProcess | undefined;
  private stopping = false;
  private restarts: number[] = [];
  private readonly durable: boolean;

  constructor(
    private readonly home: PostgresHome,
    private readonly options: EmbeddedPostgresOptions,
  ) {
    this.durable = options.durable !== false;
  }

  async start(): Promise<void> {
    if (existsSync(this.home.cluster)) {
      mustBeSameVersion(this.home);
      await recoverCluster(this.home, this.options.log);
    } else {
      this.options.log?.("Creating the database.");
      createCluster(this.home, this.durable);
    }
    const portFile = path.join(this.home.folder, "port");
    const remembered = Number(readOrNull(portFile) ?? 0);
    this.port = await freePort(remembered);
    await this.launch(async () => {
      this.port = await freePort(0);
    });
    if (this.port !== remembered) writeFileSync(portFile, `${this.port}\n`);
  }

  async stop(): Promise<void> {
    this.stopping = true;
    const { running } = this;
    if (!running || hasEnded(running.child)) return;
    const { child } = running;
    child.ref();
    const ended = once(child, "exit");
    // SIGINT rolls back what is open and writes a checkpoint; SIGQUIT leaves that to the next start.
    child.kill(this.durable ? "SIGINT" : "SIGQUIT");
    const tooLong = setTimeout(() => child.kill("SIGQUIT"), 20_000);
    await ended;
    clearTimeout(tooLong);
    running.dismissWatchdog();
    if (!this.durable) rmSync(this.home.folder, { recursive: true, force: true });
  }

  private async launch(onPortTaken: () => Promise<void>): Promise<void> {
    const giveUp = Date.now() + 15_000;
    while (!this.stopping) {
      const onSpawn = (started: PostgresProcess) => {
        this.running = started;
      };
      const result = await launchPostgres(this.home, this.port, this.durable, onSpawn);
      if ("child" in result) {
        result.child.once("exit", () => void this.restart(result));
        result.child.unref();
        return;
      }
      const portTaken = result.refused.includes("Address already in use");
      // After kill -9 of PostgreSQL alone, its last children need a moment to notice.
      const childrenLeft = result.refused.includes("pre-existing shared memory block");
      if ((!portTaken && !childrenLeft) || Date.now() > giveUp) {
        throw new Error(`PostgreSQL doesn't start in ${this.home.cluster}. It said:\n${result.refused}`);
      }
      if (portTaken) await onPortTaken();
      await delay(50);
    }
  }

  private async restart(dead: PostgresProcess): Promise<void> {
    dead.dismissWatchdog();
    if (this.stopping) return;
    const now = Date.now();
    this.restarts = [...this.restarts.filter((at) => now - at < 60_000), now];
    try {
      if (this.restarts.length > RESTARTS_PER_MINUTE) throw new Error("PostgreSQL keeps ending unexpectedly.");
      this.options.log?.("PostgreSQL ended unexpectedly; starting it again.");
      // Everybody knows the old port, so it is waited for rather than changed.
      await this.launch(async () => {});
      this.options.log?.("PostgreSQL is back.");
    } catch (error) {
      if (!this.stopping) this.options.onFailure?.(error as Error);
    }
  }
}

function mustBeWritable(dataDir: string): void {
  try {
    makeFolder(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = (error as Error).message;
    throw new Error(`The data folder ${dataDir} can't be written (${reason}). Set DATA_DIR to one that can.`);
  }
}

/** Level by level: Node's own recursive mkdir never returns where the kernel refuses folders, such as under /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  mkdirSync(folder);
}
