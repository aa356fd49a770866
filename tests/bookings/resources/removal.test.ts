import { permissions } from "../../../shared/access";
import { cancelBooking } from "../../../server/bookings/bookings/change/change";
import { createBooking } from "../../../server/bookings/bookings/change/create";
import { notifyOfTripsOnLeave } from "../../../server/bookings/trips/trips-on-leave.service";
import { createOutage } from "../../../server/bookings/resources/outages.service";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import { type AffectedBooking, maxAffectedBookings } from "../../../shared/bookings/resources/affected-bookings";
import { driverConsumers } from "../../../workers/bookings/trips/trips.feature";
import { insertLeave } from "../bookings/fixtures";
import { leaveFixture, workingWeek } from "../../requests/leave/fixtures";
import { wednesdayAt, doubleBookings, newRoom } from "../bookings/rooms";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";

const server = testServer();
let world: World;
beforeEach(async () => {
  world = await server.world();
});

const admin = () => world.api(world.admin);
const post = async (url: string, body: object, who: Person = world.admin) =>
  (requireOk(await world.api(who).post(url, body)).body.data as { id: number }).id;
const bookingIn = (room: number, from = "09:00", until = "10:00", overrides: object = {}) => ({
  bookable_type: "room",
  bookable_id: room,
  title: "Board",
  start_date: wednesdayAt(from),
  end_date: wednesdayAt(until),
  ...overrides,
});
const outage = (of: object, overrides: object = {}) => ({
  ...of,
  start_date: wednesdayAt("08:00"),
  end_date: wednesdayAt("12:00"),
  reason: "Painters",
  ...overrides,
});
const listOf = ({ body }: { body: { data?: { bookings: AffectedBooking[] } } }) => body.data?.bookings ?? [];
const read = async (id: number) => requireOk(await admin().get(`/booking/${id}`)).body.data;
const notificationsOf = async (who: Person): Promise<string[]> =>
  (
    await world.tx((tx) => tx.manager.query("SELECT kind FROM notification WHERE user_id = $1 ORDER BY id", [who.id]))
  ).map(({ kind }: { kind: string }) => kind);

test("conflicting bookings are listed with free alternatives until each is resolved", async () => {
  const [zab, barzan] = [await newRoom(world, "Zab"), await newRoom(world, "Barzan")];
  await newRoom(world, "Closed", { opens_at: "12:00", closes_at: "18:00" });
  await newRoom(world, "For some", { audience: "selected" });
  await newRoom(world, "To be approved", { auto_approve: false });
  const takenRoom = await newRoom(world, "Taken");
  await post("/booking", bookingIn(takenRoom));
  const open = await post("/booking", bookingIn(zab), world.employee);
  const hidden = await post("/booking", bookingIn(zab, "10:00", "11:00", { private: true }), world.hr);
  await post("/booking", bookingIn(zab, "14:00", "15:00"), world.hr);
  const send = (bookings?: object[]) => admin().post("/outage", outage({ room_id: zab }, { bookings }));
  expect((await world.api(world.employee).post("/outage", outage({ room_id: zab }, { bookings: [] }))).status).toBe(
    403,
  );
  const listed = await send();
  expect([listed.status, listed.body.code]).toEqual([409, "outage.booked"]);
  const [first, second, ...rest] = listOf(listed);
  expect(rest).toEqual([]);
  expect(first).toMatchObject({ id: open, title: "Board", place: "Zab", suggested: barzan });
  expect(first?.choices).toEqual([{ id: barzan, name: "Barzan" }]);
  expect(second).toMatchObject({ id: hidden, title: null, requester: null, suggested: barzan });
  expect((await send([{ id: open, to: null }])).body.code).toBe("outage.booked");
  for (const to of [takenRoom, zab, 999_999])
    expect(
      Object.keys(
        (
          await send([
            { id: hidden, to: null },
            { id: open, to },
          ])
        ).body.errors,
      ),
    ).toEqual(["bookings.1.to"]);
  expect(await read(open)).toMatchObject({ bookable_id: zab, status: "approved" });
});

