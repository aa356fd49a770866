import { once } from "node:events";
import { accessSync, constants, existsSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Address, chooseAddress, forgetAddress, knownUrl, removeOldSocket, urlOf } from "./access";
import { createCluster, endChildrenLeft, ensurePassword, mustBeSameVersion, recoverCluster } from "./cluster";
import { closedMode, type PostgresHome, preparePostgresHome } from "./files";
import { holderOf, takeLockSoon } from "./lock";
import { hasEnded, launchPostgres, type PostgresProcess } from "./process";

/**
 * A PostgreSQL of our own, out of an npm package, as a child process behind a Unix socket.
 *
 * It must survive everything that can happen to either process: whatever was committed before a kill -9 is there
 * afterwards, the next start recovers by itself, and no second instance ever touches the same files.
 *
 * Nobody else on this computer gets in: the socket lies in a folder that is closed to others, and asks for a password.
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
/** Children of a killed PostgreSQL notice it by themselves, nearly always. */
const childrenPatienceMs = 1_000;
/** A full disk is made room on by somebody, some day: until then it is tried again so often. */
const fullDiskAgainMs = 1_000;
/** An instance that was killed a moment ago may not have ended yet, on a busy computer. */
const lockPatienceMs = 2_000;

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = path.resolve(options.dataDir);
  mustBeWritable(dataDir);
  const lock = await takeLockSoon(path.join(dataDir, "instance.lock"), lockPatienceMs);
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
    return { url: keeper.url, stop };
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
  const url = knownUrl(preparePostgresHome(dataDir));
  if (!url) throw new Error(`The instance on ${dataDir} is just starting for the first time. Try again in a moment.`);
  return { url, stop: async () => {} };
}

class PostgresKeeper {
  url = "";
  private address: Address = { host: "", port: 0 };
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
    const password = ensurePassword(this.home);
    const choose = async () => {
      this.address = await chooseAddress(this.home);
      this.url = urlOf(this.address, password);
    };
    await choose();
    await this.launch(choose);
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
    forgetAddress(this.home, this.address);
    if (!this.durable) rmSync(this.home.folder, { recursive: true, force: true });
  }

  private async launch(onPortTaken: () => Promise<void>, again = false): Promise<void> {
    const began = Date.now();
    const giveUp = began + 15_000;
    while (!this.stopping) {
      const onSpawn = (started: PostgresProcess) => {
        this.running = started;
      };
      removeOldSocket(this.address);
      const result = await launchPostgres(this.home, this.address, this.durable, onSpawn);
      if ("child" in result) {
        result.child.once("exit", () => void this.restart(result));
        result.child.unref();
        return;
      }
      const portTaken = result.refused.includes("Address already in use");
      // After kill -9 of PostgreSQL alone, its last children need a moment to notice.
      const childrenLeft = result.refused.includes("pre-existing shared memory block");
      const orphanFound = /lock file ".*" already exists/.test(result.refused);
      if (again && /No space left on device/.test(result.refused)) {
        this.options.log?.("The disk is full: PostgreSQL is started again once there is room.");
        await delay(fullDiskAgainMs);
        continue;
      }
      if ((!portTaken && !childrenLeft && !orphanFound) || Date.now() > giveUp) {
        throw new Error(`PostgreSQL doesn't start in ${this.home.cluster}. It said:\n${result.refused}`);
      }
      if (portTaken) await onPortTaken();
      if (orphanFound) await recoverCluster(this.home, this.options.log);
      if (childrenLeft && Date.now() - began > childrenPatienceMs) {
        const ended = endChildrenLeft(this.home);
        if (ended > 0) this.options.log?.(`Ended ${ended} processes that a killed database had left behind.`);
      }
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
      // Everybody knows the old address, so it is waited for rather than changed.
      await this.launch(async () => {}, true);
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
  // Whoever runs PostgreSQL when we are root must get through to its folder, and see nothing on the way.
  mkdirSync(folder, { mode: closedMode });
}
