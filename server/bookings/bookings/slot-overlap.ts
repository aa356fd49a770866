/**
 * SQL for rows that overlap the period from `from` until `until`, in tables with `starts_at`, `ends_at` and `over_a_day`. Doesn't use
 * `during &&`, because row-level security allows only leakproof operators in index conditions. For the same reason, bounds (including
 * `dayBefore`) are parameters or columns of a MATERIALIZED CTE, never sums of columns.
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

/** SQL condition: row `alias` overlaps the period, using one index for short and long periods. */
export function slotOverlapCondition(alias: string, from: string, until: string, dayBefore?: string): string {
  const bounds = boundsOf(from, until, dayBefore);
  return `((${briefly(alias, bounds)}) OR (${forLong(alias, bounds)}))`;
}

/**
 * SQL condition: slot `s`, which overlaps a requested period with its buffers, conflicts with it. As in the exclusion constraint, the
 * requested buffers conflict only with bookings. `from` and `until` are the period without buffers.
 */
export const conflictsDespiteBuffers = (from: string, until: string): string =>
  `(s.kind = 'booking' OR (s.starts_at < ${until} AND s.ends_at > ${from}))`;

/**
 * SQL condition: no slot `s` matching `slotCondition` overlaps. Uses two subqueries, because with OR the planner reads all earlier slots.
 */
export function isSlotFree(slotCondition: string, from: string, until: string, dayBefore?: string): string {
  const bounds = boundsOf(from, until, dayBefore);
  const none = (when: string) => `NOT EXISTS (SELECT FROM occupied_slot s WHERE ${slotCondition} AND ${when})`;
  return `${none(briefly("s", bounds))} AND ${none(forLong("s", bounds))}`;
}

/**
 * SQL for joins: `columns` of the overlapping slots `s` matching `slotCondition`. Uses UNION ALL, because with OR the planner reads all
 * earlier slots.
 */
export function overlappingSlots(
  columns: string,
  slotCondition: string,
  from: string,
  until: string,
  dayBefore?: string,
): string {
  const bounds = boundsOf(from, until, dayBefore);
  const rows = (when: string) => `SELECT ${columns} FROM occupied_slot s WHERE ${slotCondition} AND ${when}`;
  return `(${rows(briefly("s", bounds))} UNION ALL ${rows(forLong("s", bounds))})`;
}
