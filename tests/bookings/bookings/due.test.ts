import { releaseNoShows, remindOfBookings } from "../../../server/bookings/bookings/bookings-due.service";
import { notifyOfAnswer } from "../../../server/bookings/bookings/answer-notifications.service";
import type { BookingRow } from "../../../server/bookings/bookings/bookings.present";
import { selectBookingsById } from "../../../server/bookings/bookings/bookings.sql";
import { consumeEvents } from "../../communication/notifications/worker";
import { bookingSchedule } from "../../../workers/bookings/bookings/bookings.due";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { recordStatementNames } from "../../support/statements/sent";
import { userStream } from "../../../shared/kernel/events";
import { bookingsPerEvent } from "../../../shared/bookings/bookings/bookings.events";
import { wednesdayAt, newRoom } from "./rooms";
import { bookingConsumers } from "../../../workers/bookings/bookings/bookings.consumers";

const server = testServer();

let world: World;
beforeEach(async () => {
  world = await server.world();
});

const book = async (room: number, overrides: object = {}) => {
  const input = {
    title: "Jour fixe",
    bookable_type: "room",
    bookable_id: room,
    start_date: wednesdayAt("09:00"),
    end_date: wednesdayAt("10:00"),
  };
  return requireOk(await world.api(world.employee).post("/booking", { ...input, ...overrides })).body.data as {
    id: number;
  };
};
const notifiedUsers = (userId: number) =>
  world.tx((tx) =>
    tx.manager.query("SELECT kind FROM notification WHERE user_id = $1 ORDER BY id", [userId]),
  ) as Promise<{ kind: string }[]>;

test("a room without check-in is released once; a checked-in one stays booked", async () => {
  const strict = await newRoom(world, "Zab", { check_in_minutes: 15 });
  const easy = await newRoom(world, "Barzan");
  const { id } = await book(strict);
  const other = await book(easy);
  const release = (time: string) => world.tx((tx) => releaseNoShows(tx, new Date(wednesdayAt(time))));
  expect(await release("09:14")).toBe(0);
  expect(await Promise.all([release("09:15"), release("09:15")])).toEqual(expect.arrayContaining([0, 1]));
  const read = async (booking: number) =>
    requireOk(await world.api(world.employee).get(`/booking/${booking}`)).body.data;
  expect(await read(id)).toMatchObject({ end_date: wednesdayAt("09:15"), released_at: wednesdayAt("09:15") });
  expect(await read(other.id)).toMatchObject({ end_date: wednesdayAt("10:00"), released_at: null });
  const next = await book(strict, { start_date: wednesdayAt("09:15"), end_date: wednesdayAt("09:45") });
  await world.tx((tx) =>
    tx.manager.query("UPDATE booking SET checked_in_at = $1 WHERE id = $2", [wednesdayAt("09:20"), next.id]),
  );
  expect(await release("09:40")).toBe(0);
});

test("the requesters of all rooms released together are notified", async () => {
  const strict = { check_in_minutes: 15 };
  await book(await newRoom(world, "Zab", strict));
  const other = await newRoom(world, "Barzan", strict);
  const slot = { start_date: wednesdayAt("09:00"), end_date: wednesdayAt("10:00") };
  const booking = { title: "Audit", bookable_type: "room", bookable_id: other, ...slot };
  requireOk(await world.api(world.hr).post("/booking", booking));
  const mark = server.published.length;
  expect(await world.tx((tx) => releaseNoShows(tx, new Date(wednesdayAt("09:15"))))).toBe(2);
  await consumeEvents(world, world.events(mark));
  for (const { id } of [world.employee, world.hr])
    expect(await notifiedUsers(id)).toEqual([{ kind: "booking.released" }]);
});

