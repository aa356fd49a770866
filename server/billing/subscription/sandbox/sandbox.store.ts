import type { DataSource } from "typeorm";
import { queryRows, sharedSql } from "../../../platform/database/statements";

export interface SandboxObject {
  id: string;
  object: string;
  customer?: string | null;
  [field: string]: unknown;
}

export interface SandboxStore {
  get(id: string): Promise<SandboxObject | undefined>;
  put(object: SandboxObject): Promise<void>;
  /** Objects of a customer, oldest first. */
  list(object: string, customer: string): Promise<SandboxObject[]>;
  /** Runs one change at a time, atomically. */
  exclusively<Result>(work: (store: SandboxStore) => Promise<Result>): Promise<Result>;
}

export function memoryStore(): SandboxStore {
  const objects = new Map<string, SandboxObject>();
  let last: Promise<unknown> = Promise.resolve();
  const store: SandboxStore = {
    get: async (id) => structuredClone(objects.get(id)),
    put: async (object) => void objects.set(object.id, structuredClone(object)),
    list: async (object, customer) =>
      structuredClone([...objects.values()].filter((each) => each.object === object && each.customer === customer)),
    exclusively(work) {
      const mine = last.then(() => work(store));
      last = mine.catch(() => {});
      return mine;
    },
  };
  return store;
}

const objectById = sharedSql("sandbox.byId", "SELECT object FROM sandbox_object WHERE id = $1");
const objectsOfCustomer = sharedSql(
  "sandbox.ofCustomer",
  "SELECT object FROM sandbox_object WHERE kind = $1 AND customer = $2 ORDER BY place",
);

/** Stores objects in the database, shared by servers and workers. */
export function databaseStore(database: DataSource): SandboxStore {
  const over = (connection: Pick<DataSource, "query">, exclusively: SandboxStore["exclusively"]): SandboxStore => ({
    get: async (id) => (await queryRows<{ object: SandboxObject }>(connection, objectById, [id]))[0]?.object,
    put: async (object) => {
      await connection.query(
        `INSERT INTO sandbox_object (id, kind, customer, object) VALUES ($1, $2, $3, $4)
         ON CONFLICT (id) DO UPDATE SET object = EXCLUDED.object`,
        [object.id, object.object, object.customer ?? null, JSON.stringify(object)],
      );
    },
    list: async (object, customer) => {
      const rows = await queryRows<{ object: SandboxObject }>(connection, objectsOfCustomer, [object, customer]);
      return rows.map((row) => row.object);
    },
    exclusively,
  });
  const exclusively: SandboxStore["exclusively"] = (work) =>
    database.transaction(async (manager) => {
      await manager.query("SELECT pg_advisory_xact_lock(hashtext('sandbox'))");
      const inside = over(manager, (again) => again(inside));
      return work(inside);
    });
  return over(database, exclusively);
}
