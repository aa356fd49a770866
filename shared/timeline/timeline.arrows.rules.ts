export interface Point {
  x: number;
  y: number;
}

/** How far an arrow goes straight on from a bar before it turns. */
const reach = 9;
const rowHalf = 18;

/**
 * The corners of an elbow from the end of one bar to the beginning of another, both ends included. It leaves forwards
 * and arrives forwards; where there is no room between the two it goes round along the edge of a row.
 */
export function elbow(from: Point, to: Point): Point[] {
  const out = from.x + reach;
  if (to.x - reach >= out) {
    if (from.y === to.y) return [from, to];
    return [from, { x: out, y: from.y }, { x: out, y: to.y }, to];
  }
  const into = to.x - reach;
  const between = from.y === to.y ? from.y + rowHalf : to.y + (to.y > from.y ? -rowHalf : rowHalf);
  return [from, { x: out, y: from.y }, { x: out, y: between }, { x: into, y: between }, { x: into, y: to.y }, to];
}

export const pathOf = (points: readonly Point[]): string =>
  points.map(({ x, y }, at) => `${at === 0 ? "M" : "L"}${x} ${y}`).join("");
