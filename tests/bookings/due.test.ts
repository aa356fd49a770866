import { releaseUnvisited, remindOfBookings } from "../../server/bookings/bookings-due.service";
import { bookingConsumers } from "../../workers/notifications/booking.consumers";
import { consume } from "../notifications/worker";
import { bookingSchedule } from "../../workers/bookings/bookings.due";
import { oneAtATime } from "../support/one-at-a-time";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { ok } from "../tasks/board";
import { statementsOf } from "../support/statements/sent";
import { at, newRoom } from "./rooms";

const server = testServer();

let world: World;
beforeEach(async () => {
  world = await server.world();
});

const book = async (room: number, more: object = {}) => {
  const input = {
    title: "Jour fixe",
    bookable_type: "room",
    bookable_id: room,
    start_date: at("09:00"),
    end_date: at("10:00"),
  };
  return ok(await world.api(world.employee).post("/booking", { ...input, ...more })).body.data as { id: number };
};
const told = (userId: number) =>
  world.tx((tx) =>
    tx.manager.query("SELECT kind FROM notification WHERE user_id = $1 ORDER BY id", [userId]),
  ) as Promise<{ kind: string }[]>;

test("a room that nobody comes to is free again, once; one that somebody checked in to stays", async () => {
  const strict = await newRoom(world, "Zab", { check_in_minutes: 15 });
  const easy = await newRoom(world, "Barzan");
  const { id } = await book(strict);
  const other = await book(easy);
  const release = (time: string) => world.tx((tx) => releaseUnvisited(tx, new Date(at(time))));
  expect(await release("09:14")).toBe(0);
  expect(await Promise.all([release("09:15"), release("09:15")])).toEqual(expect.arrayContaining([0, 1]));
  const read = async (booking: number) => ok(await world.api(world.employee).get(`/booking/${booking}`)).body.data;
  expect(await read(id)).toMatchObject({ end_date: at("09:15"), released_at: at("09:15") });
  expect(await read(other.id)).toMatchObject({ end_date: at("10:00"), released_at: null });
  const next = await book(strict, { start_date: at("09:15"), end_date: at("09:45") });
  await world.tx((tx) =>
    tx.manager.query("UPDATE booking SET checked_in_at = $1 WHERE id = $2", [at("09:20"), next.id]),
  );
  expect(await release("09:40")).toBe(0);
});

test("what begins in a quarter of an hour is told once to all who haven't declined, and again when it was moved", async () => {
  const { id } = await book(await newRoom(world, "Zab"), { participants: [world.hr.id, world.finance.id] });
  ok(await world.api(world.finance).put(`/booking/${id}/answer`, { answer: "declined" }));
  const remind = (time: string) => world.tx((tx) => remindOfBookings(tx, new Date(at(time))));
  expect([await remind("08:44"), await remind("08:46"), await remind("08:47")]).toEqual([0, 1, 0]);
  expect(await told(world.hr.id)).toEqual([{ kind: "booking.soon" }]);
  // Whoever booked has heard of the answer as well.
  expect(await told(world.employee.id)).toEqual([{ kind: "booking.answered" }, { kind: "booking.soon" }]);
  expect(await told(world.finance.id)).toEqual([]);
  ok(await world.api(world.employee).put(`/booking/${id}`, { start_date: at("12:00") }));
  expect(await remind("11:50")).toBe(1);
});

test("of two workers at the same moment one releases a room", async () => {
  await book(await newRoom(world, "Zab", { check_in_minutes: 15 }));
  const ended = await oneAtATime(server, world, (tx) => releaseUnvisited(tx, new Date(at("09:15"))));
  expect(ended).toMatchObject([{ value: 1 }, { value: 0 }]);
});

test("of two workers at the same moment one tells what begins soon", async () => {
  await book(await newRoom(world, "Zab"));
  const ended = await oneAtATime(server, world, (tx) => remindOfBookings(tx, new Date(at("08:46"))));
  expect(ended).toMatchObject([{ value: 1 }, { value: 0 }]);
  expect(await told(world.employee.id)).toEqual([{ kind: "booking.soon" }]);
});

