import { processWaitingRequests, readUrgentSteps } from "../../../../workers/approvals/approvals/waiting";
import { UserEntity } from "../../../../server/people/people/user.entity";
import { sql } from "../../../../server/platform/database/unit-of-work";
import { wednesdayAt, newRoom } from "../rooms";
import { testServer } from "../../../support/server";
import type { World } from "../../../support/world";
import { requireOk } from "../../../work/tasks/board";
import { assignManager, requestOfBooking } from "../fixtures";

const server = testServer();
let world: World;
beforeEach(async () => {
  world = await server.world();
  await assignManager(world);
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
const post = async (url: string, body: object) => requireOk(await admin().post(url, body)).body.data as { id: number };
const trip = { from_place: "Erbil", to_place: "Duhok", purpose: "Fair", seats: 5 };

async function requestedBooking(overrides: object = {}) {
  const car = { bookable_type: "car", car_type: "minibus", title: "Fair", ...trip };
  const body = { ...car, start_date: wednesdayAt("07:00"), end_date: wednesdayAt("09:00"), ...overrides };
  const booking = requireOk(await world.api(world.employee).post("/booking", body)).body.data.id as number;
  return { booking, id: await requestOfBooking(world, booking) };
}
const read = async (id: number, by = manager()) => requireOk(await by.get(`/reservations/request/${id}`)).body.data;

const updateBookingTimes = sql(
  "test.bookedAt",
  "UPDATE booking SET starts_at = $2, ends_at = $3 WHERE tenant_id = current_tenant() AND id = $1",
);
const updateStepSince = sql(
  "test.askedAt",
  "UPDATE request_step SET since = $2 WHERE tenant_id = current_tenant() AND request_id = $1",
);
const hours = (from: Date, count: number) => new Date(from.getTime() + count * 3_600_000);

test("an approver gets the booking's type, seats, route, cost and deadline", async () => {
  const { id, booking } = await requestedBooking();
  const data = await read(id);
  expect(data.booking).toMatchObject({ ...trip, car_type: "minibus", driver_needed: false });
  expect(data.cost).toEqual({ amount: "99.99", currency: null });
  expect(data.decide_by.closes_on).toBe(wednesdayAt("09:00"));
  // For bookings more than two weeks ahead, the tenant's setting applies: escalation after five working days.
  expect(data.decide_by.moves_on).toBe(data.steps[0].moves_on);
  expect(Date.parse(data.decide_by.moves_on)).toBeLessThan(Date.parse(wednesdayAt("07:00")));
  const inPanel = requireOk(await manager().get(`/booking/${booking}/choices`)).body.data;
  expect(inPanel.decide_by).toEqual(data.decide_by);
});

test("a request that begins soon escalates at the shown time and expires at its end", async () => {
  const now = new Date();
  const above = await world.person("manager");
  await world.tx((tx) => tx.repo(UserEntity).update({ id: world.manager.id }, { managerId: above.id }));
  const { id, booking } = await requestedBooking();
  await world.tx((tx) => tx.rows(updateBookingTimes, [booking, hours(now, 3), hours(now, 5)]));
  await world.tx((tx) => tx.rows(updateStepSince, [id, hours(now, -1)]));
  const { decide_by, steps } = await read(id);
  expect(decide_by).toEqual({ moves_on: hours(now, 1).toISOString(), closes_on: hours(now, 5).toISOString() });
  expect(steps[0].moves_on).toBe(decide_by.moves_on);
  const urgent = (minutes: number) =>
    world.tx((tx) => readUrgentSteps(tx, new Date(Date.parse(decide_by.moves_on) + minutes * 60_000)));
  expect([await urgent(-1), (await urgent(0)).length]).toEqual([[], 1]);
  await processWaitingRequests(server.platform.unitOfWork, world.tenantId, hours(now, 1.5));
  const passed = await read(id, world.api(above));
  expect(passed.steps[0]).toMatchObject({ route: "escalated", approver: { id: above.id } });
  // The request escalated once; the setting's next time would be after the booking's end.
  expect(passed.decide_by).toEqual({ moves_on: null, closes_on: hours(now, 5).toISOString() });
});

test("a request that isn't pending has no deadline or cost", async () => {
  const { id } = await requestedBooking();
  requireOk(await manager().put(`/reservations/request/${id}/request-changes`, { note: "Later?" }));
  expect(await read(id)).toMatchObject({ decide_by: null, cost: null, status: "changes_requested" });
  const room = await newRoom(world, "Board room", { auto_approve: false });
  const free = await requestedBooking({
    bookable_type: "room",
    bookable_id: room,
    car_type: undefined,
    seats: undefined,
  });
  expect(await read(free.id)).toMatchObject({ cost: null, decide_by: { closes_on: wednesdayAt("09:00") } });
  requireOk(await manager().put(`/reservations/request/${free.id}/reject`, { reason: "No" }));
  expect(await read(free.id)).toMatchObject({ decide_by: null, cost: null });
});
