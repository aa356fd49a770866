import type { Permission } from "../../../shared/kernel/access";
import { permissions } from "../../../shared/access";
import { sql } from "../../../server/platform/database/unit-of-work";
import { endTrip, startTrip } from "../../../server/bookings/trips/trips.service";
import { carsStream } from "../../../shared/bookings/resources/resources.events";
import type { Trip } from "../../../shared/bookings/trips/trips.contract";
import type { PublicTrip } from "../../../shared/bookings/trips/trips.events";
import { applyTrip } from "../../../shared/bookings/trips/trips.rules";
import { multipart } from "../../support/multipart";
import { runSerialized } from "../../support/serialized";
import { pdf, png } from "../../support/sample-files";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";

const server = testServer();
let world: World;
let car: number;
let driver: number;
const hourMs = 3_600_000;
const fromNow = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();
const insertCarBooking = sql(
  "test.carBooking",
  `INSERT INTO booking (tenant_id, bookable_type, car_type, car_id, driver_id, requester_id, title, private, status, from_place,
     to_place, starts_at, ends_at)
   VALUES (current_tenant(), 'car', 'minibus', $1, $2, $3, 'Erbil to Duhok', $4, $5, 'Erbil', 'Duhok', $6, $7) RETURNING id`,
);

beforeEach(async () => {
  world = await server.world();
  car = await post("/car", { name: "Ford Transit", type: "minibus", plate_number: "22 E 4417", mileage: 84_210 });
  driver = await post("/driver", { user_id: world.employee.id });
});

const admin = () => world.api(world.admin);
const me = () => world.api(world.employee);
const post = async (url: string, body: object) =>
  (requireOk(await admin().post(url, body)).body.data as { id: number }).id;
interface Booked {
  from?: number;
  until?: number;
  by?: Person;
  hidden?: boolean;
  status?: string;
  on?: number;
  drivenBy?: number | null;
}
async function booked({
  from = 1,
  until = 3,
  by = world.hr,
  hidden = false,
  status = "approved",
  ...who
}: Booked = {}) {
  const { on = car, drivenBy = driver } = who;
  const values = [on, drivenBy, by.id, hidden, status, fromNow(from), fromNow(until)];
  return (await world.tx((tx) => tx.one<{ id: number }>(insertCarBooking, values)))?.id as number;
}
const start = (id: number, mileage = 84_210, who = me()) => who.put(`/driver-reservation/${id}/start`, { mileage });
const end = (id: number, mileage: number, overrides: object = {}) =>
  me().put(`/driver-reservation/${id}/end`, { mileage, ...overrides });
const list = async (who: Person, query: object = {}) =>
  requireOk(await world.api(who).get("/driver-reservation", { query: query as Record<string, string> })).body as {
    data: Trip[];
    meta: { total: number };
  };
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const fieldsOf = ({ body }: { body: { errors?: object } }) => Object.keys(body.errors ?? {});

test("drivers see only their own trips; users with reservation-approve see all", async () => {
  const mine = await booked();
  const own = await booked({ from: 10, until: 12, by: world.finance, drivenBy: null });
  await booked({ from: 20, until: 22, status: "rejected" });
  expect((await list(world.employee)).data.map(({ id }) => id)).toEqual([mine]);
  expect((await list(world.finance)).data.map(({ id }) => id)).toEqual([own]);
  expect((await list(world.hr)).data).toEqual([]);
  expect(codeOf(await me().get("/driver-reservation", { query: { whose: "everyone" } }))[0]).toBe(403);
  expect((await list(world.manager, { whose: "everyone" })).data.map(({ id }) => id)).toEqual([mine, own]);
  for (const who of [world.hr, world.finance])
    expect(codeOf(await start(mine, 84_210, world.api(who)))).toEqual([403, "trip.notYours"]);
  expect((await start(mine, 84_210, world.api(world.external))).status).toBe(403);
  expect((await start(999_999)).status).toBe(404);
  requireOk(await start(mine, 84_210, world.api(world.manager)));
});

