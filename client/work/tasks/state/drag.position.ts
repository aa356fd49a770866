import { type CardPosition, positionOf } from "../pending/card-position";

export interface CardBox {
  id: number;
  top: number;
  height: number;
}

/**
 * Drop position of a card whose middle is at `middle`: before the first card whose own middle is below. `standing` are rendered cards,
 * `order` all cards of the column, so that neighbors hidden by a filter are included.
 */
export function dropPositionAt(
  columnId: number,
  middle: number,
  standing: readonly CardBox[],
  order: readonly number[],
  draggedIds: readonly number[],
): CardPosition {
  const ids = order.filter((id) => !draggedIds.includes(id));
  const others = standing.filter(({ id }) => ids.includes(id));
  const below = others.find(({ top, height }) => top + height / 2 > middle);
  if (below) return positionOf(columnId, ids, ids.indexOf(below.id));
  const last = others.at(-1);
  return positionOf(columnId, ids, last ? ids.indexOf(last.id) + 1 : ids.length);
}

export function positionAtVisibleIndex(
  columnId: number,
  at: number,
  visible: readonly number[],
  ids: readonly number[],
): CardPosition {
  const below = visible[at];
  if (below !== undefined) return positionOf(columnId, ids, ids.indexOf(below));
  const last = visible.at(-1);
  return positionOf(columnId, ids, last === undefined ? ids.length : ids.indexOf(last) + 1);
}

export function visibleIndex(place: CardPosition, visible: readonly number[], ids: readonly number[]): number {
  const at = place.beforeId === null ? 0 : ids.indexOf(place.beforeId) + 1;
  const above = new Set(ids.slice(0, at));
  return visible.filter((id) => above.has(id)).length;
}

/** In right-to-left layouts, the next column is to the left. */
export function columnStep(key: "ArrowLeft" | "ArrowRight", rightToLeft: boolean): -1 | 1 {
  return (key === "ArrowRight") === rightToLeft ? -1 : 1;
}