describe("check-in within five minutes", () => {
  const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();
  const release = (count: number) => world.tx((tx) => releaseNoShows(tx, new Date(minutes(count))));
  /** Creates a booking with a creation time an hour ago, so that its creation time doesn't affect the test. */
  const bookedBefore = async (rules: object, start_date: string) => {
    const room = await newRoom(world, "Zab", { check_in_minutes: 5, cross_day: true, ...rules });
    const { id } = await book(room, { start_date, end_date: minutes(60) });
    await world.tx((tx) => tx.manager.query("UPDATE booking SET created_at = $2 WHERE id = $1", [id, minutes(-60)]));
    return id;
  };

  test("a booking is released after its start", async () => {
    await bookedBefore({}, minutes(-10));
    expect(await release(0)).toBe(1);
  });

  test("a booking approved ten minutes after its start is kept for five more minutes", async () => {
    const id = await bookedBefore({ auto_approve: false }, minutes(-10));
    requireOk(await world.api(world.admin).put(`/booking/${id}/approve`, {}));
    expect([await release(1), await release(4), await release(6)]).toEqual([0, 0, 1]);
  });

  test("a booking moved to a start in the past is kept for five more minutes", async () => {
    const id = await bookedBefore({}, minutes(30));
    requireOk(
      await world.api(world.employee).put(`/booking/${id}`, { start_date: minutes(-10), end_date: minutes(50) }),
    );
    expect([await release(1), await release(4), await release(6)]).toEqual([0, 0, 1]);
  });
});

test("a move of the start or the room is noted, a change of the end is not", async () => {
  const { id } = await book(await newRoom(world, "Zab", { check_in_minutes: 5 }));
  const movedAt = async () =>
    (
      (await world.tx((tx) => tx.manager.query("SELECT moved_at FROM booking WHERE id = $1", [id]))) as {
        moved_at: Date | null;
      }[]
    )[0]?.moved_at;
  const api = world.api(world.employee);
  requireOk(await api.put(`/booking/${id}`, { end_date: wednesdayAt("11:00"), title: "Longer" }));
  expect(await movedAt()).toBeNull();
  requireOk(await api.put(`/booking/${id}`, { start_date: wednesdayAt("09:30") }));
  expect(await movedAt()).toBeInstanceOf(Date);
});

test("a reminder is sent once, 15 minutes before, to users who haven't declined", async () => {
  const { id } = await book(await newRoom(world, "Zab"), { participants: [world.hr.id, world.finance.id] });
  requireOk(await world.api(world.finance).put(`/booking/${id}/answer`, { answer: "declined" }));
  const remind = (time: string) => world.tx((tx) => remindOfBookings(tx, new Date(wednesdayAt(time))));
  expect([await remind("08:44"), await remind("08:46"), await remind("08:47")]).toEqual([0, 1, 0]);
  expect(await notifiedUsers(world.hr.id)).toEqual([{ kind: "booking.soon" }]);
  expect(await notifiedUsers(world.employee.id)).toEqual([{ kind: "booking.answered" }, { kind: "booking.soon" }]);
  expect(await notifiedUsers(world.finance.id)).toEqual([]);
  requireOk(await world.api(world.employee).put(`/booking/${id}`, { start_date: wednesdayAt("12:00") }));
  expect(await remind("11:50")).toBe(1);
});

test("a notification links to the tenant's day of a room in another time zone", async () => {
  await world.tx((tx) => tx.manager.query("UPDATE tenant SET time_zone = 'UTC'"));
  const room = await newRoom(world, "Zab", { time_zone: "Asia/Seoul", cross_day: true });
  const { id } = await book(room, { start_date: wednesdayAt("22:00"), end_date: wednesdayAt("23:00") });
  await world.tx((tx) => remindOfBookings(tx, new Date(wednesdayAt("21:46"))));
  const rows = await world.tx((tx) =>
    tx.manager.query("SELECT path FROM notification WHERE user_id = $1", [world.employee.id]),
  );
  expect(rows).toEqual([{ path: `/room-reservation?day=${wednesdayAt("22:00").slice(0, 10)}&booking=${id}` }]);
});

