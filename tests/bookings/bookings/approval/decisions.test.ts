import { addDays } from "../../../../shared/kernel/days";
import { approveBooking } from "../../../../server/bookings/bookings/approval/decisions.service";
import { wednesdayAt } from "../rooms";
import { assignManager, insertLeave } from "../fixtures";
import { leaveFixture } from "../../../requests/leave/fixtures";
import { runSerialized } from "../../../support/serialized";
import { testServer } from "../../../support/server";
import type { World } from "../../../support/world";
import { requireOk } from "../../../work/tasks/board";

const server = testServer();
let world: World;
let car: { id: number };
let driver: { id: number };
beforeEach(async () => {
  world = await server.world();
  await assignManager(world);
  car = await post("/car", {
    name: "Ford Transit",
    type: "minibus",
    plate_number: "22 E 4417",
    seats: 9,
    licence_class: "D1",
  });
  driver = await post("/driver", {
    fullname: "Khalid Hamid",
    licence_classes: ["B", "D1"],
    licence_expires_on: "2090-01-01",
  });
});

const admin = () => world.api(world.admin);
const post = async (url: string, body: object) => requireOk(await admin().post(url, body)).body.data as { id: number };
const boss = () => ({ ...world.manager, image: null, permissions: new Set(["reservation-approve"]) }) as never;
const requestedTrip = async (from = "07:00", until = "16:00", overrides: object = {}) => {
  const body = { bookable_type: "car", car_type: "minibus", title: "Erbil to Duhok", seats: 5, driver_needed: true };
  const sent = { ...body, start_date: wednesdayAt(from), end_date: wednesdayAt(until), ...overrides };
  return requireOk(await world.api(world.employee).post("/booking", sent)).body.data as { id: number; version: number };
};
const approve = (id: number, body: object) => admin().put(`/booking/${id}/approve`, body);
const both = () => ({ car_id: car.id, driver_id: driver.id });

test("deciding about a booking requires reservation-approve", async () => {
  const { id } = await requestedTrip();
  const employee = world.api(world.employee);
  for (const answer of [
    await employee.put(`/booking/${id}/approve`, both()),
    await employee.put(`/booking/${id}/reject`, {}),
    await employee.get(`/booking/${id}/choices`),
  ])
    expect([answer.status, answer.body.code]).toEqual([403, "permission.denied"]);
  expect((await approve(999_999, both())).status).toBe(404);
});

test("approving without an available car and a licensed driver is refused", async () => {
  const { id, version } = await requestedTrip();
  const small = await post("/driver", { fullname: "Bashar Rafiq", licence_classes: ["B"] });
  const expired = await post("/driver", {
    fullname: "Zana",
    licence_classes: ["D1"],
    licence_expires_on: "2020-01-01",
  });
  for (const [body, field] of [
    [{}, "car_id"],
    [{ car_id: 999_999, driver_id: driver.id }, "car_id"],
    [{ car_id: car.id }, "driver_id"],
    [{ car_id: car.id, driver_id: 999_999 }, "driver_id"],
    [{ car_id: car.id, driver_id: small.id }, "driver_id"],
    [{ car_id: car.id, driver_id: expired.id }, "driver_id"],
  ] as const)
    expect([body, Object.keys((await approve(id, body)).body.errors ?? {})]).toEqual([body, [field]]);
  expect((await approve(id, { ...both(), version: version + 1 })).body.code).toBe("booking.stale");
  expect(requireOk(await approve(id, both())).body).toMatchObject({ data: { status: "approved", ...both() } });
  expect((await approve(id, both())).body.code).toBe("booking.decided");
  expect((await admin().put(`/booking/${id}/reject`, {})).body.code).toBe("booking.decided");
});

