import { sql, unnamedSql } from "../../../server/platform/database/unit-of-work";
import type { Booking } from "../../../shared/bookings/bookings/bookings.contract";
import { wednesdayAt, newRoom } from "../../bookings/bookings/rooms";
import { assignManager, insertLeave, requestRooms } from "../../bookings/bookings/fixtures";
import { leaveFixture } from "../../requests/leave/fixtures";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { notificationsSince, runWorkerAfter } from "../../communication/notifications/worker";

const server = testServer();
const insertCarBooking = sql(
  "test.carBookingOfLeaver",
  `INSERT INTO booking (tenant_id, bookable_type, car_type, car_id, driver_id, requester_id, title, private, status, from_place,
     to_place, driver_needed, starts_at, ends_at)
   VALUES (current_tenant(), 'car', 'minibus', $1, $2, $3, 'Erbil to Duhok', false, 'approved', 'Erbil', 'Duhok', true,
     now() + interval '1 day', now() + interval '25 hours') RETURNING id`,
);

interface Trip {
  car: number;
  /** Another car, and the successor as a driver. */
  successor: [number, number];
}

async function leaveToday(world: World): Promise<void> {
  const [now] = await server.owner.query<{ day: string }[]>("SELECT current_date::text AS day");
  const body = { type: "resignation", last_day: now?.day, successor_id: world.manager.id };
  requireOk(await world.api(world.hr).post(`/user/${world.employee.id}/leaving`, body));
}

test.each([false, true])(
  "a leaver's bookings, and a driver's drives, are emitted as the successor's: %s",
  async (drives) => {
    const world = await server.world();
    const { manager, employee, hr, admin } = world;
    const room = await newRoom(world, "Sirwan");
    const post = async (url: string, body: object) =>
      requireOk(await world.api(admin).post(url, body)).body.data.id as number;
    const car = await post("/car", {
      name: "Ford Transit",
      type: "minibus",
      plate_number: "22 E 4417",
      mileage: 84_210,
    });
    const driver = await post("/driver", { user_id: employee.id });
    const other = drives ? await post("/driver", { user_id: manager.id }) : null;
    const own = await world.tx(async (tx) => {
      const values = [room, employee.id, wednesdayAt("09:00"), wednesdayAt("10:00")];
      const booked = await tx.one<{ id: number }>(
        unnamedSql(`INSERT INTO booking (tenant_id, bookable_type, room_id, requester_id, title, private, status, starts_at, ends_at)
        VALUES (current_tenant(), 'room', $1, $2, 'Plans', false, 'approved', $3, $4) RETURNING id`),
        values,
      );
      return booked?.id as number;
    });
    const drive = (await world.tx((tx) => tx.one<{ id: number }>(insertCarBooking, [car, driver, hr.id])))
      ?.id as number;
    const [now] = await server.owner.query<{ day: string }[]>("SELECT current_date::text AS day");
    const mark = server.published.length;
    const body = { type: "resignation", last_day: now?.day, successor_id: manager.id };
    requireOk(await world.api(hr).post(`/user/${employee.id}/leaving`, body));
    const eventsOn = (stream: string) =>
      world
        .events(mark)
        .filter((one) => one.stream === stream)
        .flatMap(({ event }) => (event.data as { bookings?: Booking[] }).bookings ?? []);
    const of = (stream: string, id: number) => eventsOn(stream).find((booking) => booking.id === id);
    expect(of(`rooms:${world.tenantId}`, own)?.requester).toMatchObject({ id: manager.id });
    expect(of(`user:${manager.id}`, own)?.requester).toMatchObject({ id: manager.id });
    expect(of(`cars:${world.tenantId}`, drive)?.driver_id).toBe(other);
    const kinds = notificationsSince(world, mark)
      .filter(({ user }) => user === manager.id)
      .map(({ kind }) => kind);
    expect(kinds.includes("booking.driving")).toBe(drives);
    const left = await server.owner.query("SELECT FROM driver WHERE user_id = $1 AND deleted_at IS NULL", [
      employee.id,
    ]);
    expect(left).toEqual([]);
  },
);