test("of two that begin at the same moment, whoever goes to both is told of both", async () => {
  await book(await newRoom(world, "Zab"));
  const other = await newRoom(world, "Barzan");
  await book(other, { bookable_id: other, title: "Interview" });
  expect(await world.tx((tx) => remindOfBookings(tx, new Date(at("08:46"))))).toBe(2);
  const rows = await world.tx((tx) =>
    tx.manager.query("SELECT subject FROM notification WHERE user_id = $1 ORDER BY subject", [world.employee.id]),
  );
  expect(rows).toEqual([{ subject: "Interview" }, { subject: "Jour fixe" }]);
});

test("guests hear that they are invited, and everybody but who did it what becomes of it", async () => {
  const mark = server.published.length;
  const { id } = await book(await newRoom(world, "Zab"), { participants: [world.hr.id], private: true });
  ok(await world.api(world.manager).put(`/booking/${id}`, { start_date: at("11:00") }));
  ok(await world.api(world.employee).delete(`/booking/${id}`));
  for (const { event, stream } of world.events(mark)) {
    for (const consumer of bookingConsumers) {
      if (consumer.events.some((type) => type === event.type))
        await world.tx((tx) => consumer.consume(tx, event as never, stream));
    }
  }
  const kinds = (await told(world.hr.id)).map(({ kind }) => kind);
  expect(kinds).toEqual(["booking.invited", "booking.changed", "booking.cancelled"]);
});

test("whose booking is called off by somebody else hears it once: from the engine of requests where there was one", async () => {
  const heard = async (room: number) => {
    const { id } = await book(room);
    const mark = server.published.length;
    ok(await world.api(world.manager).delete(`/booking/${id}`));
    await consume(world, world.events(mark));
    return (await told(world.employee.id)).map(({ kind }) => kind);
  };
  expect(await heard(await newRoom(world, "Zab"))).toEqual(["booking.cancelled"]);
  expect(await heard(await newRoom(world, "Barzan", { auto_approve: false }))).toEqual([
    "booking.cancelled",
    "request.cancelled",
  ]);
});

test("the screen at the door has a key of its own: it tells who has the room, books, checks in and ends; without the key there is nothing", async () => {
  const room = await newRoom(world, "Zab", { cross_day: true });
  const other = await newRoom(world, "Barzan");
  const admin = world.api(world.admin);
  expect((await world.api(world.employee).post(`/room/${room}/door-screen`)).status).toBe(403);
  const { path } = ok(await admin.post(`/room/${room}/door-screen`)).body.data;
  const key = path.split("key=")[1] as string;
  const door = world.api();
  for (const [id, wrong] of [
    [room, "x"],
    [other, key],
  ] as const) {
    expect((await door.get(`/room/${id}/door`, { query: { key: wrong } })).status).toBe(404);
    expect((await door.post(`/room/${id}/door`, { key: wrong, minutes: 30 })).status).toBe(404);
  }
  expect((await door.put(`/room/${room}/door/end`, { key })).body.code).toBe("booking.notNow");
  expect((await door.post(`/room/${room}/door`, { key, minutes: 20 })).status).toBe(422);
  const mark = server.published.length;
  const rooms = () =>
    world.events(mark).flatMap(({ stream, event }) => (stream.startsWith("rooms:") ? [event.type] : []));
  const taken = ok(await door.post(`/room/${room}/door`, { key, minutes: 30 })).body.data;
  expect(rooms()).toEqual(["booking.created"]);
  expect(taken).toMatchObject({ room: { name: "Zab" }, bookings: [{ title: "Booked at the door", checked_in: true }] });
  expect((await door.post(`/room/${room}/door`, { key, minutes: 15 })).body.code).toBe("booking.taken");
  // Who is in already isn't checked in again.
  ok(await door.put(`/room/${room}/door/check-in`, { key }));
  expect(rooms()).toEqual(["booking.created"]);
  await world.tx((tx) => tx.manager.query("UPDATE booking SET checked_in_at = NULL"));
  ok(await door.put(`/room/${room}/door/check-in`, { key }));
  expect(rooms()).toEqual(["booking.created", "booking.checked_in"]);
  expect(ok(await door.put(`/room/${room}/door/end`, { key })).body.data.bookings).toEqual([]);
  expect(rooms()).toEqual(["booking.created", "booking.checked_in", "booking.updated"]);
  // A new key puts the one before out.
  ok(await admin.post(`/room/${room}/door-screen`));
  expect((await door.get(`/room/${room}/door`, { query: { key } })).status).toBe(404);
  ok(await admin.delete(`/room/${room}/door-screen`));
});

