import type { DataSource } from "typeorm";
import { connectDatabase } from "../../../server/platform/database/database";
import type { World } from "../world";

/**
 * What workers have in the product: their role, which is shut out of every tenant but the one it works in. Where worlds are given,
 * what runs by the clock comes to these alone: files of one process share a database, in which their tenants are thousands by the end
 * of a run, and a test mustn't take longer the later its file comes.
 */
export type WorkerDatabase = (...worlds: readonly Pick<World, "tenantId">[]) => Promise<DataSource>;

/** @returns also how to let go of its connections, which are opened when they are first asked for. */
export function workerDatabases(databaseUrl: () => string): {
  workerDatabase: WorkerDatabase;
  close: () => Promise<void>;
} {
  let opened: Promise<DataSource> | undefined;
  const open = async () =>
    connectDatabase({ url: databaseUrl(), role: "portal_worker", poolSize: 4, applicationName: "test-worker" });
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

/** The same database, with a list of tenants in which only these are. */
function naming(database: DataSource, tenantIds: readonly number[]): DataSource {
  const query = async (text: string, values?: unknown[]) => {
    const rows = await database.query<{ id: number }[]>(text, values);
    return /\bFROM tenant\b/.test(text) ? rows.filter(({ id }) => tenantIds.includes(id)) : rows;
  };
  return Object.assign(Object.create(database), { query }) as DataSource;
}
