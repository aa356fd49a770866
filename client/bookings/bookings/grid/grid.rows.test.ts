import type { BookingWithPermissions } from "../../../../shared/bookings/bookings/bookings.contract";
import type { GridResource } from "../../../../shared/bookings/bookings/grid.contract";
import type { Driver } from "../../../../shared/bookings/drivers/drivers.contract";
import { rowKeysOfBooking } from "./grid.index";
import { requestedCarTypes, type GridFilter, type GridRow, resourceRows, driverRows } from "./grid.rows";

const resource = (id: number, more: Partial<GridResource> = {}) =>
  ({ id, name: `Room ${id}`, capacity: 8, tools: [], car_type: null, ...more }) as unknown as GridResource;
const requestedCar = (carType: string, more: Partial<BookingWithPermissions> = {}) =>
  ({ id: 90, bookable_id: null, car_id: null, car_type: carType, ...more }) as unknown as BookingWithPermissions;

const named = (row: GridRow): string => {
  if (row.kind === "group") return `# ${row.title}`;
  if (row.kind === "asked") return `? ${row.carType}`;
  return row.kind === "driver" ? row.driver.fullname : row.resource.name;
};

const any: GridFilter = { seats: 0, tool: null, text: "", building: null, carType: null, driver: null };
const shown = (resources: GridResource[], waiting: BookingWithPermissions[] = [], filter: Partial<GridFilter> = {}) =>
  resourceRows(
    resources,
    requestedCarTypes(waiting),
    { ...any, ...filter },
    ({ car_type, name }) => car_type ?? name.split(" ")[0] ?? "",
  ).map(named);

test("resources of the same group are below one heading", () => {
  expect(shown([resource(1), resource(2), resource(3, { name: "Hall 3" })])).toEqual([
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
  expect(shown(rooms, [], { seats: 4 })).toEqual(["# Room", "Room 1", "Room 2"]);
  expect(shown(rooms, [], { seats: 5 })).toEqual(["# Room", "Room 2"]);
  expect(shown(rooms, [], { tool: "screen" })).toEqual(["# Room", "Room 2"]);
  expect(shown(rooms, [], { text: " hAL" })).toEqual(["# Hall", "Hall 3"]);
  expect(shown(rooms, [], { text: "cellar" })).toEqual([]);
});

test("rows are filtered by building and by car type, including unassigned trips", () => {
  const rooms = [resource(1, { building: "East wing" }), resource(2, { building: "Depot" })];
  expect(shown(rooms, [], { building: "Depot" })).toEqual(["# Room", "Room 2"]);
  const cars = [resource(1, { name: "A", car_type: "sedan" }), resource(2, { name: "B", car_type: "van" })];
  expect(shown(cars, [requestedCar("van"), requestedCar("bus")], { carType: "van" })).toEqual(["# van", "? van", "B"]);
});

test("unassigned trips share one row per car type, below its heading or at the end", () => {
  const cars = [resource(1, { name: "A", car_type: "sedan" }), resource(2, { name: "B", car_type: "van" })];
  expect(shown(cars, [requestedCar("van"), requestedCar("van"), requestedCar("bus")])).toEqual([
    "# sedan",
    "A",
    "# van",
    "? van",
    "B",
    "? bus",
  ]);
  expect(shown(cars, [requestedCar("van", { car_id: 2 })])).toEqual(["# sedan", "A", "# van", "B"]);
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
  expect(shown(pieces, [], { tool: "laptop" })).toEqual(["# Room", "Room 2"]);
});

test("drivers have their own heading, which is hidden without matches", () => {
  const drivers = [
    { id: 3, fullname: "Khalid Hamid" },
    { id: 4, fullname: "Zana Osman" },
  ] as Driver[];
  const shownOf = (filter: Partial<GridFilter>) => driverRows(drivers, { ...any, ...filter }, "Drivers").map(named);
  expect(shownOf({})).toEqual(["# Drivers", "Khalid Hamid", "Zana Osman"]);
  expect(shownOf({ driver: "4" })).toEqual(["# Drivers", "Zana Osman"]);
  expect(shownOf({ text: "khal" })).toEqual(["# Drivers", "Khalid Hamid"]);
  expect(shownOf({ text: "transit" })).toEqual([]);
});

test("a booking is in its resource's row, or in the row of the requested car type", () => {
  const where = (booking: BookingWithPermissions) => rowKeysOfBooking("car", booking);
  expect(where(requestedCar("van", { bookable_id: 2 }))).toEqual(["resource 2"]);
  expect(where(requestedCar("van"))).toEqual(["asked van"]);
  expect(where(requestedCar("bus"))).toEqual(["asked bus"]);
  expect(where(requestedCar("van", { bookable_id: 2, driver_id: 7 }))).toEqual(["resource 2", "driver 7"]);
});
