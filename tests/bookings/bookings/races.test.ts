import { releaseNoShows } from "../../../server/bookings/bookings/bookings-due.service";
import { randomFrom } from "../../../server/platform/demo/demo.random";
import { sql, type Tx } from "../../../server/platform/database/unit-of-work";
import { runWhileLocked } from "../../support/serialized";
import { testServer } from "../../support/server";
import { runsAll } from "../../run-size";
import type { World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { wednesdayAt, doubleBookings, newRoom } from "./rooms";

const server = testServer();

let world: World;
beforeEach(async () => {
  world = await server.world();
});

const bookingOf = (room: number, start_date: string, end_date: string, overrides: object = {}) => ({
  title: "Sprint review",
  bookable_type: "room",
  bookable_id: room,
  start_date,
  end_date,
  ...overrides,
});
const holdRoom = (room: number) => (tx: Tx) => tx.manager.query("SELECT FROM room WHERE id = $1 FOR UPDATE", [room]);
const selectReleasedAt = sql(
  "test.released",
  "SELECT released_at FROM booking WHERE tenant_id = current_tenant() AND id = $1",
);

const longest = runsAll ? 1_800_000 : 60_000;

test(
  "a hundred concurrent bookings of twenty rooms never double-book",
  async () => {
    const rooms: number[] = [];
    for (let n = 0; n < 20; n++)
      rooms.push(await newRoom(world, `Room ${n}`, { buffer_after_minutes: n % 2 ? 15 : 0 }));
    const people = [world.employee, world.hr, world.manager, world.finance].map((person) => world.api(person));
    const { next } = randomFrom(Number(process.env.SEED ?? 11));
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item;
    const clock = (minutes: number) =>
      `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
    const attempt = async () => {
      const from = 8 * 60 + Math.floor(next() * 20) * 30;
      const week = runsAll ? 3 + Math.floor(next() * 20) : 3;
      const booking = bookingOf(
        pick(rooms),
        wednesdayAt(clock(from), week),
        wednesdayAt(clock(from + pick([30, 60, 90])), week),
      );
      const api = pick(people);
      let answer = await api.post("/booking", booking);
      // Retries after 503, which occurs with 20,000 bookings on a busy machine.
      while (runsAll && answer.status === 503) answer = await api.post("/booking", booking);
      const { status, body } = answer;
      // The error contains the response, since a bare status wouldn't show the cause.
      if (status !== 201 && status !== 409) throw new Error(`Neither booked nor taken: ${status} ${answer.text}`);
      if (status === 409) {
        expect(body.code).toBe("booking.taken");
        expect(body.data.conflicts[0]).toMatchObject({ bookable_id: booking.bookable_id });
        expect(body.data.alternatives).toEqual(expect.any(Array));
      }
      return status;
    };
    let left = runsAll ? 20_000 : 100;
    const ended: number[] = [];
    const caller = async () => {
      while (left-- > 0) ended.push(await attempt());
    };
    await Promise.all(Array.from({ length: 100 }, caller));
    expect(new Set(ended)).toEqual(new Set([201, 409]));
    expect(await doubleBookings(world)).toEqual([]);
  },
  longest,
);

test("a concurrent series and booking of one hour: exactly one succeeds completely", async () => {
  const room = await newRoom(world, "Zab");
  const series = bookingOf(room, wednesdayAt("09:00"), wednesdayAt("10:00"), { repeat: "weekly", repeat_count: 4 });
  const single = bookingOf(room, wednesdayAt("09:30", 5), wednesdayAt("10:30", 5));
  const answers = await runWhileLocked(server, world, holdRoom(room), [
    () => world.api(world.employee).post("/booking", series),
    () => world.api(world.hr).post("/booking", single),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  const lost = answers.find(({ status }) => status === 409);
  expect(lost?.body.data.conflicts).toMatchObject([{ bookable_id: room, title: "Sprint review" }]);
  const won = requireOk(await world.api(world.employee).get("/reservations")).body.data;
  expect(won).toHaveLength(answers[0]?.status === 201 ? 4 : 1);
  expect(await doubleBookings(world)).toEqual([]);
});

test("without pending_blocks, one of two concurrent approvals succeeds", async () => {
  const openRoom = await newRoom(world, "Zab", { auto_approve: false });
  const blockingRoom = await newRoom(world, "Barzan", { auto_approve: false });
  await world.tx((tx) => tx.manager.query("UPDATE room SET pending_blocks = false WHERE id = $1", [openRoom]));
  const ask = (who: typeof world.hr, room: number) =>
    world.api(who).post("/booking", bookingOf(room, wednesdayAt("09:00"), wednesdayAt("10:00")));
  expect([(await ask(world.employee, blockingRoom)).status, (await ask(world.hr, blockingRoom)).status]).toEqual([
    201, 409,
  ]);
  const requests = [await ask(world.employee, openRoom), await ask(world.hr, openRoom)].map(
    (answer) => requireOk(answer).body.data,
  );
  expect(requests.map(({ status }) => status)).toEqual(["pending", "pending"]);
  const approve = ({ id }: { id: number }) => world.api(world.admin).put(`/booking/${id}/approve`, {});
  const answers = await Promise.all(requests.map(approve));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect([refused?.body.code, refused?.body.data.conflicts[0].bookable_id]).toEqual(["booking.taken", openRoom]);
  // An approved slot can't be requested; the pending booking can move to another hour.
  expect((await ask(world.finance, openRoom)).body.code).toBe("booking.taken");
  const waiting = requests[answers[0] === refused ? 0 : 1];
  const moved = { start_date: wednesdayAt("11:00"), end_date: wednesdayAt("12:00") };
  expect(
    (await world.api(world.admin).put(`/booking/${waiting.id}`, { start_date: wednesdayAt("09:30") })).status,
  ).toBe(409);
  requireOk(await world.api(world.admin).put(`/booking/${waiting.id}`, moved));
  expect((await approve(waiting)).status).toBe(200);
});

test.each(["check-in", "end"])("at the door, %s waits for a release and is then refused", async (action) => {
  const room = await newRoom(world, "Zab", { check_in_minutes: 15, cross_day: true });
  const { path } = requireOk(await world.api(world.admin).post(`/room/${room}/door-screen`)).body.data;
  const key = path.split("key=")[1] as string;
  const minute = (n: number) => new Date(Date.now() + n * 60_000).toISOString();
  const booking = bookingOf(room, minute(-5), minute(60));
  const { id } = requireOk(await world.api(world.employee).post("/booking", booking)).body.data;
  const released = minute(0);
  const release = (tx: Tx) =>
    tx.manager.query("UPDATE booking SET ends_at = $2, released_at = $2 WHERE id = $1", [id, released]);
  const [answer] = await runWhileLocked(server, world, release, [
    () => world.api().put(`/room/${room}/door/${action}`, { key, booking_id: id }),
  ]);
  expect([answer?.status, answer?.body.code]).toEqual([409, "booking.notNow"]);
  const currentBooking = requireOk(await world.api(world.employee).get(`/booking/${id}`)).body.data;
  expect(currentBooking).toMatchObject({ checked_in_at: null, released_at: released, end_date: released });
});

test("concurrent check-in and release: only one takes effect", async () => {
  const room = await newRoom(world, "Zab", { check_in_minutes: 15, cross_day: true });
  const minute = (n: number) => new Date(Date.now() + n * 60_000);
  const booking = bookingOf(room, minute(-5).toISOString(), minute(60).toISOString());
  const { id } = requireOk(await world.api(world.employee).post("/booking", booking)).body.data;
  const hold = (tx: Tx) => tx.manager.query("SELECT FROM booking WHERE id = $1 FOR UPDATE", [id]);
  const [came, released] = await runWhileLocked<unknown>(server, world, hold, [
    () => world.api(world.employee).put(`/booking/${id}/check-in`),
    () => world.tx((tx) => releaseNoShows(tx, minute(16))),
  ]);
  const row = await world.tx((tx) => tx.one<{ released_at: Date | null }>(selectReleasedAt, [id]));
  const isReleased = row?.released_at !== null;
  expect([released, isReleased]).toEqual(isReleased ? [1, true] : [0, false]);
  const status = (came as { status: number }).status;
  expect(isReleased ? [409] : [200]).toContain(status);
  const currentBooking = requireOk(await world.api(world.employee).get(`/booking/${id}`)).body.data;
  expect([currentBooking.checked_in_at === null, currentBooking.released_at === null]).toEqual([
    isReleased,
    !isReleased,
  ]);
});
