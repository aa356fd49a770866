import type { Booking } from "./bookings.contract";
import { type GridResource, gridBookingDefaults, gridResourceDefaults } from "./grid.contract";
import { compactResource, expandGrid, unusualValuesOf } from "./grid.rules";

const room: GridResource = {
  ...gridResourceDefaults,
  id: 4,
  name: "Blue room",
  capacity: 8,
  tools: ["screen"],
  open_days: [1, 2, 3],
  time_zone: "Asia/Baghdad",
};
const can = { edit: true } as never;
const [sara, omar] = [
  { id: 1, fullname: "Sara", image: null },
  { id: 2, fullname: "Omar", image: null },
];
const grid: Parameters<typeof expandGrid>[0] = {
  resources: [compactResource(room)],
  bookable_type: "room",
  since: "2026-11-30T00:00:00.000Z",
  bookings: {
    id: [10, 11],
    start: [60, 600],
    minutes: [30, 45],
    version: [1, 3],
    resource: [0, -1],
    title: [0, -1],
    requester: [0, -1],
    participants: [[1], []],
    can: [0, 0],
  },
  more: [],
  titles: ["Planning"],
  people: [sara, omar],
  equipment: [{ id: 7, name: "Projector" }],
  rights: [can],
  outages: [],
  time_zone: "Europe/Berlin",
  holidays: [],
  revision: 5,
  epoch: 1,
} as never;

test("a resource is sent without its default values and gets them back", () => {
  expect(compactResource(room)).toEqual({
    id: 4,
    name: "Blue room",
    capacity: 8,
    tools: ["screen"],
    open_days: [1, 2, 3],
    time_zone: "Asia/Baghdad",
  });
  expect(expandGrid(grid).resources).toEqual([room]);
});

test("columns become bookings with times, titles and people", () => {
  const [booking, hidden] = expandGrid(grid).bookings;
  expect(booking).toEqual({
    ...gridBookingDefaults,
    id: 10,
    title: "Planning",
    version: 1,
    bookable_type: "room",
    bookable_id: 4,
    start_date: "2026-11-30T01:00:00.000Z",
    end_date: "2026-11-30T01:30:00.000Z",
    busy_from: "2026-11-30T01:00:00.000Z",
    busy_until: "2026-11-30T01:30:00.000Z",
    time_zone: "Asia/Baghdad",
    requester: sara,
    participants: [{ ...omar, answer: null }],
    equipment: [],
    can,
  });
  expect(hidden).toMatchObject({
    title: null,
    requester: null,
    bookable_id: null,
    time_zone: "Europe/Berlin",
    start_date: "2026-11-30T10:00:00.000Z",
  });
});

test("unusual values replace those of the columns, by position", () => {
  const unusualValues = [
    {
      at: 1,
      start_date: "2026-11-30T10:00:30.000Z",
      busy_from: "2026-11-30T09:30:00.000Z",
      bookable_type: "equipment" as const,
      bookable_id: 9,
      status: "pending" as const,
      equipment: [7],
      answers: [],
    },
    { at: 0, answers: ["accepted" as const] },
  ];
  const [booking, other] = expandGrid({ ...grid, more: unusualValues }).bookings;
  expect(booking?.participants).toEqual([{ ...omar, answer: "accepted" }]);
  expect(other).toMatchObject({
    start_date: "2026-11-30T10:00:30.000Z",
    end_date: "2026-11-30T10:45:00.000Z",
    busy_from: "2026-11-30T09:30:00.000Z",
    busy_until: "2026-11-30T10:45:00.000Z",
    bookable_type: "equipment",
    bookable_id: 9,
    status: "pending",
    equipment: [{ id: 7, name: "Projector" }],
  });
});

test("a room booking with equipment of the grid has the time zone of the piece", () => {
  const projector = { ...room, id: 7, name: "Projector", time_zone: "Asia/Seoul" };
  const unusualValues = [{ at: 0, bookable_type: "room" as const, bookable_id: 4, equipment: [7] }];
  const { bookings } = expandGrid({
    ...grid,
    resources: [compactResource(projector)],
    bookable_type: "equipment",
    bookings: { ...grid.bookings, resource: [-1, -1] },
    more: unusualValues,
  });
  expect(bookings[0]).toMatchObject({ bookable_type: "room", bookable_id: 4, time_zone: "Asia/Seoul" });
});

test("values of a booking that the columns don't contain are returned, and no defaults", () => {
  const booking = {
    ...gridBookingDefaults,
    start_date: "2026-11-30T01:00:00.000Z",
    end_date: "2026-11-30T01:30:00.000Z",
    busy_from: "2026-11-30T01:00:00.000Z",
    busy_until: "2026-11-30T01:30:00.000Z",
  } as Booking;
  expect(unusualValuesOf(booking)).toEqual({});
  expect(
    unusualValuesOf({
      ...booking,
      note: "Bring keys",
      status: "pending",
      busy_from: "2026-11-30T00:30:00.000Z",
      busy_until: "2026-11-30T02:00:00.000Z",
    }),
  ).toEqual({
    note: "Bring keys",
    status: "pending",
    busy_from: "2026-11-30T00:30:00.000Z",
    busy_until: "2026-11-30T02:00:00.000Z",
  });
});
