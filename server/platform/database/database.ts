import pg from "pg";
import { DataSource, type DataSourceOptions, type MigrationInterface, type QueryRunner } from "typeorm";
import { Baseline0001 } from "../../../migrations/0001-baseline";
import { migrations } from "../../../migrations/all";
import { registration } from "../features";
import { limits } from "../limits/limits";
import { CoalescingSocket } from "./connection";
import { connectionOptions, sessionSettings } from "./connection-settings";
import { connectionUrlFor, type LoginRole, type ConfiguredLogins, prepareLogins } from "./database-logins";

// Parses bigint ids as numbers, which fit up to 2^53. Dates stay text: a Date would shift them by the time zone.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const bigintArray = 1016;
pg.types.setTypeParser(bigintArray as number, (text: string) =>
  text === "{}" ? [] : text.slice(1, -1).split(",").map(Number),
);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

interface DatabaseOptions {
  url: string;
  /** The role to log in as. `owner` is the user of the URL: only for operator commands and the demo. */
  role: LoginRole | "owner";
  /** Connection URLs of the roles if the operator manages their passwords. */
  logins?: ConfiguredLogins | null;
  poolSize?: number;
  applicationName?: string;
}

/**
 * A pool of connections logged in as `role`, which owns no table and can't bypass row-level security. Statements are pipelined: those sent
 * without waiting share a round trip.
 */
export async function connectDatabase(options: DatabaseOptions): Promise<DataSource> {
  const settings = [
    `statement_timeout=${limits.database.statementMs}`,
    `idle_in_transaction_session_timeout=${limits.database.idleInTransactionMs}`,
    ...sessionSettings,
  ];
  const source = new DataSource({
    type: "postgres",
    url: options.role === "owner" ? options.url : connectionUrlFor(options.url, options.role, options.logins),
    entities: [...registration.filling.entities],
    synchronize: false,
    poolSize: options.poolSize ?? limits.database.connections,
    applicationName: options.applicationName ?? "portal",
    extra: {
      options: connectionOptions(settings),
      pipeline: true,
      stream: () => new CoalescingSocket(),
      // A lost connection emits two errors. The first is handled by the code that uses it; the second would be uncaught.
      onConnect: (client: pg.ClientBase) => void client.on("error", () => {}),
      connectionTimeoutMillis: 10_000,
    },
  } as DataSourceOptions);
  await source.initialize();
  return source;
}

/** The database was migrated by a version that this version can't follow. The message explains to the operator what to do. */
export class DatabaseVersionError extends Error {}

/**
 * Migrates the database to this code's schema, as its owner. Several processes may call it concurrently: one migrates, the others wait and
 * find nothing to do.
 * @throws DatabaseVersionError when the database was migrated by newer code, or by pre-release code before its last version.
 */
export async function runMigrations(
  url: string,
  { logins, list = migrations }: { logins?: ConfiguredLogins | null; list?: MigrationList } = {},
): Promise<void> {
  const source = await new DataSource({
    type: "postgres",
    url,
    migrations: [...list],
    migrationsTableName: "migration",
    migrationsTransactionMode: "each",
    applicationName: "portal-migrate",
  }).initialize();
  const runner = source.createQueryRunner();
  try {
    await runner.query("SELECT pg_advisory_lock(7310177)");
    await checkVersion(runner, list);
    await source.runMigrations();
    if (!logins) await prepareLogins(url);
  } finally {
    await runner.query("SELECT pg_advisory_unlock(7310177)").catch(() => {});
    await runner.release();
    await source.destroy();
  }
}

async function checkVersion(runner: QueryRunner, list: MigrationList): Promise<void> {
  if (!(await runner.hasTable("migration"))) return;
  const rows = (await runner.query("SELECT name FROM migration ORDER BY timestamp, id")) as { name: string }[];
  const applied = rows.map(({ name }) => name);
  if (applied.length === 0) return;
  if (!applied.includes(baseline.name)) return adoptPreRelease(runner, applied);
  assertKnown(applied, list);
}

function assertKnown(applied: readonly string[], list: MigrationList): void {
  const listedNames = new Set(namesOf(list));
  const newer = applied.filter((name) => !listedNames.has(name));
  if (newer.length > 0) {
    throw new DatabaseVersionError(
      `The database is newer than this code: it knows ${newer.join(", ")}. Start the newer version.`,
    );
  }
}

/**
 * Names of the migrations that the next start will run; null on an empty database.
 * @throws DatabaseVersionError when the database was migrated by newer code.
 */
export async function pendingMigrations(
  client: Pick<pg.Client, "query">,
  list: MigrationList = migrations,
): Promise<string[] | null> {
  const { rows: tables } = await client.query("SELECT FROM pg_tables WHERE tablename = 'migration'");
  if (tables.length === 0) return null;
  const { rows } = await client.query<{ name: string }>("SELECT name FROM migration");
  const applied = rows.map(({ name }) => name);
  if (applied.includes(baseline.name)) assertKnown(applied, list);
  return applied.length === 0 ? null : namesOf(list).filter((name) => !applied.includes(name));
}

export type MigrationList = readonly (new () => MigrationInterface)[];

const namesOf = (list: MigrationList): string[] => list.map((Migration) => new Migration().name ?? Migration.name);

/** Names of the migrations in the order in which they run. */
export const migrationNames = namesOf(migrations);

const baseline = new Baseline0001();

/** The pre-release migrations that the baseline replaced; they left the same schema. */
const preRelease = { count: 137, last: "DeletedRequestComments0000000000580", commit: "0ba14fba" };

/** Records the baseline as applied to a database on which all earlier migrations have run. */
async function adoptPreRelease(runner: QueryRunner, applied: readonly string[]): Promise<void> {
  const last = applied.at(-1);
  if (applied.length !== preRelease.count || last !== preRelease.last) {
    throw new DatabaseVersionError(
      `This database was made by a pre-release version and last migrated to ${last}. Only databases of the last pre-release ` +
        `version can be used: start the version of commit ${preRelease.commit} with this database once, then this version. ` +
        "For a database without data worth keeping, use a new database or data folder instead.",
    );
  }
  await runner.query(
    "WITH replaced AS (DELETE FROM migration) INSERT INTO migration (timestamp, name) VALUES (1, $1)",
    [baseline.name],
  );
}
