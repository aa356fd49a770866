import type { Tx } from "../../server/platform/database/unit-of-work";
import { testServer } from "../support/server";
import type { Answer } from "../support/api";
import { whileLocked } from "../support/one-at-a-time";
import type { World } from "../support/world";
import { ok } from "../tasks/board";
import { at, bookedTwice, newRoom } from "./rooms";

const server = testServer();

let world: World;
beforeEach(async () => {
  world = await server.world();
});

const bookingOf = (room: number, from: string, until: string, more: object = {}) => ({
  title: "Sprint review",
  bookable_type: "room",
  bookable_id: room,
  start_date: at(from),
  end_date: at(until),
  ...more,
});
const refused = ({ status, body }: Answer) => [status, body.code, Object.keys(body.errors ?? {})];

test("what can't be booked is refused at its field", async () => {
  const room = await newRoom(world, "Zab", {
    opens_at: "08:00",
    closes_at: "18:00",
    longest_minutes: 120,
    ahead_days: 60,
  });
  const groups = await newRoom(world, "Boardroom", { audience: "selected" });
  const early = await newRoom(world, "Hall", { notice_minutes: 60 * 24 * 60 });
  const api = world.api(world.employee);
  const gone = await world.person("employee", { active: false });
  for (const [change, field] of [
    [{ title: "" }, "title"],
    [{ bookable_id: undefined }, "bookable_id"],
    [{ bookable_id: 999_999 }, "bookable_id"],
    [{ bookable_type: "boat" }, "bookable_type"],
    [{ bookable_type: "car", bookable_id: undefined }, "car_type"],
    [{ start_date: "soon" }, "start_date"],
    [{ end_date: at("09:00") }, "end_date"],
    [{ end_date: at("08:30") }, "end_date"],
    [{ start_date: "2020-01-01T09:00:00Z", end_date: "2020-01-01T10:00:00Z" }, "start_date"],
    [{ start_date: at("09:00", 120), end_date: at("10:00", 120) }, "start_date"],
    [{ start_date: at("09:00", 10), end_date: at("10:00", 10) }, "start_date"],
    [{ start_date: at("07:30") }, "start_date"],
    [{ start_date: at("17:30"), end_date: at("18:15") }, "start_date"],
    [{ end_date: at("09:00", 4) }, "start_date"],
    [{ end_date: at("11:30") }, "end_date"],
    [{ bookable_id: groups }, "bookable_id"],
    [{ bookable_id: early }, "start_date"],
    [{ participants: [world.external.id] }, "participants"],
    [{ participants: [gone.id] }, "participants"],
    [{ repeat: "custom", rrule: "FREQ=SECONDLY" }, "rrule"],
  ] as const)
    expect([
      change,
      ...refused(await api.post("/booking", { ...bookingOf(room, "09:00", "10:00"), ...change })),
    ]).toEqual([change, 422, "request.invalid", [field]]);
  expect(ok(await api.get("/reservations")).body.data).toEqual([]);
});

