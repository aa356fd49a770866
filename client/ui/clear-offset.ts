/** A range on the inline axis, in px from the inline start of the viewport. */
interface InlineRange {
  start: number;
  end: number;
}

interface Popup {
  /** Where the popup starts by default. */
  start: number;
  width: number;
  /** The range in which it must stay. */
  bounds: InlineRange;
  /** Records that should remain visible. */
  records: readonly InlineRange[];
}

const gap = 8;

const overlapOf = (start: number, width: number, record: InlineRange): number =>
  Math.max(0, Math.min(start + width, record.end) - Math.max(start, record.start));

/** Distance to move a popup on the inline axis, so that it covers as little as possible of the records, and no farther than needed. */
export function clearOffset({ start, width, bounds, records }: Popup): number {
  const clamp = (position: number) => Math.max(bounds.start, Math.min(position, bounds.end - width));
  const positions = [start, ...records.flatMap((record) => [record.start - gap - width, record.end + gap])].map(clamp);
  const costs = positions.map((position) => ({
    position,
    covered: records.reduce((sum, record) => sum + overlapOf(position, width, record), 0),
    distance: Math.abs(position - start),
  }));
  const best = costs.reduce((a, b) =>
    b.covered < a.covered || (b.covered === a.covered && b.distance < a.distance) ? b : a,
  );
  return best.position - start;
}

/** Height in px of the largest popups of a bar at the bottom of the screen. */
const maxPopupHeight = 540;

/** Measures `clearOffset` for a popup above a button, which is in an element that spans the available width. */
export function measureClearOffset(button: Element, frame: Element, width: number, records: Iterable<Element>): number {
  const isRtl = getComputedStyle(button).direction === "rtl";
  const inlineRange = ({ left, right }: DOMRect): InlineRange =>
    isRtl ? { start: window.innerWidth - right, end: window.innerWidth - left } : { start: left, end: right };
  const box = button.getBoundingClientRect();
  const isBehind = ({ top, bottom }: DOMRect) => bottom > box.top - maxPopupHeight && top < box.top;
  const boxes = [...records].map((record) => record.getBoundingClientRect()).filter(isBehind);
  return clearOffset({
    start: inlineRange(box).start,
    width,
    bounds: inlineRange(frame.getBoundingClientRect()),
    records: boxes.map(inlineRange),
  });
}
