/** @jest-environment jsdom */
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import type { Booking, Reservation } from "../../../shared/bookings/bookings.contract";
import { withBookings } from "../../../shared/bookings/bookings.rules";
import type { GridResource } from "../../../shared/bookings/grid.contract";
import { Grid } from "./Grid";
import { type GridRow, rowsOf } from "./grid.rows";
import { rangeOf } from "./grid.time";

/** What has been drawn since the last look: rows by their names, bookings by their titles. */
let drawn: string[] = [];
jest.mock("./RowHead", () => ({
  RowHead: ({ row }: { row: { resource: GridResource } }) => {
    drawn.push(row.resource.name);
    return null;
  },
}));
jest.mock("../../ui/signs/Clip", () => ({
  Clip: ({ children }: { children: string }) => {
    if (children.startsWith("Meeting")) drawn.push(children);
    return null;
  },
}));
jest.mock("../../platform/session", () => ({ useCurrentUser: () => ({ id: 1 }) }));

const day = "2026-11-19";
const resources = Array.from({ length: 300 }, (_, n) => ({
  id: n + 1,
  name: `Room ${n + 1}`,
  capacity: 8,
  tools: [],
  car_type: null,
})) as unknown as GridResource[];
const hour = (at: number, minute = 0) => new Date(`${day}T00:00:00`).setHours(at, minute);
const times = (from: number, until: number) => ({
  start_date: new Date(from).toISOString(),
  end_date: new Date(until).toISOString(),
  busy_from: new Date(from).toISOString(),
  busy_until: new Date(until).toISOString(),
});
/** Ten an hour apart in each room. */
const bookings = Array.from({ length: 3_000 }, (_, n) => ({
  id: n + 1,
  title: `Meeting ${n + 1}`,
  status: "approved",
  bookable_type: "room",
  bookable_id: (n % 300) + 1,
  car_type: null,
  equipment: [],
  requester: null,
  participants: [],
  version: 1,
  can: {},
  ...times(hour(8 + Math.floor(n / 300)), hour(8 + Math.floor(n / 300), 50)),
})) as unknown as Reservation[];

let root: Root;
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  for (const [name, value] of [
    ["clientHeight", 900],
    ["clientWidth", 1_200],
  ] as const) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, value });
  }
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => act(() => root.unmount()));

const rows: GridRow[] = rowsOf(
  resources,
  [],
  { seats: 0, tool: null, text: "", building: null, carType: null, driver: null },
  () => "Ground",
);
const range = rangeOf("day", day, bookings);
const pending = new Map();
const texts = { locale: "en", onError: () => {} };

/** As the screen draws it: with functions that are new each time. */
function draw(shown: readonly Reservation[]): string[] {
  drawn = [];
  const grid = createElement(Grid, {
    kind: "room",
    rows,
    resources,
    bookings: shown,
    outages: [],
    range,
    pending,
    beingBooked: [],
    mayBook: true,
    onDrop: () => {},
    onOpen: () => {},
    onBook: () => {},
  });
  act(() => root.render(createElement(IntlProvider, texts, grid)));
  return drawn;
}

const told = (id: number, change: Partial<Reservation>): Booking =>
  ({ ...bookings[id - 1], version: 2, ...change }) as Booking;
const after = (booking: Booking) =>
  withBookings(
    bookings,
    [booking],
    () => true,
    (one) => one as Reservation,
  );

test("what isn't in sight isn't drawn", () => {
  const first = draw(bookings);
  expect(first).toContain("Room 1");
  expect(first.length).toBeLessThan(30 * 11);
});

test("of 3,000 bookings one is moved: its row is drawn anew, with that booking alone", () => {
  draw(bookings);
  expect(draw(after(told(303, times(hour(9, 5), hour(9, 55)))))).toEqual(["Room 3", "Meeting 303"]);
});

test("to another room: both rows are", () => {
  draw(bookings);
  const drawnAnew = draw(after(told(303, { bookable_id: 4, ...times(hour(17, 50), hour(18)) })));
  expect(drawnAnew.sort()).toEqual(["Meeting 303", "Room 3", "Room 4"]);
});

test("out of sight: none", () => {
  draw(bookings);
  expect(draw(after(told(590, times(hour(9, 5), hour(9, 55)))))).toEqual([]);
});

test("what says nothing new leaves the list as it is", () => {
  expect(after(told(303, { version: 1 }))).toBe(bookings);
  expect(after(told(4_000, { id: 4_000, status: "cancelled" }))).toBe(bookings);
});