test("the next bookings are one's own and those one is invited to, with their place; without what is over, cancelled or declined", async () => {
  const room = await newRoom(world, "Zab");
  const asked = await newRoom(world, "Barzan", { auto_approve: false });
  const owner = world.api(world.employee);
  const guest = world.api(world.hr);
  const book = async (place: number, hour: number, more: object = {}) => {
    const times = { start_date: at(`${hour}:00`), end_date: at(`${hour + 1}:00`) };
    const body = { title: `At ${hour}`, bookable_type: "room", bookable_id: place, ...times, ...more };
    return ok(await owner.post("/booking", body)).body.data.id as number;
  };
  const next = async (api: typeof owner, query: Record<string, string> = {}) =>
    ok(await api.get("/my-reservations/next", { query })).body.data.map(
      ({ title, place, status }: Record<string, unknown>) => [title, place, status],
    );
  expect((await world.api(world.external).get("/my-reservations/next")).status).toBe(403);
  for (const per_page of ["0", "51", "many"])
    expect((await owner.get("/my-reservations/next", { query: { per_page } })).body.errors).toHaveProperty("per_page");

  await book(asked, 14);
  await book(room, 10, { private: true, participants: [world.hr.id] });
  const declined = await book(room, 11, { participants: [world.hr.id] });
  const cancelled = await book(room, 12, { participants: [world.hr.id] });
  ok(await guest.put(`/booking/${declined}/answer`, { answer: "declined" }));
  ok(await owner.delete(`/booking/${cancelled}`));
  const over = await book(room, 16);
  await world.tx((tx) =>
    tx.manager.query(
      "UPDATE booking SET starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' WHERE id = $1",
      [over],
    ),
  );
  expect(await next(owner)).toEqual([
    ["At 10", "Zab", "approved"],
    ["At 11", "Zab", "approved"],
    ["At 14", "Barzan", "pending"],
  ]);
  expect(await next(owner, { per_page: "1" })).toEqual([["At 10", "Zab", "approved"]]);
  expect(await next(guest)).toEqual([["At 10", "Zab", "approved"]]);
  expect(await next(world.api(world.finance))).toEqual([]);
  const one = await statementsOf(() => next(guest));
  expect(await statementsOf(() => next(owner))).toEqual(one);
  expect(one.length).toBeLessThanOrEqual(8);
});

test("many rooms at once are released, and many bookings told, some at a time, until none is left", async () => {
  const rooms = await Promise.all(
    Array.from({ length: 7 }, (_, n) => newRoom(world, `Room ${n}`, { check_in_minutes: 15 })),
  );
  for (const id of rooms) await book(id);
  const now = () => new Date(at("09:15"));
  const portions = [1, 2, 3].map(() => () => world.tx((tx) => releaseUnvisited(tx, now())));
  const released: number[] = [];
  for (const portion of portions) released.push(await portion());
  expect(released).toEqual([5, 2, 0]);
  const { unitOfWork, log } = server.platform;
  await world.tx((tx) =>
    tx.manager.query(
      "UPDATE booking SET starts_at = now() + interval '5 minutes', ends_at = now() + interval '1 hour'",
    ),
  );
  await bookingSchedule({ unitOfWork, workerDatabase: await server.workerDatabase(world), log }).run();
  const subjects = await told(world.employee.id);
  expect(subjects.filter(({ kind }) => kind === "booking.soon")).toHaveLength(7);
});
