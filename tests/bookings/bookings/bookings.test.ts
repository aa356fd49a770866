import type { Tx } from "../../../server/platform/database/unit-of-work";
import { testServer } from "../../support/server";
import type { Answer } from "../../support/api";
import { runWhileLocked } from "../../support/serialized";
import type { World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { wednesdayAt, doubleBookings, newRoom } from "./rooms";

const server = testServer();

let world: World;
beforeEach(async () => {
  world = await server.world();
});

const bookingOf = (room: number, from: string, until: string, overrides: object = {}) => ({
  title: "Sprint review",
  bookable_type: "room",
  bookable_id: room,
  start_date: wednesdayAt(from),
  end_date: wednesdayAt(until),
  ...overrides,
});
const refused = ({ status, body }: Answer) => [status, body.code, Object.keys(body.errors ?? {})];

test("an invalid booking is refused with errors by field", async () => {
  const room = await newRoom(world, "Zab", {
    opens_at: "08:00",
    closes_at: "18:00",
    longest_minutes: 120,
    ahead_days: 60,
  });
  const groups = await newRoom(world, "Boardroom", { audience: "selected" });
  const early = await newRoom(world, "Hall", { notice_minutes: 60 * 24 * 60 });
  const api = world.api(world.employee);
  const formerEmployee = await world.person("employee", { active: false });
  for (const [change, field] of [
    [{ title: "" }, "title"],
    [{ bookable_id: undefined }, "bookable_id"],
    [{ bookable_id: 999_999 }, "bookable_id"],
    [{ bookable_type: "boat" }, "bookable_type"],
    [{ bookable_type: "car", bookable_id: undefined }, "car_type"],
    [{ start_date: "soon" }, "start_date"],
    [{ end_date: wednesdayAt("09:00") }, "end_date"],
    [{ end_date: wednesdayAt("08:30") }, "end_date"],
    [{ start_date: "2020-01-01T09:00:00Z", end_date: "2020-01-01T10:00:00Z" }, "start_date"],
    [{ start_date: wednesdayAt("09:00", 120), end_date: wednesdayAt("10:00", 120) }, "start_date"],
    [{ start_date: wednesdayAt("09:00", 10), end_date: wednesdayAt("10:00", 10) }, "start_date"],
    [{ start_date: wednesdayAt("07:30") }, "start_date"],
    [{ start_date: wednesdayAt("17:30"), end_date: wednesdayAt("18:15") }, "start_date"],
    [{ end_date: wednesdayAt("09:00", 4) }, "end_date"],
    [{ end_date: wednesdayAt("11:30") }, "end_date"],
    [{ bookable_id: groups }, "bookable_id"],
    [{ bookable_id: early }, "start_date"],
    [{ participants: [world.external.id] }, "participants"],
    [{ participants: [formerEmployee.id] }, "participants"],
    [{ repeat: "custom", rrule: "FREQ=SECONDLY" }, "rrule"],
  ] as const)
    expect([
      change,
      ...refused(await api.post("/booking", { ...bookingOf(room, "09:00", "10:00"), ...change })),
    ]).toEqual([change, 422, "request.invalid", [field]]);
  expect(requireOk(await api.get("/reservations")).body.data).toEqual([]);
});

test("a second booking of a room gets 409 with the conflict and alternatives", async () => {
  const room = await newRoom(world, "Zab");
  const like = await newRoom(world, "Barzan");
  await newRoom(world, "Only asked for", { audience: "selected" });
  const createdBooking = requireOk(await world.api(world.employee).post("/booking", bookingOf(room, "09:00", "10:00")));
  expect([createdBooking.status, createdBooking.body.message]).toEqual([201, "The event has been successfully added."]);
  expect(createdBooking.body.data).toMatchObject({
    bookable_id: room,
    status: "approved",
    series_id: null,
    version: 1,
  });
  const lost = await world.api(world.manager).post("/booking", bookingOf(room, "09:30", "10:30"));
  expect([lost.status, lost.body.code]).toEqual([409, "booking.taken"]);
  expect(lost.body.data.conflicts).toEqual([
    {
      kind: "booking",
      bookable_id: room,
      start_date: wednesdayAt("09:00"),
      end_date: wednesdayAt("10:00"),
      title: "Sprint review",
      requester: { id: world.employee.id, fullname: "Emil Employee", image: null },
    },
  ]);
  expect(
    lost.body.data.alternatives.map(({ kind, bookable_id, start_date }: Record<string, unknown>) => [
      kind,
      bookable_id,
      start_date,
    ]),
  ).toEqual([
    ["later", room, wednesdayAt("10:00")],
    ["room", like, wednesdayAt("09:30")],
  ]);
  // Intervals are half-open, so back-to-back bookings don't conflict.
  requireOk(await world.api(world.manager).post("/booking", bookingOf(room, "10:00", "11:00")));
  expect(await doubleBookings(world)).toEqual([]);
});

test("buffers and outages block bookings and may overlap each other", async () => {
  const room = await newRoom(world, "Zab", { buffer_after_minutes: 15 });
  const api = world.api(world.employee);
  requireOk(await api.post("/booking", bookingOf(room, "09:00", "10:00")));
  expect((await api.post("/booking", bookingOf(room, "10:00", "11:00"))).body.data.conflicts[0].kind).toBe("buffer");
  expect((await api.post("/booking", bookingOf(room, "08:00", "09:00"))).body.data.conflicts[0].kind).toBe("booking");
  requireOk(await api.post("/booking", bookingOf(room, "10:15", "11:00")));
  const outage = (from: string, until: string) =>
    world.tx((tx) =>
      tx.manager.query(
        "INSERT INTO outage (tenant_id, room_id, starts_at, ends_at) VALUES (current_tenant(), $1, $2, $3)",
        [room, wednesdayAt(from), wednesdayAt(until)],
      ),
    );
  await outage("11:00", "12:00");
  await outage("11:30", "13:00");
  await expect(outage("10:30", "11:00")).rejects.toThrow(/occupied_slot_room/);
  expect((await api.post("/booking", bookingOf(room, "12:00", "12:30"))).body.data.conflicts[0].kind).toBe("outage");
});

test("the number of seats of a trip can be changed and cleared", async () => {
  const api = world.api(world.employee);
  const trip = { bookable_type: "car", car_type: "van", title: "Airport", seats: 3 };
  const times = { start_date: wednesdayAt("09:00"), end_date: wednesdayAt("10:00") };
  const { id } = requireOk(await api.post("/booking", { ...trip, ...times })).body.data;
  const seatsAfter = async (change: object) =>
    requireOk(await api.put(`/booking/${id}`, change)).body.data.seats as number | null;
  expect((await api.put(`/booking/${id}`, { seats: 0 })).body.errors).toHaveProperty("seats");
  expect(await seatsAfter({ note: "Two bags" })).toBe(3);
  expect(await seatsAfter({ seats: 4 })).toBe(4);
  expect(await seatsAfter({ seats: null })).toBe(null);
});

test("a room counts as free when only buffers would overlap", async () => {
  const room = await newRoom(world, "Zab", { buffer_before_minutes: 15, buffer_after_minutes: 15 });
  const other = await newRoom(world, "Barzan");
  const api = world.api(world.employee);
  requireOk(await api.post("/booking", bookingOf(room, "10:00", "11:00")));
  const freeAt = async (from: string) => {
    const query = { bookable_type: "room", start_date: wednesdayAt(from), end_date: wednesdayAt("12:00") };
    const { available } = requireOk(await api.get("/reservations/check-date", { query })).body.data;
    return available.map(({ id }: { id: number }) => id);
  };
  expect(await freeAt("11:10")).toEqual([other]);
  expect(await freeAt("11:15")).toEqual([room, other]);
  const { id } = requireOk(await api.post("/booking", bookingOf(other, "11:15", "12:00"))).body.data;
  const refused = await world.api(world.admin).delete(`/room/${other}`);
  expect(refused.body.data.bookings).toMatchObject([{ id, choices: [{ id: room }] }]);
  requireOk(await api.post("/booking", bookingOf(room, "11:15", "12:00")));
  const again = await world.api(world.admin).delete(`/room/${other}`);
  expect(again.body.data.bookings).toMatchObject([{ id, choices: [] }]);
});

test("a booking keeps the buffers of its room until it is moved", async () => {
  const room = await newRoom(world, "Zab");
  const api = world.api(world.employee);
  const { id } = requireOk(await api.post("/booking", bookingOf(room, "09:00", "10:00"))).body.data;
  requireOk(await api.post("/booking", bookingOf(room, "10:00", "11:00")));
  await server.owner.query("UPDATE room SET buffer_after_minutes = 15 WHERE id = $1", [room]);
  const renamed = requireOk(await api.put(`/booking/${id}`, { title: "Planning" })).body.data;
  expect(renamed).toMatchObject({ title: "Planning", busy_until: wednesdayAt("10:00") });
  const longer = await api.put(`/booking/${id}`, {
    start_date: wednesdayAt("08:30"),
    end_date: wednesdayAt("10:00"),
  });
  expect([longer.status, longer.body.code]).toEqual([409, "booking.taken"]);
});

test("the owner and booking managers change and cancel bookings, but not past ones", async () => {
  const room = await newRoom(world, "Zab");
  const other = await newRoom(world, "Barzan", { auto_approve: false });
  const owner = world.api(world.employee);
  const { id } = requireOk(await owner.post("/booking", bookingOf(room, "09:00", "10:00"))).body.data;
  await owner.post("/booking", bookingOf(room, "12:00", "13:00"));
  const stranger = world.api(world.finance);
  for (const answer of [
    await stranger.put(`/booking/${id}`, { title: "Mine" }),
    await stranger.delete(`/booking/${id}`),
  ])
    expect([answer.status, answer.body.code]).toEqual([403, "booking.notYours"]);
  expect(
    (await owner.put(`/booking/${id}`, { start_date: wednesdayAt("12:30"), end_date: wednesdayAt("13:30") })).body.code,
  ).toBe("booking.taken");
  const moved = requireOk(
    await world.api(world.manager).put(`/booking/${id}`, { start_date: wednesdayAt("10:30"), version: 1 }),
  );
  expect(moved.body.message).toBe("The event has been successfully edited.");
  expect(moved.body.data).toMatchObject({
    start_date: wednesdayAt("10:30"),
    end_date: wednesdayAt("11:30"),
    status: "approved",
    version: 2,
  });
  expect((await owner.put(`/booking/${id}`, { title: "Late", version: 1 })).body.code).toBe("booking.stale");
  const changed = requireOk(await owner.put(`/booking/${id}`, { bookable_id: other })).body.data;
  expect(changed).toMatchObject({ bookable_id: other, status: "pending" });
  requireOk(await owner.post("/booking", bookingOf(room, "10:30", "11:30")));
  const cancelled = requireOk(await owner.delete(`/booking/${id}`));
  expect([cancelled.body.message, cancelled.body.id]).toEqual(["The event has been successfully deleted.", id]);
  expect((await owner.delete(`/booking/${id}`)).body.code).toBe("booking.past");
  requireOk(await owner.post("/booking", bookingOf(other, "10:30", "11:30")));
  expect((await owner.get("/booking/999999")).status).toBe(404);
  expect(await doubleBookings(world)).toEqual([]);
});

test("a private booking is shown to other users only as busy", async () => {
  const room = await newRoom(world, "Zab");
  const guest = await world.person("employee", { fullname: "Gus Guest" });
  const mark = server.published.length;
  const overrides = { private: true, note: "Salaries", participants: [guest.id] };
  const { id } = requireOk(await world.api(world.hr).post("/booking", bookingOf(room, "09:00", "10:00", overrides)))
    .body.data;
  const readBooking = async (who: typeof guest) => requireOk(await world.api(who).get(`/booking/${id}`)).body.data;
  for (const who of [world.hr, guest])
    expect(await readBooking(who)).toMatchObject({ title: "Sprint review", note: "Salaries" });
  for (const who of [world.employee, world.manager])
    expect(await readBooking(who)).toMatchObject({ title: null, note: null, requester: null, participants: [] });
  const lost = await world.api(world.employee).post("/booking", bookingOf(room, "09:00", "10:00"));
  expect(lost.body.data.conflicts[0]).toMatchObject({ title: null, requester: null });
  const emitted = world.events(mark).filter(({ event }) => event.type !== "booking.mine");
  expect(JSON.stringify(emitted)).not.toMatch(/Salaries|Sprint review|Hana|Gus/);
  for (const path of ["/reservations", "/my-reservations", `/booking/${id}`])
    expect((await world.api(world.external).get(path)).status).toBe(403);
});

test("booking lists span at most six months and can be filtered", async () => {
  const room = await newRoom(world, "Zab");
  const api = world.api(world.employee);
  requireOk(await api.post("/booking", bookingOf(room, "09:00", "10:00")));
  requireOk(
    await world.api(world.hr).post("/booking", bookingOf(room, "10:00", "11:00", { participants: [world.finance.id] })),
  );
  const countRows = async (who: typeof world.hr, path: string, query: Record<string, string> = {}) =>
    requireOk(await world.api(who).get(path, { query })).body.data.length;
  expect(await countRows(world.employee, "/reservations", { bookable_type: "room", bookable_id: String(room) })).toBe(
    2,
  );
  expect(await countRows(world.employee, "/reservations", { bookable_type: "car" })).toBe(0);
  expect(
    await countRows(world.employee, "/reservations", {
      start_date: wednesdayAt("09:30"),
      end_date: wednesdayAt("10:00"),
    }),
  ).toBe(1);
  expect(await countRows(world.employee, "/my-reservations")).toBe(1);
  expect(await countRows(world.finance, "/my-reservations")).toBe(1);
  expect(await countRows(world.manager, "/my-reservations")).toBe(0);
  const { window } = requireOk(await api.get("/reservations")).body;
  expect((await api.get("/reservations", { query: window })).status).toBe(200);
  for (const [field, beyond] of [
    ["start_date", new Date(Date.parse(window.start_date) - 1).toISOString()],
    ["end_date", new Date(Date.parse(window.end_date) + 1).toISOString()],
  ] as const) {
    const answer = await api.get("/reservations", { query: { ...window, [field]: beyond } });
    expect(refused(answer)).toEqual([422, "request.invalid", [field]]);
    expect(answer.body.data.window).toEqual(window);
  }
  const free = async (from: string, until: string) =>
    requireOk(await api.get("/reservations/check-date", { query: bookingOf(room, from, until) as never })).body.data;
  expect(await free("09:30", "10:30")).toMatchObject({
    free: false,
    conflicts: [{ kind: "booking" }, { kind: "booking" }],
  });
  expect(await free("11:00", "12:00")).toMatchObject({ free: true, available: [{ id: room }], conflicts: [] });
});

test("only one of several concurrent bookings of a room succeeds", async () => {
  const room = await newRoom(world, "Zab");
  const people = [world.employee, world.hr, world.manager, world.finance];
  const lock = (tx: Tx) => tx.manager.query("SELECT FROM room WHERE id = $1 FOR UPDATE", [room]);
  const calls = Array.from({ length: 8 }, (_, n) => () => {
    const api = world.api(people[n % people.length]);
    return api.post("/booking", bookingOf(room, n % 2 ? "09:00" : "09:30", "10:00"));
  });
  const answers = await runWhileLocked(server, world, lock, calls);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array(7).fill(409)]);
  for (const { status, body } of answers) if (status === 409) expect(body.data.conflicts).toHaveLength(1);
  expect(await doubleBookings(world)).toEqual([]);
});

