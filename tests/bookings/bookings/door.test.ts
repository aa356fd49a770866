import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { newRoom } from "./rooms";

const server = testServer();

let world: World;
let room: number;
let key: string;
beforeEach(async () => {
  world = await server.world();
  room = await newRoom(world, "Zab", { cross_day: true });
  const { path } = requireOk(await world.api(world.admin).post(`/room/${room}/door-screen`)).body.data;
  key = new URL(path, "http://door").searchParams.get("key") as string;
});

const bookAtDoor = async (): Promise<number> =>
  requireOk(await world.api().post(`/room/${room}/door`, { key, minutes: 60 })).body.data.bookings[0].id;
const read = async (id: number, by: Person = world.admin) =>
  requireOk(await world.api(by).get(`/booking/${id}`)).body.data;
const period = () => {
  const day = 86_400_000;
  return {
    start_date: new Date(Date.now() - day).toISOString(),
    end_date: new Date(Date.now() + day).toISOString(),
  };
};

test("only booking managers may change or cancel a booking made at the door", async () => {
  const id = await bookAtDoor();
  for (const refused of [
    await world.api(world.employee).put(`/booking/${id}`, { title: "Mine now" }),
    await world.api(world.employee).delete(`/booking/${id}`),
    await world.api(world.employee).post(`/booking/${id}/extend`, { repeat_until: "2099-01-01" }),
  ])
    expect(refused.status).toBe(403);
  expect((await read(id, world.employee)).can).toMatchObject({ edit: false, cancel: false });
  expect((await read(id, world.manager)).can).toMatchObject({ edit: true, cancel: true });
  requireOk(await world.api(world.manager).put(`/booking/${id}`, { title: "Stand-up" }));
  expect(await read(id)).toMatchObject({ title: "Stand-up", requester: null });
  requireOk(await world.api(world.manager).delete(`/booking/${id}`));
  expect((await read(id)).status).toBe("cancelled");
});

test("a booking made at the door belongs to no user, whoever set the screen up", async () => {
  const id = await bookAtDoor();
  expect(await read(id, world.employee)).toMatchObject({
    title: "Booked at the door",
    requester: null,
    private: false,
  });
  const { bookings, people } = requireOk(
    await world.api(world.employee).get("/reservations/grid", { query: { bookable_type: "room", ...period() } }),
  ).body.data;
  expect([bookings.id, bookings.requester, people]).toEqual([[id], [-1], []]);
  const listed = requireOk(await world.api(world.employee).get("/reservations", { query: period() })).body.data;
  expect(listed).toMatchObject([{ id, requester: null }]);
  const ofAdmin = requireOk(await world.api(world.admin).get("/my-reservations", { query: period() })).body.data;
  expect(ofAdmin).toEqual([]);
  const soon = { users: String(world.admin.id), start_date: new Date().toISOString(), end_date: period().end_date };
  const [admin] = requireOk(await world.api(world.employee).get("/booking/people-free", { query: soon })).body.data;
  expect(admin.state).toBe("free");
  const events = await world.tx((tx) =>
    tx.manager.query("SELECT stream FROM domain_event WHERE type LIKE 'booking.%' ORDER BY id"),
  );
  expect(events).toEqual([{ stream: `rooms:${world.tenantId}` }]);
});

test("a conflict names the door, and the usage report lists its booking", async () => {
  const id = await bookAtDoor();
  const conflict = await world.api(world.employee).post("/booking", {
    title: "Late",
    bookable_type: "room",
    bookable_id: room,
    start_date: new Date().toISOString(),
    end_date: new Date(Date.now() + 1_800_000).toISOString(),
  });
  expect(conflict.body.data.conflicts).toMatchObject([{ title: "Booked at the door", requester: null }]);
  const today = new Date().toISOString().slice(0, 10);
  const report = { from: today, to: today, figure: "bookings" };
  const rows = requireOk(await world.api(world.admin).get("/reservations/report/list", { query: report })).body.data;
  expect(rows).toMatchObject([{ id, title: "Booked at the door", requester: null, department: null }]);
  const { text } = await world
    .api(world.admin)
    .get("/reservations/report/export", { query: { ...report, format: "csv" } });
  expect(text).toContain("At the door");
});

test("a manager who invites people to a booking made at the door becomes its requester", async () => {
  const id = await bookAtDoor();
  requireOk(await world.api(world.manager).put(`/booking/${id}`, { participants: [] }));
  expect((await read(id)).requester).toBeNull();
  requireOk(await world.api(world.manager).put(`/booking/${id}`, { participants: [world.hr.id] }));
  expect(await read(id)).toMatchObject({ requester: { id: world.manager.id }, participants: [{ id: world.hr.id }] });
  requireOk(await world.api().put(`/room/${room}/door/end`, { key, booking_id: id }));
  const other = await bookAtDoor();
  requireOk(await world.api(world.manager).put(`/booking/${other}`, { private: true }));
  expect((await read(other, world.manager)).requester).toMatchObject({ id: world.manager.id });
});

