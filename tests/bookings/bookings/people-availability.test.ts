import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { leaveFixture } from "../../requests/leave/fixtures";
import { requireOk } from "../../work/tasks/board";
import { recordStatementNames } from "../../support/statements/sent";
import { insertLeave } from "./fixtures";
import { wednesdayAt, newRoom } from "./rooms";

const server = testServer();

let world: World;
let room: number;
beforeEach(async () => {
  world = await server.world();
  room = await newRoom(world, "Zab");
});

const time = { start_date: wednesdayAt("09:00"), end_date: wednesdayAt("10:00") };
type Query = Record<string, string | number | undefined>;
const ask = (users: readonly Pick<Person, "id">[], query: Query = {}, by: Person = world.employee) => {
  const all = { users: users.map(({ id }) => id).join(","), ...time, ...query };
  return world.api(by).get("/booking/people-free", { query: all as Record<string, string> });
};
const states = async (users: readonly Person[], query: Query = {}, by: Person = world.employee) => {
  const answered = requireOk(await ask(users, query, by)).body.data as { id: number; state: string }[];
  return users.map((person) => answered.find(({ id }) => id === person.id)?.state);
};
const book = async (who: Person, overrides: object = {}) => {
  const input = { title: "Secret talks", bookable_type: "room", bookable_id: room, ...time, ...overrides };
  return requireOk(await world.api(who).post("/booking", input)).body.data as { id: number };
};

test("querying the availability of invalid, external or foreign users is refused", async () => {
  const elsewhere = await server.world();
  const { hr } = world;
  const tooManyUsers = Array.from({ length: 201 }, (_, n) => ({ id: n + 1 }));
  const monthLater = new Date(Date.parse(time.start_date) + 32 * 86_400_000).toISOString();
  for (const [users, query, field] of [
    [[], {}, "users"],
    [tooManyUsers, {}, "users"],
    [[{ id: "x" as unknown as number }], {}, "users.0"],
    [[hr, elsewhere.hr], {}, "users"],
    [[world.external], {}, "users"],
    [[hr], { start_date: undefined }, "start_date"],
    [[hr], { end_date: wednesdayAt("08:00") }, "end_date"],
    [[hr], { end_date: time.start_date }, "end_date"],
    [[hr], { end_date: monthLater }, "end_date"],
    [[hr], { start_date: "2020-01-01T09:00:00Z", end_date: "2020-01-01T10:00:00Z" }, "start_date"],
    [[hr], { start_date: wednesdayAt("09:00", 150), end_date: wednesdayAt("10:00", 150) }, "start_date"],
  ] as [Pick<Person, "id">[], Query, string][]) {
    const queryParameters = Object.fromEntries(
      Object.entries({ ...time, ...query }).filter(([, value]) => value !== undefined),
    );
    const refused = await world.api(world.employee).get("/booking/people-free", {
      query: { users: users.map(({ id }) => id).join(","), ...queryParameters } as Record<string, string>,
    });
    expect([field, refused.status, Object.keys(refused.body.errors)]).toEqual([field, 422, [field]]);
  }
  expect((await ask([hr], {}, world.external)).status).toBe(403);
  expect((await world.api().get("/booking/people-free", { query: { users: String(hr.id), ...time } })).status).toBe(
    401,
  );
});

test("users are busy with bookings they own, attend or drive for, unless declined", async () => {
  const [owner, guest, declined, maybe, driver, idle] = [
    world.manager,
    world.hr,
    world.finance,
    await world.person("employee"),
    await world.person("employee"),
    await world.person("employee"),
  ];
  const all = [owner, guest, declined, maybe, driver, idle];
  expect(await states(all)).toEqual(Array(6).fill("free"));
  const participants = [guest.id, declined.id, maybe.id];
  const { id } = await book(owner, { private: true, participants });
  requireOk(await world.api(declined).put(`/booking/${id}/answer`, { answer: "declined" }));
  requireOk(await world.api(maybe).put(`/booking/${id}/answer`, { answer: "maybe" }));
  await world.tx((tx) =>
    tx.manager.query(
      `WITH d AS (INSERT INTO driver (tenant_id, user_id) VALUES (current_tenant(), $1) RETURNING id),
       c AS (INSERT INTO car (tenant_id, name, type, plate_number, seats) VALUES (current_tenant(), 'Van', 'van', 'E 1', 4)
         RETURNING id)
       INSERT INTO booking (tenant_id, bookable_type, car_type, car_id, driver_id, requester_id, title, status, starts_at, ends_at)
       SELECT current_tenant(), 'car', 'van', c.id, d.id, $2, 'Trip', 'approved', $3, $4 FROM c, d`,
      [driver.id, world.admin.id, time.start_date, time.end_date],
    ),
  );
  const busy = ["busy", "busy", "free", "busy", "busy", "free"];
  expect(await states(all)).toEqual(busy);
  expect((await ask(all)).text).not.toContain("Secret");
  // Intervals are half-open: adjacent bookings don't block.
  expect(await states(all, { start_date: wednesdayAt("10:00"), end_date: wednesdayAt("11:00") })).toEqual(
    Array(6).fill("free"),
  );
  expect(await states(all, { start_date: wednesdayAt("08:00"), end_date: wednesdayAt("09:00") })).toEqual(
    Array(6).fill("free"),
  );
  // Excluding a booking works only for its participants' own edits, so that other users can't infer who takes part in a private booking.
  expect(await states(all, { booking_id: id })).toEqual(busy);
  expect(await states(all, { booking_id: id }, owner)).toEqual(["free", "free", "free", "free", "busy", "free"]);
  requireOk(await world.api(owner).delete(`/booking/${id}`));
  expect(await states(all)).toEqual(["free", "free", "free", "free", "busy", "free"]);
});