test("bookings are moved or cancelled with the outage; requesters are notified", async () => {
  const [zab, barzan] = [await newRoom(world, "Zab"), await newRoom(world, "Barzan", { buffer_after_minutes: 15 })];
  const one = await post("/booking", bookingIn(zab), world.employee);
  const other = await post("/booking", bookingIn(zab, "10:30", "11:00", { private: true }), world.hr);
  const mark = server.published.length;
  const bookings = [{ id: one, to: barzan }, { id: other }];
  requireOk(await admin().post("/outage", outage({ room_id: zab }, { bookings })));
  expect(await read(one)).toMatchObject({ bookable_id: barzan, status: "approved", busy_until: wednesdayAt("10:15") });
  expect(await read(other)).toMatchObject({ status: "cancelled" });
  const events = world
    .events(mark)
    .map(({ stream, event }) => `${stream.split(":")[0]} ${event.type} ${event.actor?.id}`);
  expect(events).toEqual(
    expect.arrayContaining([`rooms booking.updated ${world.admin.id}`, "rooms booking.cancelled undefined"]),
  );
  expect(await notificationsOf(world.hr)).toEqual(["booking.cancelled"]);
  expect(await doubleBookings(world)).toEqual([]);
  expect((await admin().post("/booking", bookingIn(zab))).body.code).toBe("booking.taken");
});

test("trips of a deleted driver go to a permitted driver; both drivers are notified", async () => {
  const car = await post("/car", { name: "Ford Transit", type: "minibus", plate_number: "1", licence_class: "D1" });
  const mine = { user_id: world.employee.id, licence_classes: ["B", "D1"] };
  const leaving = await post("/driver", mine);
  const next = await post("/driver", { ...mine, user_id: world.finance.id });
  await post("/driver", { user_id: world.manager.id, licence_classes: ["B"] });
  await post("/driver", { fullname: "Zana", licence_classes: ["D1"], licence_expires_on: "2020-01-01" });
  const { type } = await leaveFixture(world);
  const onLeave = await world.person("employee");
  await post("/driver", { ...mine, user_id: onLeave.id });
  const day = wednesdayAt("07:00").slice(0, 10);
  await insertLeave(world, onLeave, type, day, { from_noon: true });
  await insertLeave(world, world.finance, type, day, { live: false });
  await insertLeave(world, world.finance, type, day, { times: ["18:00", "19:00"] });
  const input = { bookable_type: "car", car_type: "minibus", title: "Erbil to Duhok", driver_needed: true };
  const trip = await post(
    "/booking",
    { ...input, start_date: wednesdayAt("07:00"), end_date: wednesdayAt("16:00") },
    world.hr,
  );
  requireOk(await admin().put(`/booking/${trip}/approve`, { car_id: car, driver_id: leaving }));
  const refused = await admin().delete(`/driver/${leaving}`);
  expect([refused.body.code, listOf(refused)[0]?.choices]).toEqual([
    "organization.inUse",
    [{ id: next, name: world.finance.fullname }],
  ]);
  requireOk(await admin().delete(`/driver/${leaving}`, { bookings: [{ id: trip, to: next }] }));
  expect(await read(trip)).toMatchObject({ driver_id: next, car_id: car, status: "approved" });
  expect(await notificationsOf(world.employee)).toEqual(["booking.driving", "booking.notDriving"]);
  expect(await notificationsOf(world.finance)).toEqual(["booking.driving"]);
  // Deleting a car keeps the driver.
  const van = await post("/car", { name: "VW", type: "minibus", plate_number: "2" });
  requireOk(await admin().delete(`/car/${car}`, { bookings: [{ id: trip, to: van }] }));
  expect(await read(trip)).toMatchObject({ driver_id: next, car_id: van });
  expect(await notificationsOf(world.finance)).toEqual(["booking.driving"]);
  const countNotifications = "SELECT count(*)::int AS times FROM notification_event WHERE user_id = $1";
  expect(await world.tx((tx) => tx.manager.query(countNotifications, [world.finance.id]))).toEqual([{ times: 1 }]);
});

