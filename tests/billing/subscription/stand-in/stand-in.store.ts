export interface StandInObject {
  id: string;
  object: string;
  customer?: string | null;
  [field: string]: unknown;
}

export interface StandInStore {
  get(id: string): Promise<StandInObject | undefined>;
  put(object: StandInObject): Promise<void>;
  /** Objects of a customer, oldest first. */
  list(object: string, customer: string): Promise<StandInObject[]>;
  /** Runs one change at a time, atomically. */
  exclusively<Result>(work: (store: StandInStore) => Promise<Result>): Promise<Result>;
}

export function memoryStore(): StandInStore {
  const objects = new Map<string, StandInObject>();
  let last: Promise<unknown> = Promise.resolve();
  const store: StandInStore = {
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