test("choices list free and suitable cars first; a booked car is refused", async () => {
  const first = await requestedTrip();
  const van = await post("/car", { name: "VW Transporter", type: "van", plate_number: "22 C 9052", seats: 3 });
  const before = requireOk(await admin().get(`/booking/${first.id}/choices`)).body.data;
  // The client labels plate and seats separately, since "22 B 7716 · 4" would be ambiguous.
  expect(before.cars[0]).toMatchObject({ plate_number: expect.stringMatching(/./), phone_number: null });
  expect(before.cars[0]).toHaveProperty("seats");
  expect(before).toMatchObject({ car_id: car.id, driver_id: driver.id });
  expect(before.cars.find(({ id }: { id: number }) => id === van.id).against).toEqual(["type", "seats"]);
  requireOk(await approve(first.id, both()));
  const second = await requestedTrip("15:00", "18:00");
  const after = requireOk(await admin().get(`/booking/${second.id}/choices`)).body.data;
  expect(after).toMatchObject({ car_id: null, driver_id: null });
  expect(after.drivers[0].against).toEqual(["taken"]);
  const refused = await approve(second.id, both());
  expect([refused.status, refused.body.code]).toEqual([409, "booking.taken"]);
  expect(refused.body.data.conflicts[0]).toMatchObject({
    kind: "booking",
    title: "Erbil to Duhok",
    start_date: wednesdayAt("07:00"),
  });
  const back = await requestedTrip("16:00", "18:00");
  requireOk(await approve(back.id, both()));
});

test("drivers are on leave only during their hours or half day of valid leave", async () => {
  const { type } = await leaveFixture(world);
  await world.tx((tx) => tx.manager.query("UPDATE tenant SET time_zone = 'UTC'"));
  const day = wednesdayAt("07:00").slice(0, 10);
  const people = [world.hr, world.finance, world.manager, await world.person("employee")] as const;
  const drivers: number[] = [];
  for (const { id } of people) drivers.push((await post("/driver", { user_id: id, licence_classes: ["D1"] })).id);
  const [whole, morning, hours, changed] = people;
  await insertLeave(world, whole, type, day);
  await insertLeave(world, morning, type, day, { to_noon: true });
  await insertLeave(world, hours, type, day, { times: ["13:00", "15:00"] });
  await insertLeave(world, changed, type, day, { live: false });
  const onLeave = async (from: string, until: string) => {
    const { id } = await requestedTrip(from, until);
    const { data } = requireOk(await admin().get(`/booking/${id}/choices`)).body;
    return drivers.map((one) =>
      data.drivers.find(({ id }: { id: number }) => id === one).against.some((reason: string) => reason === "leave"),
    );
  };
  expect(await onLeave("10:00", "12:00")).toEqual([true, true, false, false]);
  expect(await onLeave("12:00", "13:00")).toEqual([true, false, false, false]);
  expect(await onLeave("14:00", "16:00")).toEqual([true, false, true, false]);
  expect(await onLeave("15:00", "16:00")).toEqual([true, false, false, false]);
});

test("a car is unsuitable for a self-driver without a license valid until the end", async () => {
  const { id } = await requestedTrip("07:00", "16:00", { driver_needed: false });
  const choices = async () => {
    const { cars, car_id, driver_id, licence_unknown } = requireOk(await admin().get(`/booking/${id}/choices`)).body
      .data;
    const { against } = cars.find((one: { id: number }) => one.id === car.id);
    return [against, car_id, driver_id, licence_unknown];
  };
  // Another user's license and a deleted license don't count.
  await post("/driver", { user_id: world.hr.id, licence_classes: ["B"] });
  const deletedLicence = await post("/driver", { user_id: world.employee.id, licence_classes: ["B"] });
  expect(await choices()).toEqual([["licence"], null, null, false]);
  requireOk(await admin().delete(`/driver/${deletedLicence.id}`));
  expect(await choices()).toEqual([[], car.id, null, true]);

  const own = await post("/driver", { user_id: world.employee.id, licence_classes: ["B"] });
  const day = wednesdayAt("07:00").slice(0, 10);
  const hold = async (licence_classes: string[], licence_expires_on: string | null) =>
    requireOk(
      await admin().put(`/driver/${own.id}`, { user_id: world.employee.id, licence_classes, licence_expires_on }),
    );
  for (const [classes, until] of [
    [["B"], null],
    [["D1"], addDays(day, -1)],
  ] as const) {
    await hold([...classes], until);
    expect(await choices()).toEqual([["licence"], null, null, false]);
    expect((await approve(id, { car_id: car.id })).body.errors).toEqual({ car_id: [expect.stringMatching(/licence/)] });
  }
  // With a driver, the requester's own license doesn't matter.
  const driven = await requestedTrip("17:00", "18:00", { driver_needed: false });
  requireOk(await approve(driven.id, both()));
  await hold(["D1"], day);
  expect(await choices()).toEqual([[], car.id, null, false]);
  requireOk(await approve(id, { car_id: car.id }));
});