test("a trip is read by its driver and by approvers, and only while it is approved", async () => {
  const id = await booked({ hidden: true, by: world.admin });
  const read = (who: Person, trip = id) => world.api(who).get(`/driver-reservation/${trip}`);
  for (const who of [world.finance, world.hr]) expect(codeOf(await read(who))).toEqual([403, "trip.notYours"]);
  expect((await read(world.external)).status).toBe(403);
  const cancelled = await booked({ from: 10, until: 12, status: "cancelled" });
  for (const missing of [cancelled, 999_999]) expect((await read(world.employee, missing)).status).toBe(404);
  expect(requireOk(await read(world.employee)).body.data).toEqual((await list(world.employee)).data[0]);
  const managersTrip = requireOk(await read(world.manager)).body.data;
  expect(managersTrip).toMatchObject({ id, title: null, requester: null, from_place: null, can: { start: true } });
});

test("a trip can't start or end twice, or while its car or driver is on another trip", async () => {
  const id = await booked();
  expect(codeOf(await end(id, 84_300))).toEqual([409, "trip.notStarted"]);
  expect(codeOf(await me().put(`/driver-reservation/${id}/note`, { note: "Scratch" }))).toEqual([
    409,
    "trip.notStarted",
  ]);
  for (const when of [
    { from: 5, until: 6 },
    { from: -40, until: -30 },
    { from: -26, until: -25 },
  ])
    expect(codeOf(await start(await booked(when)))).toEqual([409, "booking.notNow"]);
  expect(codeOf(await start(await booked({ from: 3.5, until: 4, status: "cancelled" })))).toEqual([
    409,
    "booking.notNow",
  ]);
  requireOk(await start(id));
  expect(codeOf(await start(id))).toEqual([409, "trip.started"]);
  const other = await post("/car", { name: "Corolla", type: "sedan", plate_number: "22 A 1" });
  const elsewhere = await booked({ from: -3, until: -2, on: other });
  expect(codeOf(await start(elsewhere, 10))).toEqual([409, "trip.driverOut"]);
  const another = await post("/driver", { user_id: world.finance.id });
  const same = await booked({ from: -3, until: -2, drivenBy: another });
  expect(codeOf(await start(same, 84_210, world.api(world.finance)))).toEqual([409, "trip.carOut"]);
  requireOk(await end(id, 84_300));
  expect(codeOf(await end(id, 84_301))).toEqual([409, "trip.ended"]);
});

test("events of private trips have no actor when the driver is the actor", async () => {
  const hidden = await booked({ hidden: true, by: world.employee, from: -1, until: 0.5 });
  const mark = server.published.length;
  const toldOf = (id: number) =>
    world
      .events(mark)
      .filter(({ stream, event }) => stream === carsStream(world.tenantId) && (event.data as PublicTrip).id === id)
      .map(({ event }) => [event.type, event.actor?.id ?? null]);
  requireOk(await start(hidden));
  requireOk(await end(hidden, 84_300, { note: "Scratch" }));
  requireOk(await me().put(`/driver-reservation/${hidden}/note`, { note: "None" }));
  const { payload, headers } = multipart([{ name: "file", filename: "door.png", value: png() }]);
  const photos = `/driver-reservation/${hidden}/photo`;
  const photo = requireOk(await me().post(photos, payload, { headers })).body.data as { id: number };
  requireOk(await me().delete(`${photos}/${photo.id}`));
  expect(toldOf(hidden)).toEqual(
    ["trip.started", "trip.ended", "trip.noted", "trip.noted", "trip.noted"].map((type) => [type, null]),
  );
  const open = await booked();
  requireOk(await start(open, 84_300));
  expect(toldOf(open)).toEqual([["trip.started", world.employee.id]]);
});

test("a note that another user has changed since it was read isn't overwritten", async () => {
  const id = await booked();
  requireOk(await start(id));
  const note = (body: object, who = me()) => who.put(`/driver-reservation/${id}/note`, body);
  requireOk(await note({ note: "Scratch on the door", before: null }, admin()));
  for (const refused of [
    await note({ note: "None", before: null }),
    await note({ before: "" }),
    await end(id, 84_300, { note: "None", before: "Scratch" }),
  ]) {
    expect(codeOf(refused)).toEqual([409, "organization.stale"]);
    expect(refused.body.data).toMatchObject({ id, log: { note: "Scratch on the door", ended_at: null } });
  }
  requireOk(await note({ note: "Scratch and dent", before: "Scratch on the door" }));
  requireOk(await end(id, 84_300, { note: "Scratch, dent, no fuel", before: "Scratch and dent" }));
  const { data } = requireOk(await note({ note: "", before: "Scratch, dent, no fuel" })).body as { data: Trip };
  expect(data.log?.note).toBeNull();
});