test("cancelled trips show the reason of a car's outage, not of a driver's absence", async () => {
  const car = await post("/car", { name: "Ford Transit", type: "minibus", plate_number: "1" });
  const driver = await post("/driver", { user_id: world.finance.id });
  const input = { bookable_type: "car", car_type: "minibus", title: "Erbil to Duhok", driver_needed: true };
  for (const [of, reason, told] of [
    [{ driver_id: driver }, "In hospital", null],
    [{ car_id: car }, "Brakes", "Brakes"],
  ] as const) {
    const trip = await post(
      "/booking",
      { ...input, start_date: wednesdayAt("09:00"), end_date: wednesdayAt("10:00") },
      world.employee,
    );
    requireOk(await admin().put(`/booking/${trip}/approve`, { car_id: car, driver_id: driver }));
    const mark = server.published.length;
    const { id } = requireOk(await admin().post("/outage", outage(of, { reason, bookings: [{ id: trip }] }))).body.data;
    for (const person of [world.employee, world.admin])
      expect(requireOk(await world.api(person).get(`/booking/${trip}`)).body.data).toMatchObject({
        status: "cancelled",
        decision_reason: told,
      });
    expect(JSON.stringify(world.events(mark)).includes(reason)).toBe(told !== null);
    requireOk(await admin().delete(`/outage/${id}`));
  }
});

test("leave of a driver with trips notifies the users who assign drivers, once", async () => {
  const { ask, manager } = await leaveFixture(world);
  const days = workingWeek(5);
  const car = await post("/car", { name: "Ford Transit", type: "minibus", plate_number: "1" });
  const driver = await post("/driver", { user_id: world.employee.id });
  await world.tx((tx) =>
    tx.manager.query(
      `INSERT INTO booking (tenant_id, bookable_type, car_type, car_id, driver_id, requester_id, title, status, starts_at, ends_at)
       SELECT current_tenant(), 'car', 'minibus', $1, $2, $3, 'Trip', 'approved', at, at + interval '1 hour'
       FROM unnest(ARRAY[$4::date + interval '9 hours', $4::date + interval '33 hours', $4::date - interval '40 hours']) AS at`,
      [car, driver, world.hr.id, days.start_date],
    ),
  );
  const { id } = requireOk(await ask(days)).body.data;
  const mark = server.published.length;
  requireOk(await manager.put(`/leave/leave-request/${id}/approve`, {}));
  for (let run = 0; run < 2; run++)
    for (const { event, stream } of world.events(mark))
      for (const consumer of driverConsumers)
        if (consumer.events.some((type) => type === event.type))
          await world.tx((tx) => consumer.consume(tx, event as never, stream));
  const [row] = await world.tx((tx) =>
    tx.manager.query(`SELECT "values", count FROM notification WHERE user_id = $1 AND kind = 'driver.awayWithTrips'`, [
      world.admin.id,
    ]),
  );
  expect(row).toMatchObject({ count: 1, values: { count: "2", date: days.start_date } });
  expect(await notificationsOf(world.finance)).toEqual([]);
});

