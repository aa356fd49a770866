import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { wednesdayAt, newRoom } from "./rooms";

const server = testServer();

let world: World;
beforeEach(async () => {
  world = await server.world();
});

const time = { start_date: wednesdayAt("09:00"), end_date: wednesdayAt("10:00") };
const find = (query: Record<string, string>) =>
  world.api(world.employee).get("/reservations/free", { query: { bookable_type: "room", ...time, ...query } });
const found = async (query: Record<string, string> = {}) =>
  requireOk(await find(query)).body.data.map(({ name, minutes_off }: Record<string, unknown>) => [name, minutes_off]);

test("an invalid search is refused with errors by field", async () => {
  for (const [query, field] of [
    [{ bookable_type: "boat" }, "bookable_type"],
    [{ people: "0" }, "people"],
    [{ end_date: wednesdayAt("08:00") }, "end_date"],
    [{ start_date: "2020-01-01T09:00:00Z", end_date: "2020-01-01T10:00:00Z" }, "start_date"],
  ] as const) {
    const refused = await find(query);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [field]]);
  }
  expect((await world.api(world.external).get("/reservations/free", { query: time })).status).toBe(403);
});

test("free rooms are sorted by smallest fit, then rooms free at nearby times", async () => {
  const [hall, zab, takenRoom] = [
    await newRoom(world, "Hall", { capacity: 30 }),
    await newRoom(world, "Zab", { capacity: 8 }),
    await newRoom(world, "Barzan", { capacity: 10 }),
  ];
  await newRoom(world, "Nook", { capacity: 3 });
  await newRoom(world, "Closed then", { capacity: 12, opens_at: "12:00", closes_at: "18:00" });
  await newRoom(world, "Not for them", { capacity: 12, audience: "selected" });
  const buffered = await newRoom(world, "Buffered", { capacity: 9, buffer_after_minutes: 45 });
  await world.tx((tx) =>
    tx.manager.query("UPDATE room SET tools = '{Screen,Camera}' WHERE id = ANY($1)", [[hall, takenRoom]]),
  );
  const book = async (room: number, from: string, until: string) =>
    requireOk(
      await world.api(world.manager).post("/booking", {
        title: "Taken",
        bookable_type: "room",
        bookable_id: room,
        start_date: wednesdayAt(from),
        end_date: wednesdayAt(until),
      }),
    );
  await book(takenRoom, "09:30", "10:30");
  await book(buffered, "10:00", "11:00");
  expect(await found({ people: "8" })).toEqual([
    ["Zab", 0],
    ["Hall", 0],
    ["Barzan", -30],
  ]);
  expect(await found({ people: "8", tools: "Screen, Camera" })).toEqual([
    ["Hall", 0],
    ["Barzan", -30],
  ]);
  expect(await found({ people: "31" })).toEqual([]);
  for (const { bookable_id, start_date, end_date } of requireOk(await find({})).body.data) {
    const input = { title: "Found", bookable_type: "room", bookable_id, start_date, end_date };
    requireOk(await world.api(world.employee).post("/booking", input));
  }
  expect((await found()).every(([, off]: [string, number]) => off !== 0)).toBe(true);
  expect(zab).toBeGreaterThan(0);
});

test("cars are found by type and seats", async () => {
  await world.tx((tx) =>
    tx.manager.query(
      `INSERT INTO car (tenant_id, name, type, plate_number, seats) SELECT current_tenant(), name, type, name, seats
       FROM (VALUES ('Transit', 'minibus', 9), ('Corolla', 'sedan', 5), ('Kona', 'suv', 5)) AS c (name, type, seats)`,
    ),
  );
  expect(await found({ bookable_type: "car", people: "4" })).toEqual([
    ["Corolla", 0],
    ["Kona", 0],
    ["Transit", 0],
  ]);
  expect(await found({ bookable_type: "car", car_type: "sedan" })).toEqual([["Corolla", 0]]);
  expect(await found({ bookable_type: "car", people: "6" })).toEqual([["Transit", 0]]);
});