test("mileage can't decrease, and the car's mileage is updated by the trip", async () => {
  const id = await booked();
  expect(fieldsOf(await start(id, 84_209))).toEqual(["mileage"]);
  expect(fieldsOf(await start(id, 89_211))).toEqual(["mileage"]);
  requireOk(await start(id, 84_215));
  expect(fieldsOf(await end(id, 84_214))).toEqual(["mileage"]);
  expect(fieldsOf(await end(id, 84_300, { fuel_litres: -1 }))).toEqual(["fuel_litres"]);
  const { data } = requireOk(await end(id, 84_391, { fuel_litres: 32.5, note: "Scratch" })).body as { data: Trip };
  expect(data).toMatchObject({
    car: { mileage: 84_391 },
    log: { start_km: 84_215, end_km: 84_391, fuel_litres: 32.5, note: "Scratch" },
    can: { start: false, end: false, note: true },
  });
  const changed = (statement: string) => world.tx((tx) => tx.manager.query(`${statement} WHERE booking_id = ${id}`));
  await expect(changed("UPDATE trip SET end_km = 84400")).rejects.toThrow("What is logged stays");
  await expect(changed("UPDATE trip SET start_km = 84211")).rejects.toThrow("What is logged stays");
  await expect(changed("DELETE FROM trip")).rejects.toThrow("permission denied");
});

test("two concurrent mileage entries for a car: the second checks the first", async () => {
  const [one, other] = [await booked({ from: -2, until: -1 }), await booked({ from: 0.5, until: 1, drivenBy: null })];
  const boss = { id: world.admin.id, permissions: new Set(permissions) } as never;
  requireOk(await start(one, 84_210));
  const [first, second] = await runSerialized(
    server,
    world,
    (tx) => endTrip(tx, boss, one, { mileage: 84_500 } as never) as Promise<unknown>,
    (tx) => startTrip(tx, boss, other, 84_400) as Promise<unknown>,
  );
  expect([first?.status, second]).toMatchObject([
    "fulfilled",
    { status: "rejected", reason: { detail: { errors: { mileage: ["trip.mileageFalls"] } } } },
  ]);
  // Two concurrent starts of the same trip: the second is refused.
  const twice = (tx: Parameters<typeof startTrip>[0]) => startTrip(tx, boss, other, 84_500) as Promise<unknown>;
  const [, late] = await runSerialized(server, world, twice, twice);
  expect(late).toMatchObject({ status: "rejected", reason: { code: "trip.started" } });
});

test("a started trip can't be changed; ending it early frees the remaining time", async () => {
  const id = await booked({ from: -1, until: 5 });
  requireOk(await start(id));
  const boss = admin();
  expect(codeOf(await boss.put(`/booking/${id}`, { start_date: fromNow(6) }))).toEqual([409, "trip.started"]);
  expect(codeOf(await boss.delete(`/booking/${id}`))).toEqual([409, "trip.started"]);
  const mark = server.published.length;
  const { data } = requireOk(await end(id, 84_300)).body as { data: Trip };
  expect(data.end_date).toBe(data.log?.ended_at);
  const emitted = world.events(mark).map(({ stream, event }) => `${stream.split(":")[0]} ${event.type}`);
  expect(emitted.sort()).toEqual(["cars booking.updated", "cars trip.ended", "user booking.mine"]);
  await booked({ from: 1, until: 2 });
});

test("a trip that ends before its booking starts frees all but a minute of it", async () => {
  const id = await booked({ from: 1, until: 9 });
  requireOk(await start(id));
  const { data } = requireOk(await end(id, 84_300)).body as { data: Trip };
  expect(Date.parse(data.end_date) - Date.parse(data.start_date)).toBe(60_000);
  await booked({ from: 2, until: 9 });
});

test("a private trip shows the driver only the route, and other users only its time", async () => {
  await booked({ hidden: true });
  const hidden = { title: null, requester: null, purpose: null };
  expect((await list(world.employee)).data[0]).toMatchObject({ ...hidden, from_place: "Erbil", to_place: "Duhok" });
  expect((await list(world.manager, { whose: "everyone" })).data[0]).toMatchObject({ ...hidden, from_place: null });
});

