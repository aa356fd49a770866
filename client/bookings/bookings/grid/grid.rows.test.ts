import type { BookingWithPermissions } from "../../../../shared/bookings/bookings/bookings.contract";
import type { GridResource } from "../../../../shared/bookings/bookings/grid.contract";
import type { Driver } from "../../../../shared/bookings/drivers/drivers.contract";
import { rowKeysOfBooking } from "./grid.index";
import {
  commonTimeZone,
  requestedCarTypes,
  type GridFilter,
  type GridRow,
  resourceRows,
  driverRows,
} from "./grid.rows";

const resource = (id: number, overrides: Partial<GridResource> = {}) =>
  ({ id, name: `Room ${id}`, capacity: 8, tools: [], car_type: null, ...overrides }) as unknown as GridResource;
const requestedCar = (carType: string, overrides: Partial<BookingWithPermissions> = {}) =>
  ({ id: 90, bookable_id: null, car_id: null, car_type: carType, ...overrides }) as unknown as BookingWithPermissions;

const rowLabel = (row: GridRow): string => {
  if (row.kind === "group") return `# ${row.title}`;
  if (row.kind === "asked") return `? ${row.carType}`;
  return row.kind === "driver" ? row.driver.fullname : row.resource.name;
};

const emptyFilter: GridFilter = { seats: 0, tool: null, text: "", building: null, carType: null, driver: null };
const visibleRowLabels = (
  resources: GridResource[],
  waiting: BookingWithPermissions[] = [],
  filter: Partial<GridFilter> = {},
) =>
  resourceRows(
    resources,
    requestedCarTypes(waiting),
    { ...emptyFilter, ...filter },
    ({ car_type, name }) => car_type ?? name.split(" ")[0] ?? "",
  ).map(rowLabel);

test("resources of the same group are below one heading", () => {
  expect(visibleRowLabels([resource(1), resource(2), resource(3, { name: "Hall 3" })])).toEqual([
    "# Room",
    "Room 1",
    "Room 2",
    "# Hall",
    "Hall 3",
  ]);
});

test("rows are filtered by seats, equipment and case-insensitive text", () => {
  const rooms = [
    resource(1, { capacity: 4 }),
    resource(2, { tools: ["screen"] }),
    resource(3, { name: "Hall 3", capacity: null }),
  ];
  expect(visibleRowLabels(rooms, [], { seats: 4 })).toEqual(["# Room", "Room 1", "Room 2"]);
  expect(visibleRowLabels(rooms, [], { seats: 5 })).toEqual(["# Room", "Room 2"]);
  expect(visibleRowLabels(rooms, [], { tool: "screen" })).toEqual(["# Room", "Room 2"]);
  expect(visibleRowLabels(rooms, [], { text: " hAL" })).toEqual(["# Hall", "Hall 3"]);
  expect(visibleRowLabels(rooms, [], { text: "cellar" })).toEqual([]);
});

test("rows are filtered by building and by car type, including unassigned trips", () => {
  const rooms = [resource(1, { building: "East wing" }), resource(2, { building: "Depot" })];
  expect(visibleRowLabels(rooms, [], { building: "Depot" })).toEqual(["# Room", "Room 2"]);
  const cars = [resource(1, { name: "A", car_type: "sedan" }), resource(2, { name: "B", car_type: "van" })];
  expect(visibleRowLabels(cars, [requestedCar("van"), requestedCar("bus")], { carType: "van" })).toEqual([
    "# van",
    "? van",
    "B",
  ]);
});

test("unassigned trips share one row per car type, below its heading or at the end", () => {
  const cars = [resource(1, { name: "A", car_type: "sedan" }), resource(2, { name: "B", car_type: "van" })];
  expect(visibleRowLabels(cars, [requestedCar("van"), requestedCar("van"), requestedCar("bus")])).toEqual([
    "# sedan",
    "A",
    "# van",
    "? van",
    "B",
    "? bus",
  ]);
  expect(visibleRowLabels(cars, [requestedCar("van", { car_id: 2 })])).toEqual(["# sedan", "A", "# van", "B"]);
});

test("an equipment row shows its own bookings and room bookings that include it", () => {
  const pieces = [resource(1, { equipment_kind: "camera" }), resource(2, { equipment_kind: "laptop" })];
  const where = (ids: number[], bookable: number) => {
    const equipment = ids.map((id) => ({ id, name: `${id}` }));
    const booking = {
      id: 9,
      bookable_id: bookable,
      car_id: null,
      car_type: null,
      equipment,
    } as unknown as BookingWithPermissions;
    return rowKeysOfBooking("equipment", booking);
  };
  expect(where([2], 2)).toEqual(["resource 2"]);
  expect(where([1, 2], 2)).toEqual(["resource 1", "resource 2"]);
  // A room booking isn't found although the room's id equals the piece's id.
  expect(where([], 1)).toEqual([]);
  expect(visibleRowLabels(pieces, [], { tool: "laptop" })).toEqual(["# Room", "Room 2"]);
});

test("drivers have their own heading, which is hidden without matches", () => {
  const drivers = [
    { id: 3, fullname: "Khalid Hamid" },
    { id: 4, fullname: "Zana Osman" },
  ] as Driver[];
  const shownOf = (filter: Partial<GridFilter>) =>
    driverRows(drivers, { ...emptyFilter, ...filter }, "Drivers").map(rowLabel);
  expect(shownOf({})).toEqual(["# Drivers", "Khalid Hamid", "Zana Osman"]);
  expect(shownOf({ driver: "4" })).toEqual(["# Drivers", "Zana Osman"]);
  expect(shownOf({ text: "khal" })).toEqual(["# Drivers", "Khalid Hamid"]);
  expect(shownOf({ text: "transit" })).toEqual([]);
});

test("rows have a common time zone only if all resources have the same", () => {
  const zoneOfRows = (...zones: string[]) =>
    commonTimeZone([
      { kind: "group", key: "group", title: "Room", timeZone: "Europe/Paris" },
      ...zones.map((time_zone, n) => ({
        kind: "resource" as const,
        key: `${n}`,
        resource: resource(n, { time_zone }),
      })),
    ]);
  expect(zoneOfRows("Asia/Baghdad", "Asia/Baghdad")).toBe("Asia/Baghdad");
  expect(zoneOfRows("Asia/Baghdad", "Asia/Tokyo")).toBeNull();
  expect(zoneOfRows()).toBeNull();
});

test("a booking is in its resource's row, or in the row of the requested car type", () => {
  const where = (booking: BookingWithPermissions) => rowKeysOfBooking("car", booking);
  expect(where(requestedCar("van", { bookable_id: 2 }))).toEqual(["resource 2"]);
  expect(where(requestedCar("van"))).toEqual(["asked van"]);
  expect(where(requestedCar("bus"))).toEqual(["asked bus"]);
  expect(where(requestedCar("van", { bookable_id: 2, driver_id: 7 }))).toEqual(["resource 2", "driver 7"]);
});
