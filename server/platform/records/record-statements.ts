import { sql, sqlByKey } from "../database/unit-of-work";

interface RecordTable<Sort extends string> {
  table: string;
  /** Alias of the table in the other parts. */
  as: string;
  /** Columns of a record, with `id` and `version`. */
  columns: string;
  joins?: string;
  /** Further condition of the list; its parameters start at $4. */
  where?: string;
  /** Condition of the list on the search patterns $1; see `matchesSearch`. */
  matches: string;
  /** Sort orders that the call offers. The first is the default and the tie-breaker of the others. */
  sorts: readonly Sort[];
  /** SQL of each sort order over the columns, ascending. */
  order: Record<NoInfer<Sort>, string>;
  /** Whether the lock for a change also blocks concurrent new references to the record. */
  blocksReferences?: boolean;
}

/** Statements to list, read, lock and delete the records of a table. */
export function recordStatements<const Name extends string, const Sort extends string>(
  name: Name,
  record: RecordTable<Sort>,
) {
  const { table, as, columns, joins = "", where = "true", matches, sorts, order, blocksReferences } = record;
  const usual = sorts[0] as Sort;
  const rows = `${columns} FROM ${table} ${as} ${joins} WHERE ${as}.tenant_id = current_tenant()`;
  const own = `${table} WHERE tenant_id = current_tenant()`;
  const orderBy = (sort: Sort, direction: string) =>
    [`${order[sort]}${direction}`, ...(sort === usual ? [] : [order[usual]]), "id"].join(", ");
  const orders = Object.fromEntries(
    sorts.flatMap((sort) => [
      [sort, orderBy(sort, "")],
      [`-${sort}`, orderBy(sort, " DESC NULLS LAST")],
    ]),
  ) as Record<Sort | `-${Sort}`, string>;
  return {
    usual,
    /** $1 search patterns or null, $2 limit or null, $3 offset. */
    list: sqlByKey(orders, (sort) =>
      sql(
        `${name}.list.${sort}`,
        `SELECT *, count(*) OVER ()::int AS total FROM (SELECT ${rows} AND ${matches} AND ${where}) AS found
         ORDER BY ${orders[sort]} LIMIT $2 OFFSET $3`,
      ),
    ),
    count: sql(`${name}.count`, `SELECT count(*)::int AS count FROM ${own}`),
    byId: sql(`${name}.byId`, `SELECT ${rows} AND ${as}.id = $1`),
    lock: sql(
      `${name}.lock`,
      `SELECT id FROM ${own} AND id = $1 ${blocksReferences ? "FOR UPDATE" : "FOR NO KEY UPDATE"}`,
    ),
    /** Locks the record and its successor in id order, so that neither is deleted meanwhile. */
    lockForDeletion: sql(`${name}.lockForDeletion`, `SELECT id FROM ${own} AND id = ANY($1) ORDER BY id FOR UPDATE`),
    delete: sql(`${name}.delete`, `DELETE FROM ${own} AND id = $1`),
  };
}