test("open requests of a leaver's bookings move to the successor", async () => {
  const world = await server.world();
  const { manager, employee, hr, admin } = world;
  await assignManager(world);
  const ask = requestRooms(world, await newRoom(world, "Sirwan", { auto_approve: false }));
  const [waiting, returned, approved] = [await ask(), await ask(), await ask()];
  const url = (id: number, verb = "") => `/reservations/request/${id}${verb}`;
  const read = async (id: number) => requireOk(await world.api(manager).get(url(id))).body.data;
  requireOk(await world.api(manager).put(url(returned.id, "/request-changes"), { note: "Which room?" }));
  requireOk(await world.api(manager).put(url(approved.id, "/approve"), {}));
  expect(await read(waiting.id)).toMatchObject({ requester: { id: employee.id }, can: { approve: true } });
  const [now] = await server.owner.query<{ day: string }[]>("SELECT current_date::text AS day");
  const body = { type: "resignation", last_day: now?.day, successor_id: manager.id };
  requireOk(await world.api(hr).post(`/user/${employee.id}/leaving`, body));
  expect(await read(waiting.id)).toMatchObject({
    requester: { id: manager.id },
    status: "pending",
    can: { approve: false },
    steps: [{ state: "now", instead_of: { id: manager.id } }],
  });
  expect((await world.api(manager).put(url(waiting.id, "/approve"), {})).body.code).toBe("request.own");
  expect(await read(returned.id)).toMatchObject({ requester: { id: manager.id }, status: "changes_requested" });
  requireOk(await world.api(admin).put(url(waiting.id, "/approve"), {}));
  // A decided request keeps its requester until the booking needs another decision.
  expect(await read(approved.id)).toMatchObject({ requester: { id: employee.id }, status: "approved" });
  const moved = { start_date: wednesdayAt("12:00", 8), end_date: wednesdayAt("13:00", 8) };
  for (const { booking } of [returned, approved])
    requireOk(await world.api(manager).put(`/booking/${booking}`, booking === approved.booking ? moved : times(9)));
  for (const { id } of [returned, approved])
    expect(await read(id)).toMatchObject({ requester: { id: manager.id }, status: "pending", can: { approve: false } });
});

test.each<[string, (world: World, trip: Trip) => Promise<unknown>]>([
  ["drives", async (world, { successor }) => world.tx((tx) => tx.one(insertCarBooking, [...successor, world.hr.id]))],
  ["lacks the licence", (_, { car }) => server.owner.query("UPDATE car SET licence_class = 'D' WHERE id = $1", [car])],
  [
    "has an expired licence",
    (_, { successor }) =>
      server.owner.query("UPDATE driver SET licence_expires_on = current_date - 1 WHERE id = $1", [successor[1]]),
  ],
  [
    "is on leave",
    async (world) => {
      const { type } = await leaveFixture(world);
      const [start] = await server.owner.query<{ day: string }[]>(
        "SELECT ((now() + interval '1 day') AT TIME ZONE time_zone)::date::text AS day FROM tenant WHERE id = $1",
        [world.tenantId],
      );
      await insertLeave(world, world.manager, type, start?.day as string);
    },
  ],
])("a trip is reported without a driver if the successor %s", async (_, prevent) => {
  const world = await server.world();
  const { manager, employee, hr, admin } = world;
  const post = async (url: string, body: object) =>
    requireOk(await world.api(admin).post(url, body)).body.data.id as number;
  const [own, other] = await Promise.all(
    [employee, manager].map(async ({ id }) => [
      await post("/car", { name: `Car of ${id}`, type: "minibus", plate_number: `22 E ${id}`, mileage: 10 }),
      await post("/driver", { user_id: id }),
    ]),
  );
  const [car, driver] = own as [number, number];
  const trip = await world.tx((tx) => tx.one<{ id: number }>(insertCarBooking, [car, driver, hr.id]));
  await prevent(world, { car, successor: other as [number, number] });
  await leaveToday(world);
  const rows = await server.owner.query("SELECT driver_id FROM booking WHERE id = $1", [trip?.id]);
  expect(rows).toEqual([{ driver_id: null }]);
  const notified = await server.owner.query(
    `SELECT user_id, "values" ->> 'count' AS count, "values" ->> 'name' AS name, path FROM notification
     WHERE tenant_id = $1 AND kind = 'driver.tripsWithoutDriver'`,
    [world.tenantId],
  );
  const report = { count: "1", name: employee.fullname, path: `/driver-reservation?trip=${trip?.id}` };
  expect(notified).toContainEqual({ user_id: admin.id, ...report });
  expect(notified.map((row: { user_id: number }) => row.user_id)).not.toContain(employee.id);
});

const insertOwnTrip = sql(
  "test.ownTripOfLeaver",
  `INSERT INTO booking (tenant_id, bookable_type, car_type, car_id, requester_id, title, private, status, to_place, driver_needed,
     starts_at, ends_at)
   VALUES (current_tenant(), 'car', 'minibus', $1, $2, 'Duhok', false, 'approved', 'Duhok', false, now() + interval '1 day',
     now() + interval '25 hours') RETURNING id`,
);

