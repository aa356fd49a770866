import { addDays } from "../../shared/time/days.rules";
import { approveBooking } from "../../server/reservations/reservations.service";
import { at } from "../bookings/rooms";
import { managed } from "./asking";
import { oneAtATime } from "../support/one-at-a-time";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { ok } from "../tasks/board";

const server = testServer();
let world: World;
let car: { id: number };
let driver: { id: number };
beforeEach(async () => {
  world = await server.world();
  await managed(world);
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
const post = async (url: string, body: object) => ok(await admin().post(url, body)).body.data as { id: number };
const boss = () => ({ ...world.manager, image: null, permissions: new Set(["reservation-approve"]) }) as never;
const asked = async (from = "07:00", until = "16:00", more: object = {}) => {
  const body = { bookable_type: "car", car_type: "minibus", title: "Erbil to Duhok", seats: 5, driver_needed: true };
  const sent = { ...body, start_date: at(from), end_date: at(until), ...more };
  return ok(await world.api(world.employee).post("/booking", sent)).body.data as { id: number; version: number };
};
const approve = (id: number, body: object) => admin().put(`/booking/${id}/approve`, body);
const both = () => ({ car_id: car.id, driver_id: driver.id });

test("are decided by holders of reservation-approve alone", async () => {
  const { id } = await asked();
  const employee = world.api(world.employee);
  for (const answer of [
    await employee.put(`/booking/${id}/approve`, both()),
    await employee.put(`/booking/${id}/reject`, {}),
    await employee.get(`/booking/${id}/choices`),
  ])
    expect([answer.status, answer.body.code]).toEqual([403, "permission.denied"]);
  expect((await approve(999_999, both())).status).toBe(404);
});

test("need a car that is there and a driver who may drive it, isn't away and is there", async () => {
  const { id, version } = await asked();
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
  expect(ok(await approve(id, both())).body).toMatchObject({ data: { status: "approved", ...both() } });
  expect((await approve(id, both())).body.code).toBe("booking.decided");
  expect((await admin().put(`/booking/${id}/reject`, {})).body.code).toBe("booking.decided");
});

test("offers what is free and fits first, says why others don't, and refuses what another trip has", async () => {
  const first = await asked();
  const van = await post("/car", { name: "VW Transporter", type: "van", plate_number: "22 C 9052", seats: 3 });
  const before = ok(await admin().get(`/booking/${first.id}/choices`)).body.data;
  expect(before).toMatchObject({ car_id: car.id, driver_id: driver.id });
  expect(before.cars.find(({ id }: { id: number }) => id === van.id).against).toEqual(["type", "seats"]);
  ok(await approve(first.id, both()));
  const second = await asked("15:00", "18:00");
  const after = ok(await admin().get(`/booking/${second.id}/choices`)).body.data;
  expect(after).toMatchObject({ car_id: null, driver_id: null });
  expect(after.drivers[0].against).toEqual(["taken"]);
  const refused = await approve(second.id, both());
  expect([refused.status, refused.body.code]).toEqual([409, "booking.taken"]);
  expect(refused.body.data.conflicts[0]).toMatchObject({
    kind: "booking",
    title: "Erbil to Duhok",
    start_date: at("07:00"),
  });
  const back = await asked("16:00", "18:00"); // back to back is fine
  ok(await approve(back.id, both()));
});

test("whoever drives themselves needs a licence for the car until the trip ends; where none is known, whoever decides is told", async () => {
  const { id } = await asked("07:00", "16:00", { driver_needed: false });
  const choices = async () => {
    const { cars, car_id, driver_id, licence_unknown } = ok(await admin().get(`/booking/${id}/choices`)).body.data;
    const { against } = cars.find((one: { id: number }) => one.id === car.id);
    return [against, car_id, driver_id, licence_unknown];
  };
  // Somebody else's licence, and one's own that was taken away, say nothing.
  await post("/driver", { user_id: world.hr.id, licence_classes: ["B"] });
  const gone = await post("/driver", { user_id: world.employee.id, licence_classes: ["B"] });
  expect(await choices()).toEqual([["licence"], null, null, false]);
  ok(await admin().delete(`/driver/${gone.id}`));
  expect(await choices()).toEqual([[], car.id, null, true]);

  const own = await post("/driver", { user_id: world.employee.id, licence_classes: ["B"] });
  const day = at("07:00").slice(0, 10);
  const hold = async (licence_classes: string[], licence_expires_on: string | null) =>
    ok(await admin().put(`/driver/${own.id}`, { user_id: world.employee.id, licence_classes, licence_expires_on }));
  for (const [classes, until] of [
    [["B"], null],
    [["D1"], addDays(day, -1)],
  ] as const) {
    await hold([...classes], until);
    expect(await choices()).toEqual([["licence"], null, null, false]);
    expect((await approve(id, { car_id: car.id })).body.errors).toEqual({ car_id: [expect.stringMatching(/licence/)] });
  }
  // With a driver beside them their own licence doesn't matter.
  const driven = await asked("17:00", "18:00", { driver_needed: false });
  ok(await approve(driven.id, both()));
  await hold(["D1"], day);
  expect(await choices()).toEqual([[], car.id, null, false]);
  ok(await approve(id, { car_id: car.id }));
});

test("a rejected one says why, and whoever asked hears of both", async () => {
  const [yes, no] = [await asked(), await asked("17:00", "18:00")];
  const mark = server.published.length;
  ok(await approve(yes.id, both()));
  const { body } = ok(await admin().put(`/booking/${no.id}/reject`, { reason: "No fuel" }));
  expect(body.data).toMatchObject({ status: "rejected", decision_reason: "No fuel", car_id: null });
  const told = world.events(mark).map(({ stream, event }) => [stream, event.type]);
  for (const type of ["booking.approved", "booking.rejected"])
    expect(told).toContainEqual([`cars:${world.tenantId}`, type]);
  expect(told.filter(([, type]) => type === "booking.mine")).toHaveLength(2);
  const theirs = told.filter(([stream]) => stream === `user:${world.employee.id}`).map(([, type]) => type);
  expect(theirs.filter((type) => type === "request.decided")).toHaveLength(2);
});

test("what a decision says is read by whom it concerns and who decides on bookings, and by nobody else", async () => {
  const [yes, no] = [
    await asked("07:00", "16:00", { participants: [world.finance.id] }),
    await asked("17:00", "18:00"),
  ];
  const mark = server.published.length;
  ok(await approve(yes.id, { ...both(), note: "Since it is your first" }));
  ok(await admin().put(`/booking/${no.id}/reject`, { reason: "Not after last week" }));
  const said = async (person: World["hr"], { id }: { id: number }) =>
    ok(await world.api(person).get(`/booking/${id}`)).body.data.decision_reason;
  for (const person of [world.employee, world.admin, world.manager, world.finance])
    expect(await said(person, yes)).toBe("Since it is your first");
  for (const person of [world.employee, world.admin, world.manager])
    expect(await said(person, no)).toBe("Not after last week");
  const days = { start_date: at("00:00"), end_date: at("23:00") };
  for (const url of ["/reservations", "/reservations/grid"]) {
    const lists = async (person: World["hr"]) =>
      ok(await world.api(person).get(url, { query: { bookable_type: "car", ...days } })).text;
    expect(await lists(world.employee)).toContain("Since it is your first");
    expect(await lists(world.admin)).toContain("Since it is your first");
    expect(await lists(world.hr)).not.toContain("Since it is your first");
  }
  expect([await said(world.hr, yes), await said(world.hr, no), await said(world.finance, no)]).toEqual([
    null,
    null,
    null,
  ]);
  const told = world.events(mark).filter(({ stream }) => !stream.startsWith("user:"));
  expect(JSON.stringify(told)).not.toMatch(/Since it is|Not after/);
});

test("of two who decide at the same moment the second is told that it is decided", async () => {
  const { id } = await asked();
  const run = (tx: Parameters<typeof approveBooking>[0]) => approveBooking(tx, boss(), id, both()) as Promise<unknown>;
  const [first, second] = await oneAtATime(server, world, run, run);
  expect([first?.status, second]).toMatchObject([
    "fulfilled",
    { status: "rejected", reason: { code: "booking.decided" } },
  ]);
});

test("two who give one car to two trips at the same moment: one trip has it", async () => {
  const [one, other] = [await asked(), await asked("08:00", "09:00")];
  const [first, second] = await oneAtATime(
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
