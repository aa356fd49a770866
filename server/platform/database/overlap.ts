/**
 * What lies over a time from `from` until `until`, in tables with `starts_at`, `ends_at` and `over_a_day`.
 *
 * Not `during &&`: row-level security lets only leakproof comparisons into an index. For the same reason bounds are parameters,
 * or columns of a CTE that is MATERIALIZED, never sums of columns: then `dayBefore` is such a column as well.
 */
interface Bounds {
  from: string;
  until: string;
  dayBefore: string;
}

const boundsOf = (from: string, until: string, dayBefore = `${from} - interval '1 day'`): Bounds => ({
  from,
  until,
  dayBefore,
});
const briefly = (alias: string, { from, until, dayBefore }: Bounds) =>
  `NOT ${alias}.over_a_day AND ${alias}.starts_at > ${dayBefore} AND ${alias}.starts_at < ${until} AND ${alias}.ends_at > ${from}`;
const forLong = (alias: string, { from, until }: Bounds) =>
  `${alias}.over_a_day AND ${alias}.starts_at < ${until} AND ${alias}.ends_at > ${from}`;

/** Rows of `alias`, by one index for both kinds. */
export function overlaps(alias: string, from: string, until: string, dayBefore?: string): string {
  const bounds = boundsOf(from, until, dayBefore);
  return `((${briefly(alias, bounds)}) OR (${forLong(alias, bounds)}))`;
}

/** That no slot `s` which is `whose` does: two questions, since of an OR the planner reads all that began earlier. */
export function isFree(whose: string, from: string, until: string, dayBefore?: string): string {
  const bounds = boundsOf(from, until, dayBefore);
  const none = (when: string) => `NOT EXISTS (SELECT FROM occupied_slot s WHERE ${whose} AND ${when})`;
  return `${none(briefly("s", bounds))} AND ${none(forLong("s", bounds))}`;
}

/** `columns` of the slots `s` which are `whose` and do, for joins: for the same reason. */
export function slotsOver(columns: string, whose: string, from: string, until: string, dayBefore?: string): string {
  const bounds = boundsOf(from, until, dayBefore);
  const rows = (when: string) => `SELECT ${columns} FROM occupied_slot s WHERE ${whose} AND ${when}`;
  return `(${rows(briefly("s", bounds))} UNION ALL ${rows(forLong("s", bounds))})`;
}