test.each<[string, { licence_classes: string[]; licence_expires_on?: string } | null, boolean]>([
  ["lacks the licence", { licence_classes: ["B"] }, true],
  ["has an expired licence", { licence_classes: ["C"], licence_expires_on: "2020-01-01" }, true],
  ["has the licence", { licence_classes: ["C"] }, false],
  ["has no licence on record", null, false],
])("a leaver's own trip is checked when the successor %s", async (_, licence, needsDriver) => {
  const world = await server.world();
  const { manager, employee, admin } = world;
  const post = async (url: string, body: object) =>
    requireOk(await world.api(admin).post(url, body)).body.data.id as number;
  const vehicle = { name: "Ford Transit", type: "minibus", plate_number: "22 E 4417", licence_class: "C" };
  const car = await post("/car", vehicle);
  if (licence) await post("/driver", { user_id: manager.id, ...licence });
  const trip = await world.tx((tx) => tx.one<{ id: number }>(insertOwnTrip, [car, employee.id]));
  await leaveToday(world);
  const rows = await server.owner.query("SELECT requester_id::int, driver_needed FROM booking WHERE id = $1", [
    trip?.id,
  ]);
  expect(rows).toEqual([{ requester_id: manager.id, driver_needed: needsDriver }]);
  const reports = await server.owner.query(
    `SELECT kind, "values" ->> 'name' AS name, path FROM notification WHERE user_id = $1 AND kind LIKE 'driver.%'`,
    [admin.id],
  );
  const path = `/driver-reservation?trip=${trip?.id}`;
  expect(reports).toEqual([
    ...(needsDriver ? [{ kind: "driver.tripsWithoutDriver", name: employee.fullname, path }] : []),
    ...(licence ? [] : [{ kind: "driver.licenceUnknown", name: manager.fullname, path }]),
  ]);
});

test("the participants of all bookings of a leaver are notified", async () => {
  const world = await server.world();
  const { employee, hr, finance } = world;
  const room = await newRoom(world, "Sirwan");
  for (const [weeks, guest] of [hr, finance].entries()) {
    const booking = { title: `Week ${weeks}`, bookable_type: "room", bookable_id: room, participants: [guest.id] };
    requireOk(await world.api(employee).post("/booking", { ...booking, ...times(weeks + 3) }));
  }
  const events = await runWorkerAfter(server, world, () => leaveToday(world));
  expect(events.filter(({ event }) => event.type === "booking.updated")).toHaveLength(2);
  const notified = (userId: number) =>
    server.owner.query("SELECT subject FROM notification WHERE kind = 'booking.changed' AND user_id = $1", [userId]);
  expect(await notified(finance.id)).toEqual([{ subject: "Week 1" }]);
  expect(await notified(world.manager.id)).toHaveLength(2);
});

test("a successor who was invited keeps the booking in the calendar", async () => {
  const world = await server.world();
  const { employee, manager } = world;
  const room = await newRoom(world, "Sirwan");
  const booking = { title: "Plans", bookable_type: "room", bookable_id: room, participants: [manager.id] };
  const { id } = requireOk(await world.api(employee).post("/booking", { ...booking, ...times(3) })).body.data;
  await leaveToday(world);
  const { data } = requireOk(await world.api(manager).get(`/booking/${id}`)).body;
  expect(data).toMatchObject({ requester: { id: manager.id }, participants: [] });
  const invitations = await server.owner.query(
    "SELECT withdrawn_at FROM booking_invitation WHERE booking_id = $1 AND user_id = $2",
    [id, manager.id],
  );
  expect(invitations).toEqual([{ withdrawn_at: null }]);
});

test("handover lists hide private texts and texts of inaccessible projects", async () => {
  const world = await server.world();
  const { employee, hr, manager } = world;
  const room = await newRoom(world, "Sirwan");
  const api = world.api(employee);
  const book = (title: string, day: number, extraFields: object) =>
    api.post("/booking", { title, bookable_type: "room", bookable_id: room, ...times(day), ...extraFields });
  requireOk(await book("Interview elsewhere", 3, { private: true }));
  requireOk(await book("Stand-up", 4, {}));
  const members = [{ user_id: employee.id, role: "member" }];
  const project = requireOk(await world.api(manager).post("/project", { title: "Takeover", code: "TKO", members })).body
    .data;
  const [column] = requireOk(await api.get(`/project/${project.id}/task_tatus`)).body.data as { id: number }[];
  const task = requireOk(await api.post("/task", { title: "Name the price", task_status_id: column?.id })).body.data;
  requireOk(await api.post("/sub_task", { task_id: task.id, name: "Ask the bank", assignee_id: employee.id }));
  requireOk(await api.post("/timer/start", { task_id: task.id }));
  const list = requireOk(await world.api(hr).get(`/user/${employee.id}/leaving`)).body.data;
  const itemsByKind = new Map(
    [...list.handover, ...list.ending].map(({ kind, count, names }) => [kind, [count, names]]),
  );
  expect(itemsByKind.get("bookings")).toEqual([2, ["Stand-up"]]);
  expect([itemsByKind.get("subtasks"), itemsByKind.get("timer")]).toEqual([
    [1, ["TKO-1"]],
    [1, ["TKO-1"]],
  ]);
  expect(JSON.stringify(list)).not.toMatch(/Interview|Ask the bank|Name the price/);
});

const times = (weeks: number) => ({ start_date: wednesdayAt("09:00", weeks), end_date: wednesdayAt("10:00", weeks) });
