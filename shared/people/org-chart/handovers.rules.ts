import type { HierarchyItem } from "./org-chart.rules";

/** A planned departure with the successor for the reports; null leaves the reporting lines unchanged. */
export interface PlannedHandover {
  user_id: number;
  successor_id: number | null;
}

function isBelow(above: ReadonlyMap<number, number | null>, id: number, top: number): boolean {
  const passed = new Set<number>();
  for (let at = above.get(id) ?? null; at !== null && !passed.has(at); at = above.get(at) ?? null) {
    if (at === top) return true;
    passed.add(at);
  }
  return false;
}

/**
 * Applies planned departures to the reporting lines in date order. A successor below the departing user moves up to that user's manager, as
 * when an account is closed.
 */
export function applyHandovers<Row extends HierarchyItem>(
  rows: readonly Row[],
  plans: readonly PlannedHandover[],
): Row[] {
  const above = new Map(rows.map(({ id, parent_id }) => [id, parent_id]));
  for (const { user_id: from, successor_id: to } of plans) {
    if (to === null || to === from || !above.has(to)) continue;
    if (isBelow(above, to, from)) above.set(to, above.get(from) ?? null);
    for (const [id, parent] of above) if (parent === from && id !== to) above.set(id, to);
  }
  return rows.map((row) => ({ ...row, parent_id: above.get(row.id) ?? null }));
}

/** The final successor of a user after all planned departures, including departures of successors. */
export function successorOf(id: number, plans: readonly PlannedHandover[]): number {
  return plans.reduce(
    (holder, { user_id, successor_id }) => (user_id === holder ? (successor_id ?? holder) : holder),
    id,
  );
}
