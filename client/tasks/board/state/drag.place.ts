import { type Place, placeOf } from "./board.place";

/** A card as it stands in its list, measured in the list's own coordinates. */
export interface Standing {
  id: number;
  top: number;
  height: number;
}

/**
 * Where a card whose middle is at `middle` would land: before the first card whose own middle lies below. `standing`
 * are the cards that are rendered, `shown` all that the column shows, `order` all it has: a filter hides cards, and the
 * neighbours that are named are the real ones. `taken` are the cards in the hand.
 */
export function placeAmong(
  columnId: number,
  middle: number,
  standing: readonly Standing[],
  order: readonly number[],
  taken: readonly number[],
): Place {
  const ids = order.filter((id) => !taken.includes(id));
  const others = standing.filter(({ id }) => ids.includes(id));
  const below = others.find(({ top, height }) => top + height / 2 > middle);
  if (below) return placeOf(columnId, ids, ids.indexOf(below.id));
  const last = others.at(-1);
  return placeOf(columnId, ids, last ? ids.indexOf(last.id) + 1 : ids.length);
}

/** The place at an index of what a column shows. */
export function placeAtVisible(
  columnId: number,
  at: number,
  visible: readonly number[],
  ids: readonly number[],
): Place {
  const below = visible[at];
  if (below !== undefined) return placeOf(columnId, ids, ids.indexOf(below));
  const last = visible.at(-1);
  return placeOf(columnId, ids, last === undefined ? ids.length : ids.indexOf(last) + 1);
}

/** How many of the shown cards stand above a place. */
export function visibleIndex(place: Place, visible: readonly number[], ids: readonly number[]): number {
  const at = place.beforeId === null ? 0 : ids.indexOf(place.beforeId) + 1;
  const above = new Set(ids.slice(0, at));
  return visible.filter((id) => above.has(id)).length;
}

/** Columns lie in the order of writing: in right-to-left the next one is to the left. */
export function columnStep(key: "ArrowLeft" | "ArrowRight", rightToLeft: boolean): -1 | 1 {
  return (key === "ArrowRight") === rightToLeft ? -1 : 1;
}