test("approving and rejecting a booking emit events to the requester", async () => {
  const [yes, no] = [await requestedTrip(), await requestedTrip("17:00", "18:00")];
  const mark = server.published.length;
  requireOk(await approve(yes.id, both()));
  const { body } = requireOk(await admin().put(`/booking/${no.id}/reject`, { reason: "No fuel" }));
  expect(body.data).toMatchObject({ status: "rejected", decision_reason: "No fuel", car_id: null });
  const emitted = world.events(mark).map(({ stream, event }) => [stream, event.type]);
  for (const type of ["booking.approved", "booking.rejected"])
    expect(emitted).toContainEqual([`cars:${world.tenantId}`, type]);
  expect(emitted.filter(([, type]) => type === "booking.mine")).toHaveLength(2);
  const theirs = emitted.filter(([stream]) => stream === `user:${world.employee.id}`).map(([, type]) => type);
  expect(theirs.filter((type) => type === "request.decided")).toHaveLength(2);
});

test("the note of a decision is visible only to participants and approvers", async () => {
  const [yes, no] = [
    await requestedTrip("07:00", "16:00", { participants: [world.finance.id] }),
    await requestedTrip("17:00", "18:00"),
  ];
  const mark = server.published.length;
  requireOk(await approve(yes.id, { ...both(), note: "Since it is your first" }));
  requireOk(await admin().put(`/booking/${no.id}/reject`, { reason: "Not after last week" }));
  const messagesOf = async (person: World["hr"], { id }: { id: number }) =>
    requireOk(await world.api(person).get(`/booking/${id}`)).body.data.decision_reason;
  for (const person of [world.employee, world.admin, world.manager, world.finance])
    expect(await messagesOf(person, yes)).toBe("Since it is your first");
  for (const person of [world.employee, world.admin, world.manager])
    expect(await messagesOf(person, no)).toBe("Not after last week");
  const days = { start_date: wednesdayAt("00:00"), end_date: wednesdayAt("23:00") };
  for (const url of ["/reservations", "/reservations/grid"]) {
    const lists = async (person: World["hr"]) =>
      requireOk(await world.api(person).get(url, { query: { bookable_type: "car", ...days } })).text;
    expect(await lists(world.employee)).toContain("Since it is your first");
    expect(await lists(world.admin)).toContain("Since it is your first");
    expect(await lists(world.hr)).not.toContain("Since it is your first");
  }
  expect([
    await messagesOf(world.hr, yes),
    await messagesOf(world.hr, no),
    await messagesOf(world.finance, no),
  ]).toEqual([null, null, null]);
  const emitted = world.events(mark).filter(({ stream }) => !stream.startsWith("user:"));
  expect(JSON.stringify(emitted)).not.toMatch(/Since it is|Not after/);
});

test("two concurrent approvals: the second gets booking.decided", async () => {
  const { id } = await requestedTrip();
  const run = (tx: Parameters<typeof approveBooking>[0]) => approveBooking(tx, boss(), id, both()) as Promise<unknown>;
  const [first, second] = await runSerialized(server, world, run, run);
  expect([first?.status, second]).toMatchObject([
    "fulfilled",
    { status: "rejected", reason: { code: "booking.decided" } },
  ]);
});

test("of two concurrent approvals with the same car, one succeeds", async () => {
  const [one, other] = [await requestedTrip(), await requestedTrip("08:00", "09:00")];
  const [first, second] = await runSerialized(
    server,
    world,
    (tx) => approveBooking(tx, boss(), one.id, both()) as Promise<unknown>,
    (tx) => approveBooking(tx, boss(), other.id, both()) as Promise<unknown>,
  );
  expect([first?.status, second]).toMatchObject([
    "fulfilled",
    { status: "rejected", reason: { code: "booking.taken" } },
  ]);
});
