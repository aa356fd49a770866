import {
  expireRequests,
  processWaitingRequests,
  readUrgentSteps,
} from "../../../../workers/approvals/approvals/waiting";
import { decisionHeldMs } from "../../../../shared/approvals/approvals/approvals.undo.rules";
import { publishTenantDecisions } from "../../../../workers/approvals/approvals/decisions";
import { formatsOf } from "../../../../server/platform/formats";
import { notificationsSince, runWorkerAfter } from "../../../communication/notifications/worker";
import { UserEntity } from "../../../../server/people/people/user.entity";
import { sql } from "../../../../server/platform/database/unit-of-work";
import { wednesdayAt, newRoom } from "../rooms";
import { runSerialized } from "../../../support/serialized";
import { testServer } from "../../../support/server";
import type { Person, World } from "../../../support/world";
import { requireOk } from "../../../work/tasks/board";
import { requestRooms, assignManager, requestOfBooking } from "../fixtures";

// Extends the undo period of eight seconds, as a busy machine may need more time.
jest.mock("../../../../shared/approvals/approvals/approvals.undo.rules", () => ({ decisionHeldMs: 3_600_000 }));

const server = testServer();
let world: World;
let car: { id: number };
beforeEach(async () => {
  world = await server.world();
  await assignManager(world);
  car = await post("/car", { name: "Ford Transit", type: "minibus", plate_number: "22 E 4417", seats: 9 });
});

const admin = () => world.api(world.admin);
const manager = () => world.api(world.manager);
const employee = () => world.api(world.employee);
const post = async (url: string, body: object) => requireOk(await admin().post(url, body)).body.data as { id: number };
const url = (id: number, verb = "") => `/reservations/request/${id}${verb && `/${verb}`}`;
const read = async (id: number, by = manager()) => requireOk(await by.get(url(id))).body.data;

async function trip(overrides: object = {}) {
  const input = { bookable_type: "car", car_type: "minibus", title: "Erbil to Duhok", seats: 5 };
  const body = { ...input, start_date: wednesdayAt("07:00"), end_date: wednesdayAt("09:00"), ...overrides };
  const booking = requireOk(await employee().post("/booking", body)).body.data.id as number;
  return { booking, id: await requestOfBooking(world, booking) };
}
const statusOf = async (booking: number) =>
  requireOk(await employee().get(`/booking/${booking}`)).body.data.status as string;

const updateBookingTimes = sql(
  "test.moveBooking",
  "UPDATE booking SET starts_at = $2, ends_at = $3 WHERE tenant_id = current_tenant() AND id = $1",
);
const updateStepSince = sql(
  "test.askedSince",
  "UPDATE request_step SET since = $2 WHERE tenant_id = current_tenant() AND request_id = $1",
);
const minutes = (from: Date, count: number) => new Date(from.getTime() + count * 60_000);
const insertBookingWithoutRequest = sql(
  "test.bookingAlone",
  `INSERT INTO booking (tenant_id, bookable_type, car_type, requester_id, title, status, starts_at, ends_at)
   VALUES (current_tenant(), 'car', 'van', $1, 'Alone', 'pending', now() + interval '1 day', now() + interval '2 days')`,
);
const updateBookingStatus = sql(
  "test.bookingDecidedAlone",
  "UPDATE booking SET status = 'cancelled' WHERE tenant_id = current_tenant() AND id = $1",
);
const updateRequestStatus = sql(
  "test.requestAlone",
  "UPDATE request SET status = $2 WHERE tenant_id = current_tenant() AND id = $1",
);

test("the database rejects a pending booking without a pending request", async () => {
  const { booking, id } = await trip();
  const refused = /do not wait together/;
  await expect(world.tx((tx) => tx.rows(insertBookingWithoutRequest, [world.employee.id]))).rejects.toThrow(refused);
  await expect(world.tx((tx) => tx.rows(updateBookingStatus, [booking]))).rejects.toThrow(refused);
  for (const status of ["cancelled", "rejected", "draft"])
    await expect(world.tx((tx) => tx.rows(updateRequestStatus, [id, status]))).rejects.toThrow(refused);
  requireOk(await employee().delete(`/booking/${booking}`));
  for (const status of ["pending", "changes_requested"])
    await expect(world.tx((tx) => tx.rows(updateRequestStatus, [id, status]))).rejects.toThrow(refused);
});