test("two concurrent workers: only one releases the room", async () => {
  await book(await newRoom(world, "Zab", { check_in_minutes: 15 }));
  const ended = await runSerialized(server, world, (tx) => releaseNoShows(tx, new Date(wednesdayAt("09:15"))));
  expect(ended).toMatchObject([{ value: 1 }, { value: 0 }]);
});

test("two concurrent workers: only one sends the reminder", async () => {
  await book(await newRoom(world, "Zab"));
  const ended = await runSerialized(server, world, (tx) => remindOfBookings(tx, new Date(wednesdayAt("08:46"))));
  expect(ended).toMatchObject([{ value: 1 }, { value: 0 }]);
  expect(await notifiedUsers(world.employee.id)).toEqual([{ kind: "booking.soon" }]);
});

test("a participant of two simultaneous bookings is reminded of both", async () => {
  await book(await newRoom(world, "Zab"));
  const other = await newRoom(world, "Barzan");
  await book(other, { bookable_id: other, title: "Interview" });
  expect(await world.tx((tx) => remindOfBookings(tx, new Date(wednesdayAt("08:46"))))).toBe(2);
  const rows = await world.tx((tx) =>
    tx.manager.query("SELECT subject FROM notification WHERE user_id = $1 ORDER BY subject", [world.employee.id]),
  );
  expect(rows).toEqual([{ subject: "Interview" }, { subject: "Jour fixe" }]);
});

test("participants are notified of invitations and changes, except the actor", async () => {
  const mark = server.published.length;
  const { id } = await book(await newRoom(world, "Zab"), { participants: [world.hr.id], private: true });
  requireOk(await world.api(world.manager).put(`/booking/${id}`, { start_date: wednesdayAt("11:00") }));
  requireOk(await world.api(world.employee).delete(`/booking/${id}`));
  for (const { event, stream } of world.events(mark)) {
    for (const consumer of bookingConsumers) {
      if (consumer.events.some((type) => type === event.type))
        await world.tx((tx) => consumer.consume(tx, event as never, stream));
    }
  }
  const kinds = (await notifiedUsers(world.hr.id)).map(({ kind }) => kind);
  expect(kinds).toEqual(["booking.invited", "booking.changed", "booking.cancelled"]);
  expect((await notifiedUsers(world.employee.id)).map(({ kind }) => kind)).toEqual(["booking.changed"]);
});

test("removed participants are notified once, and their screens reload the bookings", async () => {
  const { hr, finance, manager } = world;
  const invited = { participants: [hr.id, finance.id, manager.id] };
  const { id } = await book(await newRoom(world, "Zab"), { ...invited, repeat: "weekly", repeat_count: 2 });
  const mark = server.published.length;
  const api = world.api(manager);
  requireOk(await api.put(`/booking/${id}`, { participants: [finance.id], scope: "all" }));
  const reloads = (who: Person) =>
    world.events(mark).flatMap(({ event, stream }) => {
      if (event.type !== "booking.mine" || stream !== userStream(who.id)) return [];
      const { changed } = event.data as { changed?: number[] };
      return changed ? [changed.length] : [];
    });
  expect([reloads(hr), reloads(manager), reloads(finance)]).toEqual([[2], [2], []]);
  const notified = async (who: Person) =>
    (await notifiedUsers(who.id)).map(({ kind }) => kind).filter((kind) => kind === "booking.uninvited");
  expect([await notified(hr), await notified(manager), await notified(finance)]).toEqual([
    ["booking.uninvited"],
    [],
    [],
  ]);

  const owner = world.api(world.employee);
  requireOk(await owner.put(`/booking/${id}`, { private: true, participants: [] }));
  const rows = await world.tx((tx) =>
    tx.manager.query(`SELECT "values", sender_id FROM notification WHERE user_id = $1 AND kind = 'booking.uninvited'`, [
      finance.id,
    ]),
  );
  expect(rows).toEqual([{ values: expect.objectContaining({ title: "", private: "yes" }), sender_id: null }]);
});

