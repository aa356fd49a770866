/**
 * Puts spans into as few lanes as possible so that no two in a lane overlap; within a lane they are in order. Earlier
 * ones take the upper lanes.
 */
export function lanesOf<T extends { span: { from: number; to: number } }>(
  items: readonly T[],
  /** Up to which day an item needs the lane, where that isn't the end of its span. */
  endOf: (item: T) => number = ({ span }) => span.to,
): T[][] {
  const lanes: { items: T[]; end: number }[] = [];
  const sorted = items.toSorted((a, b) => a.span.from - b.span.from || a.span.to - b.span.to);
  for (const item of sorted) {
    const lane = lanes.find(({ end }) => end < item.span.from);
    if (lane) {
      lane.items.push(item);
      lane.end = endOf(item);
    } else lanes.push({ items: [item], end: endOf(item) });
  }
  return lanes.map(({ items: placed }) => placed);
}