test("only the approver can see and decide a booking request", async () => {
  const { id, booking } = await trip();
  const other = await world.person("manager");
  expect((await world.api(other).get(url(id))).status).toBe(404);
  for (const verb of ["approve", "reject", "request-changes"])
    expect((await world.api(other).put(url(id, verb), { reason: "No", note: "No" })).status).toBe(404);
  expect((await world.api(other).put(`/booking/${booking}/approve`, { car_id: car.id })).body.code).toBe(
    "permission.denied",
  );
  expect((await employee().put(url(id, "approve"), {})).body.code).toBe("request.own");
  expect((await admin().put(url(id, "approve"), {})).body.code).toBe("permission.denied");
  expect(requireOk(await world.api(other).get(`/booking/${booking}/choices`)).body.data).toMatchObject({
    decides: false,
    waits_for: world.manager.fullname,
  });
  requireOk(await admin().put(`/booking/${booking}/approve`, { car_id: car.id }));
  expect((await read(id, employee())).steps).toMatchObject([
    { route: "handed", state: "approved", decided_by: { id: world.admin.id } },
  ]);
});

test("the inbox has the booking's facts; approving uses the proposed car", async () => {
  const { id, booking } = await trip({ from_place: "Erbil", to_place: "Duhok", purpose: "Samples" });
  const beside = await trip({ title: "Samples", start_date: wednesdayAt("08:00"), end_date: wednesdayAt("10:00") });
  // Other private bookings of the requester at that time aren't shown.
  const room = { bookable_type: "room", bookable_id: await newRoom(world, "Closed doors"), private: true };
  requireOk(
    await employee().post("/booking", {
      ...room,
      title: "Doctor",
      start_date: wednesdayAt("10:00"),
      end_date: wednesdayAt("11:00"),
    }),
  );
  const waiting = requireOk(await manager().get("/approvals/inbox?family=booking")).body;
  expect(waiting.meta.counts.booking).toBe(2);
  expect(waiting.data[0].facts.booking).toMatchObject({
    id: booking,
    title: "Erbil to Duhok",
    from_place: "Erbil",
    seats: 5,
  });
  const { choices, day, others, version, can } = await read(id);
  expect([choices.car_id, can]).toMatchObject([car.id, { approve: true, request_changes: true }]);
  expect([day, others]).toMatchObject([
    [{ id: beside.booking, clashes: true, pending: true }],
    [{ id: beside.booking }],
  ]);
  expect((await manager().put(url(id, "approve"), { version: version + 1 })).body.code).toBe("request.stale");
  expect((await manager().put(url(id, "approve"), { car_id: null })).body.errors).toHaveProperty("car_id");
  expect(requireOk(await manager().put(url(id, "approve"), { version })).body.data).toMatchObject({
    status: "approved",
    booking: { place: "Ford Transit" },
  });
  const conflict = await manager().put(url(beside.id, "approve"), { car_id: car.id });
  expect([conflict.status, conflict.body.code, conflict.body.data.conflicts[0].title]).toEqual([
    409,
    "booking.taken",
    "Erbil to Duhok",
  ]);
  expect(requireOk(await manager().get("/approvals/decided")).body.data[0].request).toMatchObject({
    id,
    status: "approved",
  });
  requireOk(await manager().put(`/approvals/request/${id}/undo`));
  expect([await statusOf(booking), (await read(id)).booking.place]).toEqual(["pending", null]);
  requireOk(await manager().put(url(beside.id, "approve"), { car_id: car.id }));
});

