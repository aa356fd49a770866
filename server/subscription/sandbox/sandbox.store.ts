import type { DataSource } from "typeorm";

/** Something that the provider knows, in the provider's own shape. */
export interface SandboxObject {
  id: string;
  object: string;
  customer?: string | null;
  [field: string]: unknown;
}

export interface SandboxStore {
  get(id: string): Promise<SandboxObject | undefined>;
  put(object: SandboxObject): Promise<void>;
  /** A customer's, the oldest first. */
  list(object: string, customer: string): Promise<SandboxObject[]>;
  /** One at a time, all of it or nothing. */
  exclusively<Result>(work: (store: SandboxStore) => Promise<Result>): Promise<Result>;
}

/** For tests: as quick as a provider's whole history is long. */
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

type Query = <Row>(text: string, values: unknown[]) => Promise<Row[]>;

/** Survives a restart, and is the same for servers and workers. */
export function databaseStore(database: DataSource): SandboxStore {
  const over = (query: Query, exclusively: SandboxStore["exclusively"]): SandboxStore => ({
    get: async (id) =>
      (await query<{ object: SandboxObject }>("SELECT object FROM sandbox_object WHERE id = $1", [id]))[0]?.object,
    put: async (object) => {
      await query(
        `INSERT INTO sandbox_object (id, kind, customer, object) VALUES ($1, $2, $3, $4)
         ON CONFLICT (id) DO UPDATE SET object = EXCLUDED.object`,
        [object.id, object.object, object.customer ?? null, JSON.stringify(object)],
      );
    },
    list: async (object, customer) => {
      const rows = await query<{ object: SandboxObject }>(
        "SELECT object FROM sandbox_object WHERE kind = $1 AND customer = $2 ORDER BY place",
        [object, customer],
      );
      return rows.map((row) => row.object);
    },
    exclusively,
  });
  const exclusively: SandboxStore["exclusively"] = (work) =>
    database.transaction(async (manager) => {
      await manager.query("SELECT pg_advisory_xact_lock(hashtext('sandbox'))");
      const inside = over(
        (text, values) => manager.query(text, values),
        (again) => again(inside),
      );
      return work(inside);
    });
  return over((text, values) => database.query(text, values), exclusively);
}
