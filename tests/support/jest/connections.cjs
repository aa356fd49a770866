const pg = require("pg");

/**
 * Connections of test servers outlive their test file: the next file of the process goes on with them. What PostgreSQL's backend has
 * read of the catalogue and planned was a quarter of what a file cost, and is the same for all of them.
 */
module.exports = function keepConnections() {
  if (pg.Pool === KeepingPool) return;
  pg.Pool = KeepingPool;
};

/** By `applicationName` of those in tests/support/server.ts; other pools are what some test is about. */
const lasting = new Set(["test", "test-owner"]);

/** What a session keeps beyond its transactions, except for what it has learned. */
const forgotten = [
  "ROLLBACK",
  "CLOSE ALL",
  "SET SESSION AUTHORIZATION DEFAULT",
  "RESET ALL",
  "UNLISTEN *",
  "SELECT pg_advisory_unlock_all()",
  "DISCARD TEMP",
  "DISCARD SEQUENCES",
].join("; ");

/** Not one of the statements that a test counts: a connection that nobody has used for a while ends in the middle of any test. */
const send = /** @type {(this: unknown, text: string, done: Done) => void} */ (pg.Client.prototype.query);

/** By where they are connected, and as whom. @type {Map<string, KeptClient[]>} */
const kept = new Map();

/**
 * @typedef {(error?: Error | null) => void} Done
 * @typedef {import("node:events").EventEmitter & {
 *   user?: string, host: string, port: number, database?: string, connection: { stream: import("node:net").Socket },
 *   connect(done: Done): void, end(done: Done): void, query(text: string, done: Done): void,
 * }} PoolsClient What a pool does with a client: always with a callback.
 */
const Client = /** @type {new (options: import("pg").PoolConfig) => PoolsClient} */ (
  /** @type {unknown} */ (pg.Client)
);

class KeptClient extends Client {
  /** @param {import("pg").PoolConfig} options */
  constructor(options) {
    super(options);
    this.key = JSON.stringify([
      this.user,
      this.host,
      this.port,
      this.database,
      options.options,
      options.application_name,
    ]);
    this.isThere = false;
    const earlier = kept.get(this.key)?.pop();
    if (!earlier) return;
    earlier.connection.stream.ref();
    return earlier;
  }

  /**
   * @override
   * @param {Done} done
   */
  connect(done) {
    if (this.isThere) return process.nextTick(done);
    super.connect((error) => {
      this.isThere = !error;
      done(error);
    });
  }

  /**
   * @override
   * @param {Done} done
   */
  end(done) {
    if (!this.isThere) return super.end(done);
    // Of the file that ends: the pool's, and what a test has put around the client to count or hold its statements.
    this.removeAllListeners();
    Reflect.deleteProperty(this, "query");
    this.on("error", () => this.lose()).once("end", () => this.lose());
    send.call(this, forgotten, (error) => {
      if (error || !this.isThere) {
        this.lose();
        return super.end(done);
      }
      this.connection.stream.unref();
      kept.set(this.key, [...(kept.get(this.key) ?? []), this]);
      done();
    });
  }

  lose() {
    this.isThere = false;
    kept.set(this.key, kept.get(this.key)?.filter((each) => each !== this) ?? []);
  }
}

class KeepingPool extends pg.Pool {
  /** @param {import("pg").PoolConfig} [options] */
  constructor(options) {
    const Client = /** @type {typeof pg.Client} */ (/** @type {unknown} */ (KeptClient));
    super(lasting.has(options?.application_name ?? "") ? { ...options, Client } : options);
  }
}