test("a private request shows its texts only to the approver, once opened", async () => {
  const { id } = await trip({ private: true, to_place: "Clinic" });
  const { data } = requireOk(await manager().get("/approvals/inbox")).body;
  expect(JSON.stringify(data)).not.toMatch(/Erbil|Clinic/);
  expect((await read(id)).booking).toMatchObject({ title: "Erbil to Duhok", to_place: "Clinic" });
  const above = await world.person("manager");
  await world.tx((tx) => tx.repo(UserEntity).update({ id: world.manager.id }, { managerId: above.id }));
  expect((await read(id, world.api(above))).booking).toMatchObject({ title: null, to_place: null });
});

test("bulk approval approves requests with a free car and reports refused ones", async () => {
  const [one, other] = [await trip(), await trip({ start_date: wednesdayAt("10:00"), end_date: wednesdayAt("11:00") })];
  const second = await post("/car", { name: "Hyundai", type: "minibus", plate_number: "22 E 4418", seats: 9 });
  const third = await trip({ start_date: wednesdayAt("10:30"), end_date: wednesdayAt("11:30"), title: "Third" });
  requireOk(await manager().put(url(third.id, "approve"), { car_id: second.id }));
  const requests = [{ id: one.id }, { id: other.id }];
  const { data } = requireOk(await manager().post("/approvals/approve", { requests })).body;
  expect(data).toMatchObject([
    { id: one.id, done: false, code: "booking.chooseCar" },
    { id: other.id, done: true },
  ]);
  expect(requireOk(await employee().get(`/booking/${other.booking}`)).body.data.car_id).toBe(car.id);
});

test("bulk approval assigns the only suitable free car; booked cars don't count", async () => {
  const approveAll = async (id: number) =>
    requireOk(await manager().post("/approvals/approve", { requests: [{ id }] })).body.data;
  const alone = await trip();
  expect(await approveAll(alone.id)).toMatchObject([{ id: alone.id, done: true }]);
  for (const plate_number of ["22 E 4418", "22 E 4419"])
    await post("/car", { name: "Hyundai", type: "minibus", plate_number, seats: 9 });
  const beside = await trip({ title: "Beside" });
  expect(await approveAll(beside.id)).toMatchObject([{ id: beside.id, done: false, code: "booking.chooseCar" }]);
});

test("rules match by type and duration; the last of two steps assigns the car", async () => {
  const hr = world.api(world.hr);
  const boss = await world.person("manager");
  const condition = { types: ["minibus"], from_amount: "4" };
  const steps = [{ by: "manager" }, { by: "user", user_id: boss.id }];
  expect((await hr.post("/approvals/rule", { family: "booking", name: "Long", ...condition, steps })).status).toBe(403);
  requireOk(await admin().post("/approvals/rule", { family: "booking", name: "Long", ...condition, steps }));
  const short = await trip();
  const long = await trip({ start_date: wednesdayAt("10:00"), end_date: wednesdayAt("15:00") });
  expect((await read(short.id)).steps).toHaveLength(1);
  const first = await read(long.id);
  expect([first.steps.length, first.choices.cars]).toEqual([2, []]);
  requireOk(await manager().put(url(long.id, "approve"), {}));
  expect(await statusOf(long.booking)).toBe("pending");
  const last = await read(long.id, world.api(boss));
  expect(last.choices.car_id).toBe(car.id);
  requireOk(await world.api(boss).put(`/booking/${long.booking}/approve`, { car_id: car.id }));
  expect(await statusOf(long.booking)).toBe("approved");
});

test("moving a booking restarts approval, and editing it makes the version stale", async () => {
  const { id, booking } = await trip();
  const { version } = await read(id);
  requireOk(await employee().put(`/booking/${booking}`, { purpose: "Samples" }));
  expect((await manager().put(url(id, "approve"), { version })).body.code).toBe("request.stale");
  requireOk(await manager().put(url(id, "approve"), {}));
  requireOk(
    await employee().put(`/booking/${booking}`, { start_date: wednesdayAt("12:00"), end_date: wednesdayAt("13:00") }),
  );
  const again = await read(id);
  expect([again.status, again.steps.map(({ round }: { round: number }) => round)]).toEqual(["pending", [1, 2]]);
  requireOk(await manager().put(url(id, "request-changes"), { note: "Later?" }));
  expect([await statusOf(booking), (await read(id)).status]).toEqual(["pending", "changes_requested"]);
  requireOk(await employee().put(`/booking/${booking}`, { purpose: "It has to be then" }));
  expect((await read(id)).status).toBe("pending");
  requireOk(await employee().delete(`/booking/${booking}`));
  expect((await read(id)).status).toBe("cancelled");
  expect(requireOk(await manager().get("/approvals/count")).body.data.waiting).toBe(0);
});

