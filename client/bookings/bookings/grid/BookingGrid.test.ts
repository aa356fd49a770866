/** @jest-environment jsdom */
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import type { Booking, BookingWithPermissions } from "../../../../shared/bookings/bookings/bookings.contract";
import { applyBookings } from "../../../../shared/bookings/bookings/bookings.rules";
import type { GridResource } from "../../../../shared/bookings/bookings/grid.contract";
import { BookingGrid } from "./BookingGrid";
import { type GridRow, resourceRows } from "./grid.rows";
import { gridRangeOf } from "./grid.time";

let drawn: string[] = [];
jest.mock("./RowHead", () => ({
  RowHead: ({ row }: { row: { resource: GridResource } }) => {
    drawn.push(row.resource.name);
    return null;
  },
}));
jest.mock("../../../ui/signs/TruncatedName", () => ({
  TruncatedName: ({ children }: { children: string }) => {
    if (children.startsWith("Meeting")) drawn.push(children);
    return null;
  },
}));
jest.mock("../../../platform/session", () => ({
  useCurrentUser: () => ({ id: 1 }),
  useMaybeUser: () => null,
  session: {},
}));

const day = "2026-11-19";
const resources = Array.from({ length: 300 }, (_, n) => ({
  id: n + 1,
  name: `Room ${n + 1}`,
  capacity: 8,
  tools: [],
  car_type: null,
  time_zone: "UTC",
})) as unknown as GridResource[];
const hour = (at: number, minute = 0) => Date.parse(`${day}T00:00:00Z`) + (at * 60 + minute) * 60_000;
const times = (from: number, until: number) => ({
  start_date: new Date(from).toISOString(),
  end_date: new Date(until).toISOString(),
  busy_from: new Date(from).toISOString(),
  busy_until: new Date(until).toISOString(),
});
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
  time_zone: "UTC",
  ...times(hour(8 + Math.floor(n / 300)), hour(8 + Math.floor(n / 300), 50)),
})) as unknown as BookingWithPermissions[];

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

const rows: GridRow[] = resourceRows(
  resources,
  [],
  { seats: 0, tool: null, text: "", building: null, carType: null, driver: null },
  () => "Ground",
);
const range = gridRangeOf("day", day, bookings, "UTC");
const pending = new Map();
const texts = { locale: "en", onError: () => {} };

/** Renders with new callbacks each time, as the screen does. */
function draw(bookings: readonly BookingWithPermissions[], shownRange = range): string[] {
  drawn = [];
  const grid = createElement(BookingGrid, {
    kind: "room",
    rows,
    resources,
    bookings,
    outages: [],
    holidays: [],
    range: shownRange,
    pending,
    otherDrafts: [],
    mayBook: true,
    onDrop: () => {},
    onOpen: () => {},
    onBook: () => {},
  });
  act(() => root.render(createElement(IntlProvider, texts, grid)));
  return drawn;
}

const receivedBooking = (id: number, change: Partial<BookingWithPermissions>): Booking =>
  ({ ...bookings[id - 1], version: 2, ...change }) as Booking;
const after = (booking: Booking) =>
  applyBookings(
    bookings,
    [booking],
    () => true,
    (one) => one as BookingWithPermissions,
  );

test("the grid renders only visible rows", () => {
  const first = draw(bookings);
  expect(first).toContain("Room 1");
  expect(first.length).toBeLessThan(30 * 11);
});

test("moving a booking re-renders only its row, the booking and its predecessor", () => {
  draw(bookings);
  expect(draw(after(receivedBooking(303, times(hour(9, 5), hour(9, 55)))))).toEqual([
    "Room 3",
    "Meeting 3",
    "Meeting 303",
  ]);
});

test("moving a booking to another room re-renders both rows and adjacent bookings", () => {
  draw(bookings);
  const drawnAnew = draw(after(receivedBooking(303, { bookable_id: 4, ...times(hour(17, 50), hour(18)) })));
  expect(drawnAnew.sort()).toEqual(["Meeting 2704", "Meeting 3", "Meeting 303", "Room 3", "Room 4"]);
});

test("a change outside the viewport re-renders nothing", () => {
  draw(bookings);
  expect(draw(after(receivedBooking(590, times(hour(9, 5), hour(9, 55)))))).toEqual([]);
});

test("an event without changes returns the same list of bookings", () => {
  expect(after(receivedBooking(303, { version: 1 }))).toBe(bookings);
  expect(after(receivedBooking(4_000, { id: 4_000, status: "cancelled" }))).toBe(bookings);
});

test.each([
  ["2026-11-27", false],
  ["2026-11-28", true],
])("the day view shades days off: %s is %s", (shownDay, isOff) => {
  draw([], gridRangeOf("day", shownDay, [], "UTC"));
  const track = document.querySelector("[data-track]");
  expect(track?.querySelector(":scope > span[aria-hidden]") !== null).toBe(isOff);
});
