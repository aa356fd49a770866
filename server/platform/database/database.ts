import pg from "pg";
import { DataSource, type DataSourceOptions } from "typeorm";
import { migrations } from "../../../migrations/all";
import { entities } from "../../entities";
import { addressFor, type LoginRole, type OwnLogins, prepareLogins } from "./database-logins";

// Ids fit a JSON number up to 2^53; days stay text: a Date would move them by the time zone.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const bigintArray = 1016;
pg.types.setTypeParser(bigintArray as number, (text: string) =>
  text === "{}" ? [] : text.slice(1, -1).split(",").map(Number),
);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

interface DatabaseOptions {
  /** The owner's. */
  url: string;
  /** Whom to log in as. `owner` is whoever the URL names: for an operator's commands and the demo alone. */
  role: LoginRole | "owner";
  /** Where the operator keeps the roles' passwords: their addresses. */
  logins?: OwnLogins | null;
  poolSize?: number;
  applicationName?: string;
}

/**
 * Plans serve every organisation, so nothing is read in which all have rows: no whole table, and no index from end to end, as
 * joins by merging do with primary keys (decision 362).
 */
export const plannerSettings = ["enable_seqscan=off", "enable_mergejoin=off"];

/**
 * A pool of connections that are logged in as `role`, which owns no table and can't bypass row-level security.
 * Statements are pipelined: what is sent without waiting shares a round trip.
 */
export async function connectDatabase(options: DatabaseOptions): Promise<DataSource> {
  const settings = ["statement_timeout=20000", "idle_in_transaction_session_timeout=30000", ...plannerSettings];
  const source = new DataSource({
    type: "postgres",
    url: options.role === "owner" ? options.url : addressFor(options.url, options.role, options.logins),
    entities: [...entities],
    synchronize: false,
    poolSize: options.poolSize ?? 16,
    applicationName: options.applicationName ?? "portal",
    extra: {
      options: settings.map((setting) => `-c ${setting}`).join(" "),
      pipeline: true,
      connectionTimeoutMillis: 10_000,
    },
  } as DataSourceOptions);
  await source.initialize();
  surviveLostConnections((source.driver as unknown as { master: pg.Pool }).master);
  return source;
}

/**
 * A connection that is cut reports it twice: once to whoever uses it, and once more when nobody listens any longer.
 * Unheard, the second one would end the process.
 */
function surviveLostConnections(pool: pg.Pool): void {
  const known = new WeakSet<object>();
  pool.on("acquire", (client) => {
    if (known.has(client)) return;
    known.add(client);
    client.on("error", () => {}); // the statement that was under way fails with it, and reports
  });
}

export class DatabaseNewerError extends Error {}

/**
 * Brings the database up to this code, as its owner. Several processes may call it at once: one migrates, the others
 * wait and find nothing to do.
 * @throws DatabaseNewerError when the database was migrated by newer code.
 */
export async function migrate(url: string, options: { logins?: OwnLogins | null } = {}): Promise<void> {
  const source = await new DataSource({
    type: "postgres",
    url,
    migrations: [...migrations],
    migrationsTableName: "migration",
    migrationsTransactionMode: "each",
    applicationName: "portal-migrate",
  }).initialize();
  const runner = source.createQueryRunner();
  try {
    await runner.query("SELECT pg_advisory_lock(7310177)");
    await refuseNewer(runner.query.bind(runner) as never);
    await source.runMigrations();
    if (!options.logins) await prepareLogins(url);
  } finally {
    await runner.query("SELECT pg_advisory_unlock(7310177)").catch(() => {});
    await runner.release();
    await source.destroy();
  }
}

async function refuseNewer(query: (sql: string) => Promise<{ name?: string; present?: boolean }[]>): Promise<void> {
  const [table] = await query("SELECT to_regclass('public.migration') IS NOT NULL AS present");
  if (!table?.present) return;
  const known = new Set<string | undefined>(migrations.map((Migration) => new Migration().name));
  const newer = (await query("SELECT name FROM migration")).filter((row) => !known.has(row.name ?? ""));
  if (newer.length > 0) {
    throw new DatabaseNewerError(
      `The database is newer than this code: it knows ${newer.map((row) => row.name).join(", ")}. Start the newer version.`,
    );
  }
}