test("a room without overnight bookings refuses them regardless of its hours", async () => {
  const room = await newRoom(world, "Zab", { cross_day: false, time_zone: "Asia/Baghdad" });
  const night = { start_date: wednesdayAt("20:00"), end_date: wednesdayAt("22:00") }; // 23:00 to 01:00 local time
  const api = world.api(world.employee);
  const answer = await api.post("/booking", { ...bookingOf(room, "09:00", "10:00"), ...night });
  expect([answer.status, answer.body.errors]).toEqual([
    422,
    { end_date: ["Bookings of this room can’t span midnight"] },
  ]);
  const evening = { start_date: wednesdayAt("20:00"), end_date: wednesdayAt("21:00") };
  requireOk(await api.post("/booking", { ...bookingOf(room, "09:00", "10:00"), ...evening }));
});

test("check-date reports conflicts before saving, except with the booking itself", async () => {
  const room = await newRoom(world, "Zab", { opens_at: "08:00", closes_at: "18:00" });
  const api = world.api(world.employee);
  const { id } = requireOk(await api.post("/booking", bookingOf(room, "09:00", "10:00"))).body.data;
  const check = async (from: string, until: string, extraQuery = "") => {
    const when = `start_date=${wednesdayAt(from)}&end_date=${wednesdayAt(until)}`;
    const path = `/reservations/check-date?bookable_type=room&bookable_id=${room}&${when}${extraQuery}`;
    const { free, refusal, conflicts } = requireOk(await api.get(path)).body.data;
    return [free, refusal, conflicts.length];
  };
  expect(await check("09:30", "10:30")).toEqual([false, null, 1]);
  expect(await check("09:30", "10:30", `&booking_id=${id}`)).toEqual([true, null, 0]);
  expect(await check("17:30", "18:30")).toEqual([false, "field.roomClosed", 0]);
  const other = world.api(world.hr);
  const path = `/reservations/check-date?bookable_type=room&bookable_id=${room}&start_date=${wednesdayAt("09:30")}&end_date=${wednesdayAt("10:30")}`;
  expect(requireOk(await other.get(`${path}&booking_id=${id}`)).body.data.free).toBe(false);
});

test("alternatives rank by equipment first, then by building and capacity", async () => {
  const room = await newRoom(world, "Zab", { capacity: 6 });
  const bare = await newRoom(world, "Bare", { capacity: 6 });
  const equipped = await newRoom(world, "Equipped", { capacity: 20 });
  await world.tx((tx) =>
    tx.manager.query("UPDATE room SET tools = '{Screen,Projector}' WHERE id = ANY($1)", [[room, equipped]]),
  );
  requireOk(await world.api(world.hr).post("/booking", bookingOf(room, "09:00", "10:00")));
  const lost = await world.api(world.employee).post("/booking", bookingOf(room, "09:00", "10:00"));
  const rooms = lost.body.data.alternatives.filter(({ kind }: { kind: string }) => kind === "room");
  expect(rooms.map(({ bookable_id }: { bookable_id: number }) => bookable_id)).toEqual([equipped, bare]);
});