test("different answers, and answers of guests, are notified separately", async () => {
  const { hr, finance, manager } = world;
  const { id } = await book(await newRoom(world, "Zab"), { participants: [hr.id, finance.id, manager.id] });
  const answer = async (who: Person, answered: string) =>
    requireOk(await world.api(who).put(`/booking/${id}/answer`, { answer: answered }));
  await answer(hr, "accepted");
  await answer(finance, "declined");
  await answer(manager, "accepted");
  const row = (await world.tx((tx) => tx.rows<BookingRow>(selectBookingsById, [[id]])))[0] as BookingRow;
  for (const email of ["one@partner.test", "two@partner.test"])
    await world.tx((tx) => notifyOfAnswer(tx, { email }, "accepted", row));
  const { data } = requireOk(await world.api(world.employee).get("/notification")).body;
  expect(
    data.map((each: { data: { message: string; count: number } }) => [each.data.message, each.data.count]),
  ).toEqual([
    ["two@partner.test accepted: Jour fixe", 1],
    ["one@partner.test accepted: Jour fixe", 1],
    [expect.stringMatching(/^Mia Manager and 1 .* accepted: Jour fixe$/), 2],
    [`${finance.fullname} declined: Jour fixe`, 1],
  ]);
});

test("a private booking cancelled by a booking manager notifies its requester", async () => {
  const { id } = await book(await newRoom(world, "Zab"), { private: true });
  const mark = server.published.length;
  requireOk(await world.api(world.manager).delete(`/booking/${id}`));
  await consumeEvents(world, world.events(mark));
  expect((await notifiedUsers(world.employee.id)).map(({ kind }) => kind)).toEqual(["booking.cancelled"]);
});

test("a series in several events notifies its participants once", async () => {
  const mark = server.published.length;
  const repeated = { participants: [world.hr.id], repeat: "weekly", repeat_count: bookingsPerEvent + 1 };
  await book(await newRoom(world, "Zab"), repeated);
  const created = world.events(mark).filter(({ event }) => event.type === "booking.created");
  expect(created).toHaveLength(2);
  await consumeEvents(world, created);
  expect((await notifiedUsers(world.hr.id)).map(({ kind }) => kind)).toEqual(["booking.invited"]);
});

test("a booking cancelled by another user notifies its requester exactly once", async () => {
  const heard = async (room: number) => {
    const { id } = await book(room);
    const mark = server.published.length;
    requireOk(await world.api(world.manager).delete(`/booking/${id}`));
    await consumeEvents(world, world.events(mark));
    return (await notifiedUsers(world.employee.id)).map(({ kind }) => kind);
  };
  expect(await heard(await newRoom(world, "Zab"))).toEqual(["booking.cancelled"]);
  expect(await heard(await newRoom(world, "Barzan", { auto_approve: false }))).toEqual([
    "booking.cancelled",
    "request.cancelled",
  ]);
});

test("the last use of door screens and calendar addresses is shown and logged", async () => {
  const room = await newRoom(world, "Zab");
  const admin = world.api(world.admin);
  const read = async (link: string) => requireOk(await admin.get(`/room/${room}/${link}`)).body.data;
  for (const link of ["door-screen", "calendar-feed"]) {
    expect(await read(link)).toBeNull();
    const { path } = requireOk(await admin.post(`/room/${room}/${link}`)).body.data;
    expect(await read(link)).toMatchObject({ used_at: null });
    const key = new URL(path, "http://localhost").searchParams.get("key");
    const use = key ? world.api().get(`/room/${room}/door`, { query: { key } }) : world.api().get(path);
    expect((await use).status).toBe(200);
    expect(await read(link)).toMatchObject({ used_at: expect.any(String) });
    requireOk(await admin.delete(`/room/${room}/${link}`));
    expect((await world.api(world.employee).get(`/room/${room}/${link}`)).status).toBe(403);
    expect((await admin.get(`/room/${room + 1_000}/${link}`)).status).toBe(404);
  }
  const log = requireOk(await admin.get("/audit/security-log")).body.data;
  const ruleEntries = log.filter(({ facts }: { facts: { rule?: string } }) => facts.rule === "Zab");
  expect(ruleEntries.map(({ kind }: { kind: string }) => kind).reverse()).toEqual([
    "door_screen_created",
    "door_screen_ended",
    "feed_created",
    "feed_ended",
  ]);
});

