import type pg from "pg";
import type { DataSource } from "typeorm";
import { connectDatabase } from "../../../server/platform/database/database";
import type { World } from "../world";

/**
 * A connection with the worker's role, which sees only the rows of the current tenant. If worlds are passed, schedules run only for their
 * tenants: test files share a database with thousands of tenants, and a test must not become slower as their number grows.
 */
export type WorkerDatabase = (...worlds: readonly Pick<World, "tenantId">[]) => Promise<DataSource>;

/**
 * Connects on first use.
 * @returns the database and a function that closes it
 */
export function workerDatabases(databaseUrl: () => string): {
  workerDatabase: WorkerDatabase;
  close: () => Promise<void>;
} {
  let opened: Promise<DataSource> | undefined;
  const open = async () => {
    const options = { role: "portal_worker", poolSize: 4, applicationName: "test-worker" } as const;
    const source = await connectDatabase({ url: databaseUrl(), ...options });
    exitDespiteIdleConnections(source);
    return source;
  };
  return {
    async workerDatabase(...worlds) {
      const database = await (opened ??= open());
      return worlds.length > 0
        ? naming(
            database,
            worlds.map(({ tenantId }) => tenantId),
          )
        : database;
    },
    close: async () => (await opened)?.destroy(),
  };
}

/** Lets a Jest process exit while a server that its test files share (tests/support/server.ts) has idle connections. */
export function exitDespiteIdleConnections({ driver }: DataSource): void {
  const { master } = driver as unknown as { master: { options: pg.PoolConfig } };
  master.options.allowExitOnIdle = true;
}

/** The same database, but queries for tenants return only those in `tenantIds`. */
function naming(database: DataSource, tenantIds: readonly number[]): DataSource {
  const query = async (text: string, values?: unknown[]) => {
    const rows = await database.query<{ id: number }[]>(text, values);
    return /\bFROM tenant\b/.test(text) ? rows.filter(({ id }) => tenantIds.includes(id)) : rows;
  };
  return Object.assign(Object.create(database), { query }) as DataSource;
}
