/** @jest-environment jsdom */
import type { SlotDraft, DragGrip } from "./grid.drag";
import { instantAtHour, dayRange } from "./grid.drag.fixtures";
import { SlotDrag } from "./slot.drag";

const booking: SlotDraft = { resourceId: 1, bookingId: 7, from: instantAtHour(10), until: instantAtHour(12) };

/** A grid row with ten pixels per hour from 8:00 to 18:00 that records drops and selections. */
function grid() {
  const row = document.createElement("div");
  row.dataset.track = "1";
  row.getBoundingClientRect = () => ({ left: 0, width: 100 }) as DOMRect;
  document.body.replaceChildren(row);
  document.elementsFromPoint = () => [row];
  const drag = new SlotDrag();
  const heard = { dropped: [] as SlotDraft[], chosen: [] as (number | null)[] };
  drag.scene = {
    timeZoneOf: () => dayRange.timeZone,
    range: dayRange,
    show: () => {},
    choose: (id) => heard.chosen.push(id),
    drop: (draft) => heard.dropped.push(draft),
  };
  const off = drag.attach(row);
  const sent = (type: string, hours: number, pointerType: string) => {
    const event = new MouseEvent(type, { clientX: (hours - 8) * 10, bubbles: true });
    window.dispatchEvent(Object.assign(event, { pointerId: 1, pointerType }));
  };
  const down = (hours: number, pointerType: string, grip: DragGrip = "new", before?: SlotDraft) => {
    const grab = {
      grip,
      before: (from: number) => before ?? { resourceId: 1, bookingId: null, from, until: from },
    };
    drag.down({ x: (hours - 8) * 10, y: 0, pointerId: 1, pointerType }, row, grab);
  };
  return { drag, heard, off, down, move: sent.bind(null, "pointermove"), up: sent.bind(null, "pointerup") };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test.each(["mouse", "touch"])("pressing free time with a %s selects an hour from there", (pointerType) => {
  const { heard, down, up, off } = grid();
  down(9, pointerType);
  up(9, pointerType);
  expect(heard.dropped).toEqual([{ resourceId: 1, bookingId: null, from: instantAtHour(9), until: instantAtHour(10) }]);
  off();
});

test("pressing a booking without dragging doesn't move it", () => {
  const { heard, down, up, off } = grid();
  down(11, "mouse", "move", booking);
  up(11, "mouse");
  expect(heard.dropped).toEqual([]);
  off();
});

test("dragging selects free time and moves a booking", () => {
  const { heard, down, move, up, off } = grid();
  down(9, "mouse");
  move(10.5, "mouse");
  up(10.5, "mouse");
  down(11, "mouse", "move", booking);
  move(13, "mouse");
  up(13, "mouse");
  expect(heard.dropped).toEqual([
    { resourceId: 1, bookingId: null, from: instantAtHour(9), until: instantAtHour(10.5) },
    { ...booking, from: instantAtHour(12), until: instantAtHour(14) },
  ]);
  off();
});

test("a long press selects a booking; a press elsewhere only deselects it", () => {
  const { heard, down, up, off } = grid();
  down(11, "touch", "move", booking);
  jest.advanceTimersByTime(1_000);
  up(11, "touch");
  expect(heard.chosen.at(-1)).toBe(booking.bookingId);
  heard.dropped = [];
  down(9, "touch");
  up(9, "touch");
  expect(heard.chosen.at(-1)).toBeNull();
  expect(heard.dropped).toEqual([]);
  down(9, "touch");
  up(9, "touch");
  expect(heard.dropped).toHaveLength(1);
  off();
});
