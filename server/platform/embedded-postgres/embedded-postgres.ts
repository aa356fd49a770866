import { once } from "node:events";
import { accessSync, constants, existsSync, mkdirSync, rmSync, statfsSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type ListenAddress, chooseAddress, removeAddress, readUrl, removeOldSocket, connectionUrlOf } from "./access";
import { hasPrevious, putPreviousBack } from "./cluster-copy";
import { createCluster, endOrphanedChildren, ensurePassword, assertSameVersion, recoverCluster } from "./cluster";
import { archiveFolder, archiveSettings, finishSwap, prepareArchiveFolder } from "./recovery";
import { privateFolderMode, type PostgresHome, preparePostgresHome } from "./files";
import { acquireLockWithin, lockHolderOf, type ProcessLock } from "./lock";
import { hasEnded, launchPostgres, type PostgresProcess } from "./process";

/**
 * A PostgreSQL from an npm package, run as a child process behind a Unix socket.
 *
 * It survives the loss of either process: data committed before a kill -9 is kept, the next start recovers automatically, and no second
 * instance ever uses the same files.
 *
 * Other users of the computer have no access: the socket is in a private folder, and connections require a password.
 */
export interface EmbeddedPostgresOptions {
  /** The product's data folder; PostgreSQL uses the subfolder `postgres`. */
  dataDir: string;
  log?: (sentence: string) => void;
  /** False in tests: nothing is flushed to disk, and all files are deleted on stop. */
  durable?: boolean;
  /** Set when an upgrade has replaced the cluster and isn't confirmed yet. Every other start puts the previous cluster back. */
  keepPrevious?: boolean;
  /** Called when PostgreSQL died and can't be restarted. */
  onFailure?: (error: Error) => void;
}

export interface EmbeddedPostgres {
  /** URL of the product's database, as superuser. */
  url: string;
  stop(): Promise<void>;
}

const RESTARTS_PER_MINUTE = 5;
/** In milliseconds. Children of a killed PostgreSQL nearly always exit within this time. */
const childrenTimeoutMs = 1_000;
/** Retry interval in milliseconds while the disk is full. */
const fullDiskRetryMs = 1_000;
/** Size of a file of PostgreSQL's write-ahead log, which it must be able to create. */
const walSegmentBytes = 16 * 1024 * 1024;
/** In milliseconds; a killed instance may need this long to end on a busy computer. */
const lockTimeoutMs = 2_000;

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = path.resolve(options.dataDir);
  assertWritable(dataDir);
  const lock = await lockDataFolder(dataDir);
  try {
    const home = preparePostgresHome(dataDir);
    if (!options.keepPrevious && hasPrevious(home)) await undoUpgrade(home, options.log);
    const keeper = new PostgresKeeper(home, options);
    await keeper.start();
    const stop = () => keeper.stop().finally(() => lock.release());
    return { url: keeper.url, stop };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** @throws when another instance uses the folder. */
export async function lockDataFolder(dataDir: string): Promise<ProcessLock> {
  const lock = await acquireLockWithin(path.join(dataDir, "instance.lock"), lockTimeoutMs);
  if (!("heldBy" in lock)) return lock;
  throw new Error(
    `The data folder ${dataDir} is in use by a running instance (process ${lock.heldBy}). ` +
      "Stop it first, or set a different DATA_DIR.",
  );
}

/** Undoes an upgrade whose process was killed before it could confirm the upgrade. */
async function undoUpgrade(home: PostgresHome, log?: (sentence: string) => void): Promise<void> {
  log?.("The last upgrade was not completed. The database as it was before is put back.");
  if (existsSync(home.cluster)) await recoverCluster(home, log);
  putPreviousBack(home);
}

/**
 * Connection for commands that run alongside the product: joins the PostgreSQL of a running product, or starts one for the duration of the
 * command.
 */
export async function joinEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = path.resolve(options.dataDir);
  if (lockHolderOf(path.join(dataDir, "instance.lock")) === null) return startEmbeddedPostgres(options);
  const url = readUrl(preparePostgresHome(dataDir));
  if (!url) throw new Error(`The instance on ${dataDir} is starting for the first time. Try again in a moment.`);
  return { url, stop: async () => {} };
}