test("the trip list updated by events equals a fresh read", async () => {
  const id = await booked({ from: -1, until: 5 });
  await booked({ from: 6, until: 7 });
  const reader = { id: world.employee.id, permissions: new Set<Permission>() };
  const after = async (act: () => Promise<unknown>, when: "ahead" | "past" = "ahead") => {
    const { data } = await list(world.employee);
    const mark = server.published.length;
    await act();
    const now = Date.now();
    const emitted = world.events(mark).filter(({ event }) => event.type.startsWith("trip."));
    const applied = emitted.reduce<Trip[]>(
      (trips, { event }) => applyTrip(trips, event.data as PublicTrip, reader, now),
      data,
    );
    const fresh = (await list(world.employee, { when })).data;
    return [applied.filter((trip) => fresh.some((each) => each.id === trip.id)), fresh];
  };
  const [started, read] = await after(async () => requireOk(await start(id)));
  expect(started).toEqual(read);
  expect(read).toHaveLength(2);
  const [ended, past] = await after(async () => requireOk(await end(id, 84_300, { fuel_litres: 12.25 })), "past");
  expect(ended).toEqual(past);
  const early = await booked({ from: 1, until: 5 });
  requireOk(await start(early, 84_300));
  const [endedEarly, pastEarly] = await after(async () => requireOk(await end(early, 84_310)), "past");
  expect(endedEarly?.[0]).toEqual(pastEarly?.find((trip) => trip.id === early));
});

test("damage photos are visible to driver, requester and approvers only", async () => {
  const id = await booked();
  const add = (who: Person, value: Buffer, filename = "door.png") => {
    const { payload, headers } = multipart([{ name: "file", filename, value }]);
    return world.api(who).post(`/driver-reservation/${id}/photo`, payload, { headers });
  };
  expect(codeOf(await add(world.finance, png()))).toEqual([403, "trip.notYours"]);
  expect(codeOf(await add(world.employee, png()))).toEqual([409, "trip.notStarted"]);
  requireOk(await start(id));
  expect(fieldsOf(await add(world.employee, pdf(), "door.jpg"))).toEqual(["file"]);
  const { data } = requireOk(await add(world.employee, png())).body;
  for (const [who, status] of [
    [world.employee, 200],
    [world.hr, 200],
    [world.manager, 200],
    [world.finance, 404],
  ] as const)
    expect([who.fullname, (await world.api(who).get(data.file.url)).status]).toEqual([who.fullname, status]);
  await world.tx((tx) =>
    tx.manager.query(
      `WITH f AS (INSERT INTO file (tenant_id, name, type, size, storage_key, uploaded_by, preview_state)
         SELECT current_tenant(), 'x.png', 'image/png', 1, 'key' || n || random(), $2, 'none' FROM generate_series(1, 9) n RETURNING id)
       INSERT INTO trip_photo (tenant_id, booking_id, file_id) SELECT current_tenant(), $1, id FROM f`,
      [id, world.employee.id],
    ),
  );
  expect(codeOf(await add(world.employee, png()))).toEqual([409, "trip.photosFull"]);
  const remove = (photo: number) => me().delete(`/driver-reservation/${id}/photo/${photo}`);
  requireOk(await remove(data.id));
  expect((await remove(data.id)).status).toBe(404);
  expect((await me().get(data.file.url)).status).toBe(404);
  requireOk(await end(id, 84_300));
  requireOk(await me().put(`/driver-reservation/${id}/note`, { note: "Scratch on the door" }));
  const old = await booked({ from: -220, until: -210 });
  await world.tx((tx) =>
    tx.manager.query(
      `INSERT INTO trip (tenant_id, booking_id, car_id, driver_id, started_at, start_km, ended_at, end_km)
       VALUES (current_tenant(), $1, $2, $3, now() - interval '9 days', 84300, now() - interval '8 days', 84310)`,
      [old, car, driver],
    ),
  );
  expect(codeOf(await me().put(`/driver-reservation/${old}/note`, { note: null }))).toEqual([409, "trip.ended"]);
});
