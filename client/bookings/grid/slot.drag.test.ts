/** @jest-environment jsdom */
import type { Draft, Grip } from "./grid.drag";
import { at, day } from "./grid.drag.fixtures";
import { SlotDrag } from "./slot.drag";

const booking: Draft = { resourceId: 1, bookingId: 7, from: at(10), until: at(12) };

/** A row of the grid, ten pixels for each hour from eight to six; what the hand and the choice became is written down. */
function grid() {
  const row = document.createElement("div");
  row.dataset.track = "1";
  row.getBoundingClientRect = () => ({ left: 0, width: 100 }) as DOMRect;
  document.body.replaceChildren(row);
  document.elementsFromPoint = () => [row];
  const drag = new SlotDrag();
  const heard = { dropped: [] as Draft[], chosen: [] as (number | null)[] };
  drag.scene = {
    range: day,
    show: () => {},
    choose: (id) => heard.chosen.push(id),
    drop: (draft) => heard.dropped.push(draft),
  };
  const off = drag.attach(row);
  const sent = (type: string, hours: number, pointerType: string) => {
    const event = new MouseEvent(type, { clientX: (hours - 8) * 10, bubbles: true });
    window.dispatchEvent(Object.assign(event, { pointerId: 1, pointerType }));
  };
  const down = (hours: number, pointerType: string, grip: Grip = "new", before?: Draft) => {
    const held = {
      grip,
      before: (from: number) => before ?? { resourceId: 1, bookingId: null, from, until: from },
    };
    drag.down({ x: (hours - 8) * 10, y: 0, pointerId: 1, pointerType }, row, held);
  };
  return { drag, heard, off, down, move: sent.bind(null, "pointermove"), up: sent.bind(null, "pointerup") };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test.each(["mouse", "touch"])("a press of a %s on free time chooses an hour from there", (pointerType) => {
  const { heard, down, up, off } = grid();
  down(9, pointerType);
  up(9, pointerType);
  expect(heard.dropped).toEqual([{ resourceId: 1, bookingId: null, from: at(9), until: at(10) }]);
  off();
});

test("a press on a booking leaves it where it is: the click opens it", () => {
  const { heard, down, up, off } = grid();
  down(11, "mouse", "move", booking);
  up(11, "mouse");
  expect(heard.dropped).toEqual([]);
  off();
});

test("free time is drawn over, a booking goes with the pointer", () => {
  const { heard, down, move, up, off } = grid();
  down(9, "mouse");
  move(10.5, "mouse");
  up(10.5, "mouse");
  down(11, "mouse", "move", booking);
  move(13, "mouse");
  up(13, "mouse");
  expect(heard.dropped).toEqual([
    { resourceId: 1, bookingId: null, from: at(9), until: at(10.5) },
    { ...booking, from: at(12), until: at(14) },
  ]);
  off();
});

test("a finger that stays on a booking chooses it; pressed elsewhere it puts the handles away, and nothing more", () => {
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