test("a door screen ends and checks in to only the booking that it shows", async () => {
  const ended = await bookAtDoor();
  requireOk(await world.api().put(`/room/${room}/door/end`, { key, booking_id: ended }));
  const current = await bookAtDoor();
  await world.tx((tx) => tx.manager.query("UPDATE booking SET checked_in_at = NULL"));
  const before = await read(current);
  for (const action of ["end", "check-in"]) {
    const refused = await world.api().put(`/room/${room}/door/${action}`, { key, booking_id: ended });
    expect([refused.status, refused.body.code]).toEqual([409, "booking.notNow"]);
  }
  expect(await read(current)).toEqual(before);
  requireOk(await world.api().put(`/room/${room}/door/end`, { key, booking_id: current }));
});

test("a booking without requester is refused unless it was made at the door", async () => {
  const insert = (atDoor: boolean, requester: number | null, isPrivate = false) =>
    world.tx((tx) =>
      tx.manager.query(
        `INSERT INTO booking (tenant_id, bookable_type, room_id, title, status, starts_at, ends_at, at_door, requester_id, private)
         VALUES (current_tenant(), 'room', $1, 'Constraint', 'cancelled', now(), now() + interval '1 hour', $2, $3, $4)`,
        [room, atDoor, requester, isPrivate],
      ),
    );
  await expect(insert(false, null)).rejects.toThrow("booking_made_by");
  await expect(insert(true, world.hr.id)).rejects.toThrow("booking_made_by");
  await expect(insert(true, null, true)).rejects.toThrow("booking_at_door");
  await insert(true, null);
  await insert(false, world.hr.id);
});

test("a door screen goes on when the user who set it up is deleted", async () => {
  await world.tx((tx) => tx.manager.query("UPDATE door_screen SET created_by = NULL WHERE room_id = $1", [room]));
  expect(await bookAtDoor()).toBeGreaterThan(0);
});

test("a door screen marks undecided requests, and shows only those that block the room", async () => {
  const shown = async (rules: string) => {
    await world.tx((tx) => tx.manager.query(`UPDATE room SET auto_approve = false, ${rules} WHERE id = $1`, [room]));
    const from = Date.now() + 2 * 3_600_000;
    const times = { start_date: new Date(from).toISOString(), end_date: new Date(from + 3_600_000).toISOString() };
    const input = { title: "Request", bookable_type: "room", bookable_id: room, ...times };
    const { id } = requireOk(await world.api(world.employee).post("/booking", input)).body.data;
    const { bookings } = requireOk(await world.api().get(`/room/${room}/door`, { query: { key } })).body.data;
    requireOk(await world.api(world.employee).delete(`/booking/${id}`));
    return bookings.map(({ title, pending }: { title: string; pending: boolean }) => [title, pending]);
  };
  expect(await shown("pending_blocks = true")).toEqual([["Request", true]]);
  expect(await shown("pending_blocks = false")).toEqual([]);
});

test("a door screen lists the buffers and outages in which the room can't be booked", async () => {
  await world.tx((tx) =>
    tx.manager.query("UPDATE room SET buffer_before_minutes = 10, buffer_after_minutes = 20 WHERE id = $1", [room]),
  );
  const api = world.api();
  const id = await bookAtDoor();
  requireOk(await api.put(`/room/${room}/door/end`, { key, booking_id: id }));
  const ended = requireOk(await api.get(`/room/${room}/door`, { query: { key } })).body.data;
  expect(ended.bookings).toEqual([]);
  expect(ended.occupied.map(({ kind }: { kind: string }) => kind)).toEqual(["booking", "buffer"]);
  const endOf = (kind: string) =>
    Date.parse(ended.occupied.find((each: { kind: string }) => each.kind === kind).end_date);
  expect(endOf("buffer") - endOf("booking")).toBe(10 * 60_000);
  expect(endOf("booking")).toBeGreaterThan(Date.now());
  expect((await api.post(`/room/${room}/door`, { key, minutes: 15 })).body.code).toBe("booking.taken");

  const other = await newRoom(world, "Tigris");
  const { path } = requireOk(await world.api(world.admin).post(`/room/${other}/door-screen`)).body.data;
  const otherKey = new URL(path, "http://door").searchParams.get("key") as string;
  const outage = { room_id: other, ...period(), reason: "Water damage" };
  requireOk(await world.api(world.admin).post("/outage", outage));
  const out = requireOk(await api.get(`/room/${other}/door`, { query: { key: otherKey } })).body.data;
  expect(out.occupied).toEqual([{ kind: "outage", start_date: outage.start_date, end_date: outage.end_date }]);
  expect(JSON.stringify(out)).not.toContain("Water damage");
});