test("the availability of invited users who left can still be queried", async () => {
  const piece = await world.tx((tx) =>
    tx.manager.query(
      `INSERT INTO equipment (tenant_id, building_id, name, kind)
       SELECT current_tenant(), building_id, 'Camera', 'camera' FROM room WHERE id = $1 RETURNING id`,
      [room],
    ),
  );
  await book(world.manager, { bookable_type: "equipment", bookable_id: Number(piece[0].id) });
  expect(await states([world.manager])).toEqual(["free"]);
  const leaver = await world.person("employee");
  const { id } = await book(world.employee, { participants: [leaver.id] });
  await world.tx((tx) => tx.manager.query("UPDATE app_user SET active = false WHERE id = $1", [leaver.id]));
  expect((await ask([leaver])).status).toBe(422);
  expect(await states([leaver], { booking_id: id })).toEqual(["free"]);
});

test("approved leave counts as away by half days in the tenant's time zone", async () => {
  const { type } = await leaveFixture(world);
  const day = time.start_date.slice(0, 10);
  const leave = (who: Person, status: string, from_noon: boolean, to_noon: boolean) =>
    insertLeave(world, who, type, day, { status, from_noon, to_noon });
  const { manager: whole, hr: afternoon, finance: morning } = world;
  const waiting = await world.person("employee");
  await leave(whole, "approved", false, false);
  await leave(afternoon, "approved_by_manager", true, false);
  await leave(morning, "approved", false, true);
  await leave(waiting, "pending", false, false);
  const all = [whole, afternoon, morning, waiting];
  const zone = (name: string) => world.tx((tx) => tx.manager.query("UPDATE tenant SET time_zone = $1", [name]));
  await zone("UTC");
  const answer = await ask(all);
  expect(Object.keys(requireOk(answer).body.data[0])).toEqual(["id", "state"]);
  expect(await states(all)).toEqual(["away", "free", "away", "free"]);
  expect(await states(all, { start_date: wednesdayAt("11:00"), end_date: wednesdayAt("12:00") })).toEqual([
    "away",
    "free",
    "away",
    "free",
  ]);
  expect(await states(all, { start_date: wednesdayAt("12:00"), end_date: wednesdayAt("13:00") })).toEqual([
    "away",
    "away",
    "free",
    "free",
  ]);
  expect(await states(all, { start_date: wednesdayAt("11:30"), end_date: wednesdayAt("12:30") })).toEqual([
    "away",
    "away",
    "away",
    "free",
  ]);
  const nextDay = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString();
  const later = { start_date: nextDay, end_date: nextDay.replace("T00", "T01") };
  expect(await states(all, later)).toEqual(["free", "free", "free", "free"]);
  // In New York it is still the previous evening.
  await zone("America/New_York");
  expect(await states(all, later)).toEqual(["away", "away", "free", "free"]);
});

test("checking thirty users runs the same SQL statements as checking one", async () => {
  const people = await Promise.all(Array.from({ length: 30 }, () => world.person("employee")));
  await book(world.manager, { participants: people.slice(0, 10).map(({ id }) => id) });
  await ask([world.hr]);
  const statementsForOne = await recordStatementNames(async () => requireOk(await ask([world.hr])));
  const statementsForMany = await recordStatementNames(async () => requireOk(await ask(people)));
  expect(statementsForMany).toEqual(statementsForOne);
  expect(statementsForOne.filter((each) => each.startsWith("peopleFree"))).toEqual(["peopleFree.read"]);
  expect(statementsForOne.length).toBeLessThanOrEqual(6);
});