test("leave reports only the trips in its hours, also after a change of its dates", async () => {
  const { type } = await leaveFixture(world);
  await world.tx((tx) => tx.manager.query("UPDATE tenant SET time_zone = 'UTC'"));
  const day = wednesdayAt("00:00").slice(0, 10);
  const car = await post("/car", { name: "Ford Transit", type: "minibus", plate_number: "1" });
  const driver = await post("/driver", { user_id: world.employee.id });
  await world.tx((tx) =>
    tx.manager.query(
      `INSERT INTO booking (tenant_id, bookable_type, car_type, car_id, driver_id, requester_id, title, status, starts_at, ends_at)
       SELECT current_tenant(), 'car', 'minibus', $1, $2, $3, 'Trip', 'approved', at, at + interval '1 hour'
       FROM unnest(ARRAY[$4::timestamptz, $5::timestamptz]) AS at`,
      [car, driver, world.hr.id, wednesdayAt("09:00"), wednesdayAt("12:00")],
    ),
  );
  await insertLeave(world, world.employee, type, day, { to_noon: true });
  await insertLeave(world, world.employee, type, day, { live: false });
  const [leave, change] = (
    await world.tx((tx) =>
      tx.manager.query("SELECT id FROM leave_request WHERE user_id = $1 ORDER BY id", [world.employee.id]),
    )
  ).map(({ id }: { id: string }) => Number(id)) as [number, number];
  await world.tx(async (tx) => {
    await tx.manager.query("UPDATE leave_request SET kind = 'change' WHERE id = $1", [change]);
    await tx.manager.query(
      "INSERT INTO leave_change (id, tenant_id, user_id, leave_id) VALUES ($1, current_tenant(), $2, $3)",
      [change, world.employee.id, leave],
    );
  });
  for (const id of [leave, change]) {
    await world.tx((tx) => tx.manager.query("DELETE FROM notification WHERE user_id = $1", [world.admin.id]));
    await world.tx((tx) => notifyOfTripsOnLeave(tx, id, id));
    const rows = await world.tx((tx) =>
      tx.manager.query(`SELECT "values" FROM notification WHERE user_id = $1 AND kind = 'driver.awayWithTrips'`, [
        world.admin.id,
      ]),
    );
    expect(rows).toMatchObject([{ values: { count: "1", date: day } }]);
  }
});

test("a building is deleted with floors, rooms and bookings once all are resolved", async () => {
  const elsewhere = await newRoom(world, "Barzan");
  const building = await post("/building", { name: "Citadel House" });
  const floor = await post("/floor", { name: "Ground", building_id: building });
  const room = await post("/room", { name: "Zab", building_id: building, floor_id: floor });
  const booking = await post("/booking", bookingIn(room), world.employee);
  const refused = await admin().delete(`/building/${building}`);
  expect(refused.body.data.uses.map(({ kind }: { kind: string }) => kind)).toEqual(["floors", "bookings"]);
  expect((await admin().delete(`/building/${building}`, { bookings: [] })).body.code).toBe("organization.inUse");
  expect(requireOk(await admin().get("/floor")).body.data.map(({ id }: { id: number }) => id)).toContain(floor);
  requireOk(await admin().delete(`/building/${building}`, { bookings: [{ id: booking, to: elsewhere }] }));
  for (const url of ["/building", "/floor", "/room"]) {
    const ids = requireOk(await admin().get(url)).body.data.map(({ name }: { name: string }) => name);
    expect(ids).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(Citadel House|Zab)$/)]));
  }
  expect(await read(booking)).toMatchObject({ bookable_id: elsewhere });
});

test("suggested replacements keep the buffers of the new room between each other", async () => {
  const zab = await newRoom(world, "Zab");
  const barzan = await newRoom(world, "Barzan", { buffer_after_minutes: 15 });
  for (const [from, until] of [
    ["09:00", "10:00"],
    ["10:00", "10:45"],
    ["11:00", "12:00"],
  ])
    await post("/booking", bookingIn(zab, from, until), world.employee);
  const send = (bookings?: object[]) => admin().post("/outage", outage({ room_id: zab }, { bookings }));
  const listed = listOf(await send());
  expect(listed.map(({ suggested }) => suggested)).toEqual([barzan, null, barzan]);
  requireOk(await send(listed.map(({ id, suggested }) => ({ id, to: suggested }))));
});