class PostgresKeeper {
  url = "";
  private address: ListenAddress = { host: "", port: 0 };
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
    finishSwap(this.home);
    if (existsSync(this.home.cluster)) {
      assertSameVersion(this.home);
      await recoverCluster(this.home, this.options.log);
    } else {
      this.options.log?.("Creating the database.");
      rmSync(archiveFolder(this.home), { recursive: true, force: true }); // left by a deleted database
      createCluster(this.home, this.durable);
    }
    if (this.durable) prepareArchiveFolder(this.home);
    const password = ensurePassword(this.home);
    const choose = async () => {
      this.address = await chooseAddress(this.home);
      this.url = connectionUrlOf(this.address, password);
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
    // SIGINT rolls back open transactions and writes a checkpoint; SIGQUIT leaves recovery to the next start.
    child.kill(this.durable ? "SIGINT" : "SIGQUIT");
    const tooLong = setTimeout(() => child.kill("SIGQUIT"), 20_000);
    await ended;
    clearTimeout(tooLong);
    running.dismissWatchdog();
    removeAddress(this.home, this.address);
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
      const wasDiskFull = isDiskFull(this.home);
      const settings = this.durable ? archiveSettings(this.home) : {};
      const result = await launchPostgres(this.home, this.address, { durable: this.durable, settings }, onSpawn);
      if ("child" in result) {
        result.child.once("exit", () => void this.restart(result));
        result.child.unref();
        return;
      }
      const portTaken = result.refused.includes("Address already in use");
      // After only PostgreSQL was killed with kill -9, its last children need a moment to exit.
      const childrenLeft = result.refused.includes("pre-existing shared memory block");
      const orphanFound = /lock file ".*" already exists/.test(result.refused);
      // The log is on the same disk, so the line with the reason may be missing.
      const diskFull = wasDiskFull || isDiskFull(this.home) || result.refused.includes("No space left on device");
      if (again && diskFull) {
        this.options.log?.("The disk is full. PostgreSQL restarts once space is available.");
        await delay(fullDiskRetryMs);
        continue;
      }
      if ((!portTaken && !childrenLeft && !orphanFound) || Date.now() > giveUp) {
        throw new Error(`PostgreSQL could not start in ${this.home.cluster}. Its output:\n${result.refused}`);
      }
      if (portTaken) await onPortTaken();
      if (orphanFound) await recoverCluster(this.home, this.options.log);
      if (childrenLeft && Date.now() - began > childrenTimeoutMs) {
        const ended = endOrphanedChildren(this.home);
        if (ended > 0) this.options.log?.(`Stopped ${ended} orphaned PostgreSQL processes.`);
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
      if (this.restarts.length > RESTARTS_PER_MINUTE) throw new Error("PostgreSQL keeps stopping unexpectedly.");
      this.options.log?.("PostgreSQL stopped unexpectedly and is being restarted.");
      // All processes use the existing address, so the restart waits until it is free instead of choosing another.
      await this.launch(async () => {}, true);
      this.options.log?.("PostgreSQL is running again.");
    } catch (error) {
      if (!this.stopping) this.options.onFailure?.(error as Error);
    }
  }
}

function isDiskFull(home: PostgresHome): boolean {
  const { bavail, bsize } = statfsSync(home.folder);
  return bavail * bsize < walSegmentBytes;
}

function assertWritable(dataDir: string): void {
  try {
    makeFolder(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = (error as Error).message;
    throw new Error(`The data folder ${dataDir} is not writable (${reason}). Set DATA_DIR to a writable folder.`);
  }
}

/** Creates one level at a time: Node's recursive mkdir never returns where the kernel refuses folders, such as under /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  // As root, the user of PostgreSQL must be able to traverse the folder but not list it.
  mkdirSync(folder, { mode: privateFolderMode });
}