test("a door screen's key works only for its own room", async () => {
  const room = await newRoom(world, "Zab", { cross_day: true });
  const other = await newRoom(world, "Barzan");
  const admin = world.api(world.admin);
  expect((await world.api(world.employee).post(`/room/${room}/door-screen`)).status).toBe(403);
  const { path } = requireOk(await admin.post(`/room/${room}/door-screen`)).body.data;
  const key = path.split("key=")[1] as string;
  const door = world.api();
  for (const [id, wrong] of [
    [room, "x"],
    [other, key],
  ] as const) {
    expect((await door.get(`/room/${id}/door`, { query: { key: wrong } })).status).toBe(404);
    expect((await door.post(`/room/${id}/door`, { key: wrong, minutes: 30 })).status).toBe(404);
  }
  expect((await door.put(`/room/${room}/door/end`, { key, booking_id: 1 })).body.code).toBe("booking.notNow");
  expect((await door.post(`/room/${room}/door`, { key, minutes: 20 })).status).toBe(422);
  const mark = server.published.length;
  const rooms = () =>
    world.events(mark).flatMap(({ stream, event }) => (stream.startsWith("rooms:") ? [event.type] : []));
  const screenData = requireOk(await door.post(`/room/${room}/door`, { key, minutes: 30 })).body.data;
  expect(rooms()).toEqual(["booking.created"]);
  expect(screenData).toMatchObject({
    room: { name: "Zab" },
    bookings: [{ title: "Booked at the door", checked_in: true }],
  });
  const booking_id = screenData.bookings[0].id;
  expect((await door.post(`/room/${room}/door`, { key, minutes: 15 })).body.code).toBe("booking.taken");
  requireOk(await door.put(`/room/${room}/door/check-in`, { key, booking_id }));
  expect(rooms()).toEqual(["booking.created"]);
  await world.tx((tx) => tx.manager.query("UPDATE booking SET checked_in_at = NULL"));
  requireOk(await door.put(`/room/${room}/door/check-in`, { key, booking_id }));
  expect(rooms()).toEqual(["booking.created", "booking.checked_in"]);
  expect(requireOk(await door.put(`/room/${room}/door/end`, { key, booking_id })).body.data.bookings).toEqual([]);
  expect(rooms()).toEqual(["booking.created", "booking.checked_in", "booking.updated"]);
  requireOk(await admin.post(`/room/${room}/door-screen`));
  expect((await door.get(`/room/${room}/door`, { query: { key } })).status).toBe(404);
  requireOk(await admin.delete(`/room/${room}/door-screen`));
});

test("upcoming bookings list only the user's own and accepted bookings", async () => {
  const room = await newRoom(world, "Zab");
  const approvedRoom = await newRoom(world, "Barzan", { auto_approve: false });
  const owner = world.api(world.employee);
  const guest = world.api(world.hr);
  const book = async (place: number, hour: number, overrides: object = {}) => {
    const times = { start_date: wednesdayAt(`${hour}:00`), end_date: wednesdayAt(`${hour + 1}:00`) };
    const body = { title: `At ${hour}`, bookable_type: "room", bookable_id: place, ...times, ...overrides };
    return requireOk(await owner.post("/booking", body)).body.data.id as number;
  };
  const next = async (api: typeof owner, query: Record<string, string> = {}) =>
    requireOk(await api.get("/my-reservations/next", { query })).body.data.map(
      ({ title, place, status }: Record<string, unknown>) => [title, place, status],
    );
  expect((await world.api(world.external).get("/my-reservations/next")).status).toBe(403);
  for (const per_page of ["0", "51", "many"])
    expect((await owner.get("/my-reservations/next", { query: { per_page } })).body.errors).toHaveProperty("per_page");

  await book(approvedRoom, 14);
  await book(room, 10, { private: true, participants: [world.hr.id] });
  const declined = await book(room, 11, { participants: [world.hr.id] });
  const cancelled = await book(room, 12, { participants: [world.hr.id] });
  requireOk(await guest.put(`/booking/${declined}/answer`, { answer: "declined" }));
  requireOk(await owner.delete(`/booking/${cancelled}`));
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
  const one = await recordStatementNames(() => next(guest));
  expect(await recordStatementNames(() => next(owner))).toEqual(one);
  expect(one.length).toBeLessThanOrEqual(8);
});