test.each<[string, object, boolean]>([
  ["another destination", { to_place: "Basra" }, true],
  ["another start", { from_place: "" }, true],
  ["more seats", { seats: 6 }, true],
  ["a driver", { driver_needed: true }, true],
  ["fewer seats", { seats: 4 }, false],
  ["another purpose", { purpose: "Fair", title: "Fair" }, false],
  ["the same, sent as a whole", { from_place: "Erbil", to_place: "Duhok", seats: 5, driver_needed: false }, false],
])("changing an approved trip keeps or restarts the approval: %s", async (_, change, again) => {
  const { id, booking } = await trip({ from_place: "Erbil", to_place: "Duhok" });
  requireOk(await manager().put(url(id, "approve"), {}));
  const { data } = requireOk(await employee().put(`/booking/${booking}`, change)).body;
  const { status, steps } = await read(id);
  const state = [data.status, data.car_id === null, status, steps.length];
  expect(state).toEqual(again ? ["pending", true, "pending", 2] : ["approved", false, "approved", 1]);
});

test("moving to a room without approval withdraws the request", async () => {
  const granted = await newRoom(world, "Zab");
  const { id, booking } = await requestRooms(world, await newRoom(world, "Board room", { auto_approve: false }))();
  const { room_id, ...before } = { room_id: (await read(id)).booking.place, ...(await read(id)) };
  expect([room_id, before.status]).toEqual(["Board room", "pending"]);
  requireOk(await employee().put(`/booking/${booking}`, { bookable_id: granted }));
  expect([await statusOf(booking), (await read(id, employee())).status]).toEqual(["approved", "cancelled"]);
});

test("each booking of a series has its own request", async () => {
  const body = { repeat: "weekly", repeat_count: 3 };
  const { id } = await trip(body);
  requireOk(await manager().put(url(id, "approve"), {}));
  const mine = requireOk(await employee().get("/reservations/request")).body;
  expect(mine.data.map(({ status }: { status: string }) => status).sort()).toEqual(["approved", "pending", "pending"]);
});

test("an undecided request expires once at its end, even with two workers", async () => {
  const now = new Date();
  const { id, booking } = await trip();
  const stays = await trip({ title: "Later" });
  await world.tx((tx) => tx.rows(updateBookingTimes, [booking, minutes(now, -90), minutes(now, -30)]));
  const mark = server.published.length;
  const expire = (tx: Parameters<typeof expireRequests>[0]) => expireRequests(tx, now);
  expect(await runSerialized(server, world, expire)).toMatchObject([{ value: 1 }, { value: 0 }]);
  const expired = world.events(mark).filter(({ event }) => event.type === "request.expired");
  const people = [world.employee, world.manager].map((person: Person) => `user:${person.id}`);
  expect(expired.map(({ stream }) => stream).sort()).toEqual(people.sort());
  expect([await statusOf(booking), (await read(id)).status, await statusOf(stays.booking)]).toEqual([
    "expired",
    "expired",
    "pending",
  ]);
  expect((await manager().put(url(id, "approve"), {})).body.code).toBe("request.wrongState");
});

