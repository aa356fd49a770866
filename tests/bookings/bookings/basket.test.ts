import { runWhileLocked } from "../../support/serialized";
import { sql, type Tx } from "../../../server/platform/database/unit-of-work";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { wednesdayAt, doubleBookings, newRoom } from "./rooms";

const server = testServer();
let world: World;
let rooms: [number, number];
beforeEach(async () => {
  world = await server.world();
  rooms = [await newRoom(world, "Zab"), await newRoom(world, "Barzan", { auto_approve: false })];
});

const insertPiece = sql(
  "test.basketPiece",
  `INSERT INTO equipment (tenant_id, building_id, name, kind)
   SELECT current_tenant(), building_id, $2, 'projector' FROM room WHERE id = $1 RETURNING id`,
);
const piece = (name: string) =>
  world.tx(async (tx) => (await tx.one<{ id: number }>(insertPiece, [rooms[0], name]))?.id as number);
const selectBookings = sql("test.basketBookings", "SELECT id FROM booking WHERE tenant_id = current_tenant()");
const everyBooking = () => world.tx((tx) => tx.rows<{ id: number }>(selectBookings));

const when = { start_date: wednesdayAt("09:00"), end_date: wednesdayAt("10:00") };
const car = { bookable_type: "car", car_type: "sedan", seats: 3, to_place: "Airport", driver_needed: true };
const room = (id: number, overrides: object = {}) => ({ bookable_type: "room", bookable_id: id, ...overrides });
const basketOf = (...basket: object[]) => ({ title: "Visit", ...room(rooms[0]), ...when, basket });

test("the items of a basket are linked and approved separately", async () => {
  const beamer = await piece("Beamer");
  const body = basketOf(room(rooms[1], { equipment: [beamer] }), car);
  const { message, data, dates } = requireOk(
    await world.api(world.employee).post("/booking", { ...body, participants: [world.hr.id] }),
  ).body;
  expect(message).toBe("Saved. 2 of 3 bookings still need approval.");
  expect(dates).toMatchObject([
    { bookable_id: rooms[0], status: "approved", participants: [{ id: world.hr.id }], equipment: [] },
    { bookable_id: rooms[1], status: "pending", participants: [], equipment: [{ name: "Beamer" }] },
    { car_type: "sedan", status: "pending", seats: 3, to_place: "Airport", driver_needed: true, title: "Visit" },
  ]);
  const ids = new Set(dates.map(({ basket_id }: { basket_id: number }) => basket_id));
  expect([ids.size, ids.has(data.basket_id), data.basket_id > 0]).toEqual([1, true, true]);
  const { together } = requireOk(await world.api(world.hr).get(`/booking/${data.id}`)).body.data;
  expect(together).toEqual([
    { id: dates[1].id, bookable_type: "room", car_type: null, status: "pending", place: "Barzan" },
    { id: dates[2].id, bookable_type: "car", car_type: "sedan", status: "pending", place: null },
  ]);
  requireOk(await world.api(world.admin).put(`/booking/${dates[1].id}/reject`, { reason: "Full" }));
  const after = requireOk(await world.api(world.employee).get(`/booking/${data.id}`)).body.data;
  expect([after.status, after.together[0].status]).toEqual(["approved", "rejected"]);
});

test("a private basket is hidden from other users", async () => {
  const own = requireOk(await world.api(world.employee).post("/booking", { ...basketOf(car), private: true })).body
    .data;
  const read = async (who: World["hr"]) => requireOk(await world.api(who).get(`/booking/${own.id}`)).body.data.together;
  expect([(await read(world.hr)).length, (await read(world.employee)).length]).toEqual([0, 1]);
  const alone = { ...basketOf(), start_date: wednesdayAt("11:00"), end_date: wednesdayAt("12:00") };
  expect(requireOk(await world.api(world.employee).post("/booking", alone)).body.data.basket_id).toBeNull();
});

