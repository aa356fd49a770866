/**
 * Records by id that are changed by making a new table which shares all but a sliver with the old one. A board of
 * 4,000 cards changes one card at a time: copying 128 pointers and some thirty records is what that costs.
 */
export type Table<T> = readonly Readonly<Record<number, T>>[];

const shards = 128;
const shardOf = (id: number) => id & (shards - 1);

export function tableOf<T extends { id: number }>(records: Iterable<T>): Table<T> {
  const table: Record<number, T>[] = Array.from({ length: shards }, () => ({}));
  for (const record of records) (table[shardOf(record.id)] as Record<number, T>)[record.id] = record;
  return table;
}

export function getRecord<T>(table: Table<T>, id: number): T | undefined {
  return table[shardOf(id)]?.[id];
}

export function putRecord<T extends { id: number }>(table: Table<T>, record: T): Table<T> {
  return withShard(table, record.id, { ...table[shardOf(record.id)], [record.id]: record });
}

export function dropRecord<T>(table: Table<T>, id: number): Table<T> {
  const { [id]: dropped, ...rest } = table[shardOf(id)] ?? {};
  return dropped === undefined ? table : withShard(table, id, rest);
}

/** Changes many records at once; those for which `change` answers the same object stay shared. */
export function mapRecords<T>(table: Table<T>, change: (record: T) => T): Table<T> {
  let changed = false;
  const next = table.map((shard) => {
    let copy: Record<number, T> | null = null;
    for (const [id, record] of Object.entries(shard)) {
      const now = change(record);
      if (now === record) continue;
      copy ??= { ...shard };
      copy[Number(id)] = now;
      changed = true;
    }
    return copy ?? shard;
  });
  return changed ? next : table;
}

export function recordsOf<T>(table: Table<T>): T[] {
  return table.flatMap((shard) => Object.values(shard));
}

/** Ids of records that came, went or became others. What both tables share isn't looked at. */
export function changedIds<T>(before: Table<T>, after: Table<T>): number[] {
  return after.flatMap((shard, at) => {
    const old = before[at] as Readonly<Record<number, T>>;
    if (shard === old) return [];
    const ids = Object.keys(shard).filter((id) => shard[Number(id)] !== old[Number(id)]);
    const gone = Object.keys(old).filter((id) => !(id in shard));
    return [...ids, ...gone].map(Number);
  });
}

function withShard<T>(table: Table<T>, id: number, shard: Readonly<Record<number, T>>): Table<T> {
  const next = table.slice();
  next[shardOf(id)] = shard;
  return next;
}
