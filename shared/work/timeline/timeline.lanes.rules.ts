export interface Point {
  x: number;
  y: number;
}

/** Length in pixels of the straight segments at both ends of an arrow. */
const reach = 9;
const rowHalf = 18;

/**
 * Corners of an arrow from the end of one bar to the start of another. It leaves and arrives in the direction of time; without enough
 * horizontal space it runs along the edge of the row.
 */
export function arrowCorners(from: Point, to: Point): Point[] {
  const out = from.x + reach;
  if (to.x - reach >= out) {
    if (from.y === to.y) return [from, to];
    return [from, { x: out, y: from.y }, { x: out, y: to.y }, to];
  }
  const into = to.x - reach;
  const between = from.y === to.y ? from.y + rowHalf : to.y + (to.y > from.y ? -rowHalf : rowHalf);
  return [from, { x: out, y: from.y }, { x: out, y: between }, { x: into, y: between }, { x: into, y: to.y }, to];
}

export const arrowPathOf = (points: readonly Point[]): string =>
  points.map(({ x, y }, at) => `${at === 0 ? "M" : "L"}${x} ${y}`).join("");

export function assignLanes<T extends { span: { from: number; to: number } }>(
  items: readonly T[],
  /** The last day on which an item occupies its lane, if it differs from the end of its span. */
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
