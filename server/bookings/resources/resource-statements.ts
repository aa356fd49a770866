import { sql, sqlByKey } from "../../platform/database/unit-of-work";

interface ResourceTable {
  table: string;
  /** Table alias used in the other SQL fragments. */
  as: string;
  columns: string;
  joins?: string;
  /** Further condition of the list; its parameters start at $5. */
  where?: string;
  /** Condition of the list on the search patterns $1; see `matchesSearch`. */
  matches: string;
  order: Record<"name" | "-name", string>;
  /** Replaces the columns in the list if some are too slow to read for each row. `select` adds the slow columns to the found rows. */
  list?: { columns: string; select: (found: string) => string };
}

export const nameOrder = { name: "name COLLATE reader", "-name": "name COLLATE reader DESC" } as const;

/** Statements to list, read, lock, delete and restore resources. Deleted resources keep their row because past bookings refer to it. */
export function resourceStatements<const Name extends string>(name: Name, resource: ResourceTable) {
  const { table, as, columns, joins = "", where = "true", matches, order, list } = resource;
  const rows = `FROM ${table} ${as} ${joins} WHERE ${as}.tenant_id = current_tenant()`;
  const found = `SELECT ${list?.columns ?? columns} ${rows} AND ($4 OR ${as}.deleted_at IS NULL) AND ${where} AND ${matches}`;
  const listed = list ? list.select(`(${found}) ${as}`) : found;
  const own = "WHERE tenant_id = current_tenant() AND id = $1";
  return {
    usual: "name",
    /** $1 search patterns or null, $2 limit or null, $3 offset, $4 whether to include deleted resources. */
    list: sqlByKey(["name", "-name"] as const, (sort) =>
      sql(
        `${name}.list.${sort}`,
        `SELECT *, count(*) OVER ()::int AS total FROM (${listed}) AS found ORDER BY ${order[sort]}, id LIMIT $2 OFFSET $3`,
      ),
    ),
    count: sql(`${name}.count`, `SELECT count(*)::int AS count FROM ${table} WHERE tenant_id = current_tenant()`),
    byId: sql(`${name}.byId`, `SELECT ${columns} ${rows} AND ${as}.id = $1`),
    /** FOR UPDATE also blocks records that refer to this one concurrently, such as bookings. */
    lock: sql(`${name}.lock`, `SELECT id FROM ${table} ${own} AND deleted_at IS NULL FOR UPDATE`),
    delete: sql(`${name}.trash`, `UPDATE ${table} SET deleted_at = now(), version = version + 1 ${own}`),
    restore: sql(
      `${name}.restore`,
      `UPDATE ${table} SET deleted_at = NULL, version = version + 1 ${own} AND deleted_at IS NOT NULL RETURNING id`,
    ),
  };
}