test("a room is booked, and who comes second is told who has it and what is free instead", async () => {
  const room = await newRoom(world, "Zab");
  const like = await newRoom(world, "Barzan");
  await newRoom(world, "Only asked for", { audience: "selected" });
  const made = ok(await world.api(world.employee).post("/booking", bookingOf(room, "09:00", "10:00")));
  expect([made.status, made.body.message]).toEqual([201, "The event has been successfully added."]);
  expect(made.body.data).toMatchObject({ bookable_id: room, status: "approved", series_id: null, version: 1 });
  const lost = await world.api(world.manager).post("/booking", bookingOf(room, "09:30", "10:30"));
  expect([lost.status, lost.body.code]).toEqual([409, "booking.taken"]);
  expect(lost.body.data.conflicts).toEqual([
    {
      kind: "booking",
      bookable_id: room,
      start_date: at("09:00"),
      end_date: at("10:00"),
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
    ["later", room, at("10:00")],
    ["room", like, at("09:30")],
  ]);
  // Half-open: back to back is fine.
  ok(await world.api(world.manager).post("/booking", bookingOf(room, "10:00", "11:00")));
  expect(await bookedTwice(world)).toEqual([]);
});

test("buffers and what is out of order keep others out, and lie over one another", async () => {
  const room = await newRoom(world, "Zab", { buffer_after_minutes: 15 });
  const api = world.api(world.employee);
  ok(await api.post("/booking", bookingOf(room, "09:00", "10:00")));
  expect((await api.post("/booking", bookingOf(room, "10:00", "11:00"))).body.data.conflicts[0].kind).toBe("buffer");
  expect((await api.post("/booking", bookingOf(room, "08:00", "09:00"))).body.data.conflicts[0].kind).toBe("booking");
  ok(await api.post("/booking", bookingOf(room, "10:15", "11:00")));
  const outage = (from: string, until: string) =>
    world.tx((tx) =>
      tx.manager.query(
        "INSERT INTO outage (tenant_id, room_id, starts_at, ends_at) VALUES (current_tenant(), $1, $2, $3)",
        [room, at(from), at(until)],
      ),
    );
  await outage("11:00", "12:00");
  await outage("11:30", "13:00");
  await expect(outage("10:30", "11:00")).rejects.toThrow(/occupied_slot_room/);
  expect((await api.post("/booking", bookingOf(room, "12:00", "12:30"))).body.data.conflicts[0].kind).toBe("outage");
});

test("is changed, moved and cancelled by its owner and by who looks after bookings; what is over stays", async () => {
  const room = await newRoom(world, "Zab");
  const other = await newRoom(world, "Barzan", { auto_approve: false });
  const owner = world.api(world.employee);
  const { id } = ok(await owner.post("/booking", bookingOf(room, "09:00", "10:00"))).body.data;
  await owner.post("/booking", bookingOf(room, "12:00", "13:00"));
  const stranger = world.api(world.finance);
  for (const answer of [
    await stranger.put(`/booking/${id}`, { title: "Mine" }),
    await stranger.delete(`/booking/${id}`),
  ])
    expect([answer.status, answer.body.code]).toEqual([403, "booking.notYours"]);
  expect((await owner.put(`/booking/${id}`, { start_date: at("12:30"), end_date: at("13:30") })).body.code).toBe(
    "booking.taken",
  );
  const moved = ok(await world.api(world.manager).put(`/booking/${id}`, { start_date: at("10:30"), version: 1 }));
  expect(moved.body.message).toBe("The event has been successfully edited.");
  expect(moved.body.data).toMatchObject({
    start_date: at("10:30"),
    end_date: at("11:30"),
    status: "approved",
    version: 2,
  });
  expect((await owner.put(`/booking/${id}`, { title: "Late", version: 1 })).body.code).toBe("booking.stale");
  const asked = ok(await owner.put(`/booking/${id}`, { bookable_id: other })).body.data;
  expect(asked).toMatchObject({ bookable_id: other, status: "pending" });
  ok(await owner.post("/booking", bookingOf(room, "10:30", "11:30")));
  const cancelled = ok(await owner.delete(`/booking/${id}`));
  expect([cancelled.body.message, cancelled.body.id]).toEqual(["The event has been successfully deleted.", id]);
  expect((await owner.delete(`/booking/${id}`)).body.code).toBe("booking.past");
  ok(await owner.post("/booking", bookingOf(other, "10:30", "11:30")));
  expect((await owner.get("/booking/999999")).status).toBe(404);
  expect(await bookedTwice(world)).toEqual([]);
});

test("a private one is busy to others, and whole to whom it concerns; people from outside see none", async () => {
  const room = await newRoom(world, "Zab");
  const guest = await world.person("employee", { fullname: "Gus Guest" });
  const mark = server.published.length;
  const more = { private: true, note: "Salaries", participants: [guest.id] };
  const { id } = ok(await world.api(world.hr).post("/booking", bookingOf(room, "09:00", "10:00", more))).body.data;
  const seen = async (who: typeof guest) => ok(await world.api(who).get(`/booking/${id}`)).body.data;
  for (const who of [world.hr, guest])
    expect(await seen(who)).toMatchObject({ title: "Sprint review", note: "Salaries" });
  for (const who of [world.employee, world.manager])
    expect(await seen(who)).toMatchObject({ title: null, note: null, requester: null, participants: [] });
  const lost = await world.api(world.employee).post("/booking", bookingOf(room, "09:00", "10:00"));
  expect(lost.body.data.conflicts[0]).toMatchObject({ title: null, requester: null });
  const told = world.events(mark).filter(({ event }) => event.type !== "booking.mine");
  expect(JSON.stringify(told)).not.toMatch(/Salaries|Sprint review|Hana|Gus/);
  for (const path of ["/reservations", "/my-reservations", `/booking/${id}`])
    expect((await world.api(world.external).get(path)).status).toBe(403);
});

test("lists stand in a window of six months, and are narrowed", async () => {
  const room = await newRoom(world, "Zab");
  const api = world.api(world.employee);
  ok(await api.post("/booking", bookingOf(room, "09:00", "10:00")));
  ok(
    await world.api(world.hr).post("/booking", bookingOf(room, "10:00", "11:00", { participants: [world.finance.id] })),
  );
  const many = async (who: typeof world.hr, path: string, query: Record<string, string> = {}) =>
    ok(await world.api(who).get(path, { query })).body.data.length;
  expect(await many(world.employee, "/reservations", { bookable_type: "room", bookable_id: String(room) })).toBe(2);
  expect(await many(world.employee, "/reservations", { bookable_type: "car" })).toBe(0);
  expect(await many(world.employee, "/reservations", { start_date: at("09:30"), end_date: at("10:00") })).toBe(1);
  expect(await many(world.employee, "/my-reservations")).toBe(1);
  expect(await many(world.finance, "/my-reservations")).toBe(1);
  expect(await many(world.manager, "/my-reservations")).toBe(0);
  const { window } = ok(await api.get("/reservations")).body;
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
    ok(await api.get("/reservations/check-date", { query: bookingOf(room, from, until) as never })).body.data;
  expect(await free("09:30", "10:30")).toMatchObject({
    free: false,
    conflicts: [{ kind: "booking" }, { kind: "booking" }],
  });
  expect(await free("11:00", "12:00")).toMatchObject({ free: true, available: [{ id: room }], conflicts: [] });
});

test("of many who want one room at once, one has it, and each other is told", async () => {
  const room = await newRoom(world, "Zab");
  const people = [world.employee, world.hr, world.manager, world.finance];
  const lock = (tx: Tx) => tx.manager.query("SELECT FROM room WHERE id = $1 FOR UPDATE", [room]);
  const calls = Array.from({ length: 8 }, (_, n) => () => {
    const api = world.api(people[n % people.length]);
    return api.post("/booking", bookingOf(room, n % 2 ? "09:00" : "09:30", "10:00"));
  });
  const answers = await whileLocked(server, world, lock, calls);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array(7).fill(409)]);
  for (const { status, body } of answers) if (status === 409) expect(body.data.conflicts).toHaveLength(1);
  expect(await bookedTwice(world)).toEqual([]);
});