test("bookings of a deleted location beyond the listed ones follow the suggestion", async () => {
  const elsewhere = await newRoom(world, "Barzan");
  const building = await post("/building", { name: "Citadel House" });
  const floor = await post("/floor", { name: "Ground", building_id: building });
  const room = await post("/room", { name: "Zab", building_id: building, floor_id: floor });
  await world.tx((tx) =>
    tx.manager.query(
      `WITH s AS (INSERT INTO booking_series (tenant_id, repeat, rrule, time_zone, begins)
         VALUES (current_tenant(), 'daily', 'FREQ=DAILY', 'UTC', '09:00') RETURNING id)
       INSERT INTO booking (tenant_id, bookable_type, room_id, requester_id, title, status, starts_at, ends_at, series_id, series_date)
       SELECT current_tenant(), 'room', $1, $2, 'Stand-up', 'approved', at, at + interval '1 hour', s.id, at::date
       FROM s, generate_series($3::timestamptz, $3::timestamptz + ${maxAffectedBookings + 1} * interval '1 day', interval '1 day') AS at`,
      [room, world.employee.id, wednesdayAt("09:00")],
    ),
  );
  const lastDay = new Date(Date.parse(wednesdayAt("09:00")) + (maxAffectedBookings + 1) * 86_400_000);
  await world.tx((tx) =>
    tx.manager.query(
      `INSERT INTO booking (tenant_id, bookable_type, room_id, requester_id, title, status, starts_at, ends_at)
       VALUES (current_tenant(), 'room', $1, $2, 'In the way', 'approved', $3, $4)`,
      [elsewhere, world.hr.id, lastDay, new Date(lastDay.getTime() + 3_600_000)],
    ),
  );
  const refused = await admin().delete(`/building/${building}`);
  const listed = listOf(refused);
  expect([
    listed.length,
    refused.body.data.uses.find(({ kind }: { kind: string }) => kind === "bookings").count,
  ]).toEqual([maxAffectedBookings, maxAffectedBookings + 2]);
  const answers = listed.map(({ id }) => ({ id, to: null }));
  expect((await admin().delete(`/building/${building}`, { bookings: answers.slice(1) })).body.code).toBe(
    "organization.inUse",
  );
  requireOk(await admin().delete(`/building/${building}`, { bookings: answers }));
  const rows = await world.tx((tx) =>
    tx.manager.query(
      `SELECT status, room_id::int AS room, count(*)::int FROM booking WHERE title = 'Stand-up' GROUP BY status, room_id ORDER BY 1`,
    ),
  );
  expect(rows).toEqual([
    { status: "approved", room: elsewhere, count: 1 },
    { status: "cancelled", room, count: maxAffectedBookings + 1 },
  ]);
});

test("moving a booking to a room booked concurrently is refused", async () => {
  const [zab, barzan] = [await newRoom(world, "Zab"), await newRoom(world, "Barzan")];
  const id = await post("/booking", bookingIn(zab), world.employee);
  const boss = { id: world.admin.id, fullname: "Ada", image: null, permissions: new Set(permissions) } as never;
  const away = (tx: Tx) =>
    createOutage(tx, boss, outage({ room_id: zab }, { bookings: [{ id, to: barzan }] }) as never) as Promise<unknown>;
  const book = (tx: Tx) => createBooking(tx, boss, bookingIn(barzan) as never) as Promise<unknown>;
  const [, late] = await runSerialized(server, world, book, away);
  expect(late).toMatchObject({
    status: "rejected",
    reason: { code: expect.stringMatching(/^(booking.taken|request.invalid)$/) },
  });
  const free = await newRoom(world, "Lalish");
  const moved = (tx: Tx) =>
    createOutage(tx, boss, outage({ room_id: zab }, { bookings: [{ id, to: free }] }) as never) as Promise<unknown>;
  const [, second] = await runSerialized(server, world, (tx) => cancelBooking(tx, boss, id) as Promise<unknown>, moved);
  expect(second?.status).toBe("fulfilled");
  expect(await read(id)).toMatchObject({ bookable_id: zab, status: "cancelled" });
});

test("moved pending bookings get the new approver; cancelled ones are withdrawn", async () => {
  const zab = await newRoom(world, "Zab", { auto_approve: false });
  const barzan = await newRoom(world, "Barzan");
  const [one, other] = [
    await post("/booking", bookingIn(zab), world.employee),
    await post("/booking", bookingIn(zab, "10:00", "11:00"), world.employee),
  ];
  requireOk(await admin().delete(`/room/${zab}`, { bookings: [{ id: one, to: barzan }, { id: other }] }));
  expect(await read(one)).toMatchObject({ bookable_id: barzan, status: "pending" });
  expect(await read(other)).toMatchObject({ status: "cancelled" });
});
