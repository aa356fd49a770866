import { urgentRequests } from "../../server/requests/time-limits.service";
import { UserEntity } from "../../server/people/user.entity";
import { sql } from "../../server/platform/database/unit-of-work";
import { attend } from "../../workers/approvals/waiting";
import { at, newRoom } from "../bookings/rooms";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { ok } from "../tasks/board";
import { managed, requestOfBooking } from "./asking";

const server = testServer();
let world: World;
beforeEach(async () => {
  world = await server.world();
  await managed(world);
  await post("/car", {
    name: "Ford Transit",
    type: "minibus",
    plate_number: "22 E 4417",
    seats: 9,
    hourly_rate: "49.995",
  });
});

const admin = () => world.api(world.admin);
const manager = () => world.api(world.manager);
const post = async (url: string, body: object) => ok(await admin().post(url, body)).body.data as { id: number };
const way = { from_place: "Erbil", to_place: "Duhok", purpose: "Fair", seats: 5 };

async function asked(more: object = {}) {
  const car = { bookable_type: "car", car_type: "minibus", title: "Fair", ...way };
  const body = { ...car, start_date: at("07:00"), end_date: at("09:00"), ...more };
  const booking = ok(await world.api(world.employee).post("/booking", body)).body.data.id as number;
  return { booking, id: await requestOfBooking(world, booking) };
}
const read = async (id: number, by = manager()) => ok(await by.get(`/reservations/request/${id}`)).body.data;

const times = sql(
  "test.bookedAt",
  "UPDATE booking SET starts_at = $2, ends_at = $3 WHERE tenant_id = current_tenant() AND id = $1",
);
const since = sql(
  "test.askedAt",
  "UPDATE request_step SET since = $2 WHERE tenant_id = current_tenant() AND request_id = $1",
);
const hours = (from: Date, many: number) => new Date(from.getTime() + many * 3_600_000);

test("what whoever decides needs: the type, the seats, from where to where, the cost, and until when", async () => {
  const { id, booking } = await asked();
  const data = await read(id);
  expect(data.booking).toMatchObject({ ...way, car_type: "minibus", driver_needed: false });
  expect(data.cost).toEqual({ amount: "99.99", currency: null });
  expect(data.decide_by.closes_on).toBe(at("09:00"));
  // Two weeks ahead and more, the setting is what it goes on by: five working days.
  expect(data.decide_by.moves_on).toBe(data.steps[0].moves_on);
  expect(Date.parse(data.decide_by.moves_on)).toBeLessThan(Date.parse(at("07:00")));
  const inPanel = ok(await manager().get(`/booking/${booking}/choices`)).body.data;
  expect(inPanel.decide_by).toEqual(data.decide_by);
});

test("what begins soon goes on when the schedule passes it on, not a minute earlier; then until it is over", async () => {
  const now = new Date();
  const above = await world.person("manager");
  await world.tx((tx) => tx.repo(UserEntity).update({ id: world.manager.id }, { parentId: above.id }));
  const { id, booking } = await asked();
  await world.tx((tx) => tx.rows(times, [booking, hours(now, 3), hours(now, 5)]));
  await world.tx((tx) => tx.rows(since, [id, hours(now, -1)]));
  const { decide_by, steps } = await read(id);
  expect(decide_by).toEqual({ moves_on: hours(now, 1).toISOString(), closes_on: hours(now, 5).toISOString() });
  expect(steps[0].moves_on).toBe(decide_by.moves_on);
  const urgent = (minutes: number) =>
    world.tx((tx) => urgentRequests(tx, new Date(Date.parse(decide_by.moves_on) + minutes * 60_000)));
  expect([await urgent(-1), (await urgent(0)).length]).toEqual([[], 1]);
  await attend(server.platform.unitOfWork, world.tenantId, hours(now, 1.5));
  const passed = await read(id, world.api(above));
  expect(passed.steps[0]).toMatchObject({ route: "escalated", approver: { id: above.id } });
  // It has been passed on once; what the setting says comes after its end.
  expect(passed.decide_by).toEqual({ moves_on: null, closes_on: hours(now, 5).toISOString() });
});

test("nobody is asked any more: neither until when nor a cost; nor a cost where there is no rate", async () => {
  const { id } = await asked();
  ok(await manager().put(`/reservations/request/${id}/request-changes`, { note: "Later?" }));
  expect(await read(id)).toMatchObject({ decide_by: null, cost: null, status: "changes_requested" });
  const room = await newRoom(world, "Board room", { auto_approve: false });
  const free = await asked({ bookable_type: "room", bookable_id: room, car_type: undefined, seats: undefined });
  expect(await read(free.id)).toMatchObject({ cost: null, decide_by: { closes_on: at("09:00") } });
  ok(await manager().put(`/reservations/request/${free.id}/reject`, { reason: "No" }));
  expect(await read(free.id)).toMatchObject({ decide_by: null, cost: null });
});