test("releases and reminders run in batches until none is left", async () => {
  const rooms = await Promise.all(
    Array.from({ length: 7 }, (_, n) => newRoom(world, `Room ${n}`, { check_in_minutes: 15 })),
  );
  for (const id of rooms) await book(id);
  const now = () => new Date(wednesdayAt("09:15"));
  const portions = [1, 2, 3].map(() => () => world.tx((tx) => releaseNoShows(tx, now())));
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
  const subjects = await notifiedUsers(world.employee.id);
  expect(subjects.filter(({ kind }) => kind === "booking.soon")).toHaveLength(7);
});

test("a dragged booking notifies participants after the undo period, unless undone", async () => {
  const { notifyOfMoves } = await import("../../../server/bookings/bookings/change/pending-moves.service");
  const api = world.api(world.employee);
  const body = { title: "Talks", bookable_type: "room", bookable_id: await newRoom(world, "Held") };
  const times = { start_date: wednesdayAt("09:00"), end_date: wednesdayAt("10:00") };
  const { id } = requireOk(await api.post("/booking", { ...body, ...times, participants: [world.hr.id] })).body.data;
  const later = { start_date: wednesdayAt("11:00"), end_date: wednesdayAt("12:00") };
  const changed = async () =>
    (await world.tx((tx) => tx.manager.query("SELECT user_id FROM notification WHERE kind = 'booking.changed'")))
      .length;
  const over = () =>
    world.tx((tx) => tx.manager.query("UPDATE booking SET held_until = now() WHERE held_until IS NOT NULL"));
  requireOk(await api.put(`/booking/${id}`, { ...later, held: true }));
  expect(await world.tx(notifyOfMoves)).toBe(0);
  requireOk(await api.put(`/booking/${id}`, { ...times, held: true }));
  await over();
  expect([await world.tx(notifyOfMoves), await changed()]).toEqual([0, 0]);
  requireOk(await api.put(`/booking/${id}`, { ...later, held: true }));
  await over();
  expect([await world.tx(notifyOfMoves), await changed()]).toEqual([1, 1]);
  expect(await world.tx(notifyOfMoves)).toBe(0);
});

test("two concurrent workers send the notification of a dragged booking once", async () => {
  const { notifyOfMoves } = await import("../../../server/bookings/bookings/change/pending-moves.service");
  const api = world.api(world.employee);
  const body = { title: "Race", bookable_type: "room", bookable_id: await newRoom(world, "Held twice") };
  const times = { start_date: wednesdayAt("09:00"), end_date: wednesdayAt("10:00"), participants: [world.hr.id] };
  const { id } = requireOk(await api.post("/booking", { ...body, ...times })).body.data;
  requireOk(
    await api.put(`/booking/${id}`, { start_date: wednesdayAt("11:00"), end_date: wednesdayAt("12:00"), held: true }),
  );
  await world.tx((tx) => tx.manager.query("UPDATE booking SET held_until = now() WHERE held_until IS NOT NULL"));
  const settled = await runSerialized(server, world, notifyOfMoves);
  expect(settled.map((each) => each.status === "fulfilled" && each.value)).toEqual([1, 0]);
});