test("a request that begins soon escalates once, after half of the remaining time", async () => {
  const now = new Date();
  const above = await world.person("manager");
  await world.tx((tx) => tx.repo(UserEntity).update({ id: world.manager.id }, { managerId: above.id }));
  const { id, booking } = await trip();
  await world.tx((tx) => tx.rows(updateBookingTimes, [booking, minutes(now, 60), minutes(now, 120)]));
  const urgent = async (since: number) => {
    await world.tx((tx) => tx.rows(updateStepSince, [id, minutes(now, since)]));
    return world.tx((tx) => readUrgentSteps(tx, now));
  };
  expect(await urgent(-50)).toEqual([]);
  expect(await urgent(-70)).toHaveLength(1);
  await processWaitingRequests(server.platform.unitOfWork, world.tenantId, now);
  expect((await read(id)).steps).toMatchObject([{ route: "escalated", approver: { id: above.id } }]);
  expect(await world.tx((tx) => readUrgentSteps(tx, minutes(now, 50)))).toEqual([]);
});

test("a step decided by a delegate also names the original approver", async () => {
  const stand = await world.person("manager");
  const today = new Date().toISOString().slice(0, 10);
  requireOk(await manager().post("/delegation", { delegatee_id: stand.id, start_date: today, end_date: null }));
  const { id } = await trip();
  requireOk(await world.api(stand).put(url(id, "reject"), { reason: "No fuel" }));
  expect((await read(id)).steps[0]).toMatchObject({
    state: "rejected",
    on_behalf_of: { id: world.manager.id },
    note: "No fuel",
  });
});

async function emittedDuring(act: () => Promise<unknown>): Promise<string[]> {
  const mark = server.published.length;
  await runWorkerAfter(server, world, act);
  const { unitOfWork, log } = server.platform;
  await publishTenantDecisions({ unitOfWork, log }, world.tenantId, minutes(new Date(), decisionHeldMs / 60_000 + 1));
  const names = new Map(
    [world.employee, world.manager, world.admin].map(({ id, fullname }) => [id, fullname.split(" ")[0]]),
  );
  return notificationsSince(world, mark)
    .map(({ user, kind, message }) => `${names.get(user)}: ${kind}: ${message}`)
    .sort();
}

test("each action on a booking notifies once with title, resource and time", async () => {
  const day = formatsOf("en").day(wednesdayAt("07:00").slice(0, 10));
  const minibus = `Erbil to Duhok · ${day}, 07:00 to 09:00 (UTC)`;
  const transit = `Erbil to Duhok · Ford Transit · ${day}, 07:00 to 09:00 (UTC)`;
  let { id, booking } = { id: 0, booking: 0 };
  expect(await emittedDuring(async () => ({ id, booking } = await trip()))).toEqual([
    `Mia: request.waiting: Emil Employee needs your decision: ${minibus}`,
  ]);
  expect(await emittedDuring(async () => requireOk(await manager().put(url(id, "approve"), {})))).toEqual([
    `Emil: request.approved: Approved by Mia Manager: ${transit}`,
  ]);
  const later = { start_date: wednesdayAt("08:00"), end_date: wednesdayAt("10:00") };
  const moved = `Erbil to Duhok · ${day}, 08:00 to 10:00 (UTC)`;
  expect(await emittedDuring(async () => requireOk(await admin().put(`/booking/${booking}`, later)))).toEqual([
    `Emil: booking.changed: Ada Admin changed ${moved}`,
    `Mia: request.resubmitted: Emil Employee changed a request and sent it again: ${moved}`,
  ]);
  expect(await emittedDuring(async () => requireOk(await admin().delete(`/booking/${booking}`)))).toEqual([
    `Emil: request.cancelled: Ada Admin cancelled your request: ${moved}`,
    `Mia: request.withdrawn: Ada Admin cancelled a request of Emil Employee: ${moved}`,
  ]);
  ({ id, booking } = await trip());
  expect(
    await emittedDuring(async () => requireOk(await manager().put(url(id, "reject"), { reason: "No fuel" }))),
  ).toEqual([`Emil: request.rejected: Mia Manager rejected your request ${minibus}: No fuel`]);
  ({ id, booking } = await trip());
  const end = new Date(wednesdayAt("09:00"));
  expect(await emittedDuring(() => world.tx((tx) => expireRequests(tx, end)))).toEqual([
    `Emil: request.expired: Your request expired without a decision: ${minibus}`,
    `Mia: request.missed: Expired while waiting for your decision: ${minibus}, from Emil Employee`,
  ]);
});