test("a basket with taken items gets 409 with alternatives and books nothing", async () => {
  const beamer = await piece("Beamer");
  const spare = await piece("Spare");
  const like = await newRoom(world, "Tigris");
  requireOk(
    await world.api(world.hr).post("/booking", {
      title: "Board",
      ...room(rooms[1], { equipment: [beamer] }),
      ...when,
      end_date: wednesdayAt("09:30"),
    }),
  );
  const before = await everyBooking();
  const lost = await world
    .api(world.employee)
    .post("/booking", basketOf(car, room(rooms[1]), room(like, { equipment: [beamer] })));
  expect([lost.status, lost.body.code]).toEqual([409, "booking.taken"]);
  const { conflicts, alternatives } = lost.body.data;
  expect(conflicts).toHaveLength(2);
  expect(conflicts).toContainEqual(expect.objectContaining({ room: "Barzan", bookable_id: rooms[1], title: "Board" }));
  expect(conflicts).toContainEqual(expect.objectContaining({ equipment: "Beamer", bookable_id: beamer }));
  expect(alternatives).toContainEqual(expect.objectContaining({ kind: "later", instead_of: rooms[1] }));
  expect(alternatives).toContainEqual(
    expect.objectContaining({ kind: "equipment", instead_of: beamer, bookable_id: spare }),
  );
  const inPlace = alternatives.filter(({ kind }: { kind: string }) => kind === "room");
  expect(inPlace.map(({ bookable_id }: { bookable_id: number }) => bookable_id)).not.toContain(rooms[0]);
  expect(await everyBooking()).toEqual(before);
});

test("a basket of incompatible items is refused with an error on the field", async () => {
  const beamer = await piece("Beamer");
  const refused = async (body: object) => {
    const { status, body: answer } = await world.api(world.employee).post("/booking", body);
    return [status, Object.keys(answer.errors ?? {})];
  };
  for (const [body, field] of [
    [basketOf(room(rooms[0])), "basket.0.bookable_id"],
    [basketOf({ bookable_type: "room" }), "basket.0.bookable_id"],
    [basketOf(car, { bookable_type: "car" }), "basket.1.car_type"],
    [basketOf({ ...car, equipment: [beamer] }), "basket.0.equipment"],
    [{ ...basketOf(room(rooms[1], { equipment: [beamer] })), equipment: [beamer] }, "basket.0.equipment"],
    [{ ...basketOf(car), repeat: "weekly", repeat_count: 2 }, "basket"],
    [basketOf(...Array.from({ length: 11 }, () => car)), "basket"],
    [{ ...basketOf(room(rooms[1])), basket: "all" }, "basket"],
  ] as const)
    expect(await refused(body)).toEqual([422, [field]]);
  const repeating = await world
    .api(world.employee)
    .post("/booking", { ...basketOf(car), repeat: "daily", repeat_count: 2 });
  expect(repeating.body.errors.basket).toEqual(["Items booked together can’t repeat"]);
  await world.tx((tx) =>
    tx.manager.query("UPDATE room SET opens_at = '12:00', closes_at = '13:00' WHERE id = $1", [rooms[1]]),
  );
  expect(await refused(basketOf(room(rooms[1])))).toEqual([422, ["basket.0.bookable_id"]]);
  expect(await everyBooking()).toEqual([]);
});

test("two baskets with the same rooms in reverse order: one gets 409, no deadlock", async () => {
  const hold = (tx: Tx) => tx.manager.query("SELECT FROM room WHERE id = ANY($1) FOR UPDATE", [rooms]);
  const other = { title: "Visit", ...room(rooms[1]), ...when, basket: [room(rooms[0])] };
  const answers = await runWhileLocked(server, world, hold, [
    () => world.api(world.employee).post("/booking", basketOf(room(rooms[1]))),
    () => world.api(world.hr).post("/booking", other),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  const lost = answers.find(({ status }) => status === 409);
  expect(lost?.body.data.conflicts.map((each: { room: string }) => each.room).toSorted()).toEqual(["Barzan", "Zab"]);
  expect(await everyBooking()).toHaveLength(2);
  expect(await doubleBookings(world)).toEqual([]);
});
