import { permissions } from "../../../shared/access";
import { maxPastBookings } from "../../../server/bookings/bookings/bookings.sql";
import { createBooking } from "../../../server/bookings/bookings/change/create";
import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import { maxUpcomingBookings } from "../../../shared/bookings/bookings/bookings.rules";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { wednesdayAt, newRoom } from "./rooms";

const server = testServer();
let world: World;
let room: number;
beforeEach(async () => {
  world = await server.world();
  room = await newRoom(world, "Atlas");
});

const later = (n: number) => new Date(Date.parse(wednesdayAt("08:00", 10)) + n * 3_600_000).toISOString();
async function booked(count: number, person: Person, { from = later(0), carId = 0 } = {}): Promise<void> {
  const text = `INSERT INTO booking (tenant_id, bookable_type, room_id, car_type, car_id, requester_id, title, status, starts_at, ends_at)
    SELECT current_tenant(), CASE WHEN $5::bigint > 0 THEN 'car' ELSE 'room' END, CASE WHEN $5 = 0 THEN $2::bigint END,
      CASE WHEN $5 > 0 THEN 'sedan' END, NULLIF($5, 0), $3, 'Held', 'approved', $4::timestamptz + make_interval(hours => n),
      $4::timestamptz + make_interval(hours => n + 1)
    FROM generate_series(0, $1::int - 1) AS n`;
  await world.tx((tx) => tx.rows(unnamedSql(text), [count, room, person.id, from, carId]));
}
const bookingOf = (time: string, overrides: object = {}) => ({
  title: "Sprint review",
  bookable_type: "room",
  bookable_id: room,
  start_date: wednesdayAt(time),
  end_date: wednesdayAt(`${time.slice(0, 2)}:30`),
  ...overrides,
});
const book = (time: string, overrides: object = {}, by = world.employee) =>
  world.api(by).post("/booking", bookingOf(time, overrides));
const tooMany = [409, "booking.tooManyAhead"];
const statusAndCode = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const weeks = (count: number) => ({ repeat: "weekly", repeat_count: count });

test("exceeding the limit of future bookings is refused, and nothing is booked", async () => {
  await booked(maxUpcomingBookings - 2, world.employee);
  expect(statusAndCode(await book("09:00", weeks(3)))).toEqual(tooMany);
  const other = await newRoom(world, "Borneo");
  const third = await newRoom(world, "Cyprus");
  const basket = [other, third].map((bookable_id) => ({ bookable_type: "room", bookable_id }));
  const refused = await book("09:00", { basket });
  expect(statusAndCode(refused)).toEqual(tooMany);
  expect(refused.body.message).toContain("2,000");
  requireOk(await book("09:00", weeks(2)));
  expect(statusAndCode(await book("11:00"))).toEqual(tooMany);
  const [bookingCount] = await world.tx((tx) =>
    tx.rows<{ count: number }>(unnamedSql("SELECT count(*)::int AS count FROM booking WHERE requester_id = $1"), [
      world.employee.id,
    ]),
  );
  expect(bookingCount?.count).toBe(maxUpcomingBookings);
});

test("the limit doesn't count past, cancelled or other users' bookings, or other kinds", async () => {
  await booked(maxUpcomingBookings - 1, world.employee);
  requireOk(await book("09:00"));
  expect(statusAndCode(await book("10:00"))).toEqual(tooMany);
  requireOk(await world.api(world.employee).post("/booking", { ...bookingOf("12:00"), ...car }));
  requireOk(await book("10:00", {}, world.hr));
  const [first] = await world.tx((tx) =>
    tx.rows<{ id: number }>(unnamedSql("SELECT id FROM booking WHERE requester_id = $1 AND title = 'Held' LIMIT 1"), [
      world.employee.id,
    ]),
  );
  requireOk(await world.api(world.employee).delete(`/booking/${first?.id}`));
  requireOk(await book("11:00"));
  expect(statusAndCode(await book("13:00"))).toEqual(tooMany);
  await booked(3, world.employee, { from: "2020-01-01T08:00:00Z" });
  await world.tx((tx) =>
    tx.rows(unnamedSql("UPDATE booking SET status = 'cancelled' WHERE title = 'Held' AND starts_at = $1"), [later(5)]),
  );
  requireOk(await book("13:00"));
  expect(statusAndCode(await book("14:00"))).toEqual(tooMany);
});

const car = { bookable_type: "car", bookable_id: undefined, car_type: "sedan" };

test("pending car requests count towards the limit", async () => {
  const fleet = { name: "Skoda Octavia", type: "sedan", plate_number: "22 E 4417", seats: 5 };
  await booked(maxUpcomingBookings - 1, world.employee, {
    carId: requireOk(await world.api(world.admin).post("/car", fleet)).body.data.id,
  });
  const ask = (time: string) => world.api(world.employee).post("/booking", { ...bookingOf(time), ...car });
  const { id, status } = requireOk(await ask("09:00")).body.data;
  expect([status, ...statusAndCode(await ask("10:00"))]).toEqual(["pending", ...tooMany]);
  requireOk(await world.api(world.employee).delete(`/booking/${id}`));
  requireOk(await ask("10:00"));
});

test("two concurrent bookings: the second counts the first towards the limit", async () => {
  await booked(maxUpcomingBookings - 1, world.employee);
  const { id, fullname } = world.employee;
  const actor = { id, fullname, image: null, permissions: new Set(permissions) } as never;
  const other = await newRoom(world, "Borneo");
  const [one, two] = await runSerialized(
    server,
    world,
    (tx) => createBooking(tx, actor, bookingOf("09:00") as never),
    (tx) => createBooking(tx, actor, bookingOf("09:00", { bookable_id: other }) as never),
  );
  expect([one?.status, two]).toMatchObject(["fulfilled", { reason: { code: "booking.tooManyAhead" } }]);
});

test("the total text of a user's future bookings is limited", async () => {
  await booked(maxUpcomingBookings / 2, world.employee);
  const write = (letters: number) =>
    world.tx((tx) =>
      tx.rows(unnamedSql("UPDATE booking SET note = repeat('x', $2) WHERE requester_id = $1"), [
        world.employee.id,
        letters,
      ]),
    );
  await write(990);
  const note = "y".repeat(2_000);
  const own = requireOk(await book("09:00", { note })).body.data;
  const refused = await book("10:00", { note, repeat: "weekly", repeat_count: 4 });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["note"]]);
  await write(998);
  const change = await world.api(world.employee).put(`/booking/${own.id}`, { note });
  expect([change.status, Object.keys(change.body.errors)]).toEqual([422, ["note"]]);
  requireOk(await book("11:00", { note }, world.manager));
});

test("My bookings shows all active bookings but limits the cancelled ones", async () => {
  await booked(maxPastBookings + 5, world.employee);
  const cancel = "UPDATE booking SET status = 'cancelled' WHERE requester_id = $1";
  await world.tx((tx) => tx.rows(unnamedSql(cancel), [world.employee.id]));
  await booked(3, world.employee);
  const rows = requireOk(await world.api(world.employee).get("/my-reservations")).body.data as { status: string }[];
  const countByStatus = (status: string) => rows.filter((row) => row.status === status).length;
  expect([countByStatus("approved"), countByStatus("cancelled")]).toEqual([3, maxPastBookings]);
});
