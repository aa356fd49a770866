import { updateBooking } from "../../server/bookings/bookings.change";
import type { Tx } from "../../server/platform/database/unit-of-work";
import { permissions } from "../../shared/kernel/permissions";
import { office } from "../leave/office";
import { oneAtATime } from "../support/one-at-a-time";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import ICAL from "ical.js";
import { ok } from "../tasks/board";
import { at, bookedTwice, newRoom } from "./rooms";

const server = testServer();

let world: World;
let room: number;
beforeEach(async () => {
  world = await server.world();
  room = await newRoom(world, "Zab", { time_zone: "Europe/Berlin" });
});

const weekly = (more: object = {}) => ({
  title: "Jour fixe",
  bookable_type: "room",
  bookable_id: room,
  start_date: at("09:00", 1),
  end_date: at("10:00", 1),
  repeat: "weekly",
  repeat_count: 4,
  ...more,
});
const starts = (dates: { start_date: string }[]) => dates.map(({ start_date }) => start_date);
const make = async (more: object = {}) => ok(await world.api(world.employee).post("/booking", weekly(more))).body;
const busy = (week: number, on = room) =>
  world.api(world.hr).post("/booking", {
    ...weekly(),
    bookable_id: on,
    start_date: at("09:30", week),
    end_date: at("10:30", week),
    repeat: "doesNotRepeat",
  });

test("is previewed date by date, and saved as was chosen: all or nothing", async () => {
  const other = await newRoom(world, "Barzan");
  ok(await busy(2));
  ok(await busy(3));
  const api = world.api(world.employee);
  const preview = ok(await api.post("/booking/preview", weekly())).body.data;
  expect(preview.dates.map(({ free }: { free: boolean }) => free)).toEqual([true, false, false, true]);
  expect(preview.dates[1]).toMatchObject({
    conflicts: [{ requester: { id: world.hr.id } }],
    alternatives: [{ kind: "earlier" }, { kind: "shorter" }, { kind: "room", bookable_id: other }],
  });
  const mark = server.published.length;
  const lost = await api.post("/booking", weekly());
  expect([lost.status, lost.body.code, lost.body.data.conflicts.length]).toEqual([409, "booking.taken", 2]);
  expect(world.events(mark)).toEqual([]);
  const [, second, third] = preview.dates as { date: string }[];
  const saved = await make({
    dates: [
      { date: second?.date, skip: true },
      { date: third?.date, bookable_id: other },
    ],
  });
  expect(saved.dates.map(({ bookable_id }: { bookable_id: number }) => bookable_id)).toEqual([room, other, room]);
  expect(saved.series_id).toEqual(saved.data.series_id);
  expect(await bookedTwice(world)).toEqual([]);
});

test("says of each date whether it is a holiday where one works, in one's language, or on one's leave; it can be booked all the same", async () => {
  const days = [1, 2, 3].map((n) => at("09:00", n).slice(0, 10));
  const rows = `INSERT INTO holiday (tenant_id, date, name, translations, half, location) VALUES
    (current_tenant(), $1, 'New year', '{"de": "Neujahr"}', NULL, NULL), (current_tenant(), $1, 'Its eve', '{}', 'morning', NULL),
    (current_tenant(), $2, 'Of another town', '{}', NULL, 'Mersin')`;
  await world.tx((tx) => tx.manager.query(rows, [days[0], days[1]]));
  const { type } = await office(world);
  const leave = `WITH r AS (INSERT INTO request (tenant_id, family, requester_id, type, status)
       VALUES (current_tenant(), 'leave', $1, $2::bigint::text, $4) RETURNING id)
     INSERT INTO leave_request (id, tenant_id, user_id, leave_type_id, start_date, end_date, days, reason)
     SELECT id, current_tenant(), $1, $2, $3::date - 1, $3, 2, 'Away' FROM r`;
  const { id } = world.employee;
  await world.tx((tx) => tx.manager.query(leave, [id, type, days[2], "approved"]));
  await world.tx((tx) => tx.manager.query(leave, [id, type, days[1], "rejected"]));
  const offOf = async (who: typeof world.hr, headers = {}) => {
    const { dates } = ok(await world.api(who).post("/booking/preview", weekly(), { headers })).body.data;
    return dates.map((date: { holiday: string | null; on_leave: boolean }) => [date.holiday, date.on_leave]);
  };
  const none = [null, false];
  expect(await offOf(world.employee)).toEqual([["New year", false], none, [null, true], none]);
  expect(await offOf(world.hr, { "accept-language": "de" })).toEqual([["Neujahr", false], none, none, none]);
  expect((await make()).dates).toHaveLength(4);
});

test("a taken date of a series goes to another time of its day, and is changed by itself from then on", async () => {
  ok(await busy(2));
  const api = world.api(world.employee);
  const [, second] = ok(await api.post("/booking/preview", weekly())).body.data.dates;
  const [{ kind, start_date, end_date }] = second.alternatives;
  expect([kind, end_date]).toEqual(["earlier", at("09:30", 2)]);
  const saved = await make({ dates: [{ date: second.date, start_date, end_date }] });
  expect(starts(saved.dates)).toEqual([at("09:00", 1), start_date, at("09:00", 3), at("09:00", 4)]);
  expect(await bookedTwice(world)).toEqual([]);
});

test("is changed and cancelled: this one, this and the following, all; what was changed by itself is kept or overwritten", async () => {
  const api = world.api(world.employee);
  const { dates } = await make();
  const ids = dates.map(({ id }: { id: number }) => id) as [number, number, number, number];
  ok(await api.put(`/booking/${ids[1]}`, { start_date: at("11:00", 2) }));
  const following = ok(await api.put(`/booking/${ids[2]}`, { start_date: at("13:00", 3), scope: "following" })).body;
  expect(starts(following.dates)).toEqual([at("13:00", 3), at("13:00", 4)]);
  const all = ok(await api.put(`/booking/${ids[0]}`, { start_date: at("08:00", 1), scope: "all" })).body;
  expect(starts(all.dates)).toEqual([at("08:00", 1), at("12:00", 3), at("12:00", 4)]);
  ok(await api.put(`/booking/${ids[0]}`, { title: "Weekly", scope: "all", overwrite: true }));
  const list = async () =>
    ok(await api.get("/my-reservations")).body.data.map((each: { title: string; status: string }) => [
      each.title,
      each.status,
    ]);
  expect(await list()).toEqual(Array(4).fill(["Weekly", "approved"]));
  // A week later each takes the place of the next: they don't stand in one another's way.
  ok(await api.put(`/booking/${ids[2]}`, { start_date: at("12:00", 4), scope: "following" }));
  ok(await api.delete(`/booking/${ids[2]}`, { scope: "following" }));
  expect((await list()).map(([, status]: string[]) => status)).toEqual([
    "approved",
    "approved",
    "cancelled",
    "cancelled",
  ]);
  ok(await api.delete(`/booking/${ids[0]}`, { scope: "all" }));
  expect((await list()).every(([, status]: string[]) => status === "cancelled")).toBe(true);
});

test("a series that loses one date loses none: it stays where it was", async () => {
  ok(await busy(3));
  const api = world.api(world.employee);
  const { data, dates } = await make({ start_date: at("07:00", 1), end_date: at("08:00", 1) });
  const lost = await api.put(`/booking/${data.id}`, { start_date: at("09:00", 1), scope: "all" });
  expect([lost.status, lost.body.code]).toEqual([409, "booking.taken"]);
  const now = ok(await api.get("/my-reservations")).body.data;
  expect(starts(now)).toEqual(starts(dates));
});

test("a date is moved to the second of two equal hours where that one was chosen", async () => {
  const { data } = await make();
  // On the last Sunday of October half past two comes twice in Berlin: the second time at 01:30 of UTC.
  const october = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 9, 31));
  const day = new Date(october.getTime() - october.getUTCDay() * 86_400_000).toISOString().slice(0, 10);
  const times = { start_date: `${day}T01:30:00.000Z`, end_date: `${day}T02:30:00.000Z` };
  const moved = ok(await world.api(world.employee).put(`/booking/${data.id}`, times)).body.data;
  expect(moved).toMatchObject(times);
});

test("of two changes of one version the second waits for the first and is told", async () => {
  const { data } = await make({ repeat: "doesNotRepeat" });
  const actor = { id: world.employee.id, permissions: new Set(permissions) } as never;
  const change = (title: string) => (tx: Tx) => updateBooking(tx, actor, data.id, { title, version: 1 });
  const [first, second] = await oneAtATime(server, world, change("One"), change("Two"));
  expect(first?.status).toBe("fulfilled");
  expect(second).toMatchObject({ status: "rejected", reason: { code: "booking.stale" } });
});

test("people who are invited accept or decline, and come in; who isn't can't", async () => {
  const { data } = await make({ repeat: "doesNotRepeat", participants: [world.finance.id] });
  const answer = (who: typeof world.hr, given: string) =>
    world.api(who).put(`/booking/${data.id}/answer`, { answer: given });
  expect((await answer(world.hr, "accepted")).body.code).toBe("booking.notInvited");
  expect((await answer(world.finance, "perhaps")).status).toBe(422);
  expect(ok(await answer(world.finance, "maybe")).body.data.participants).toMatchObject([
    { id: world.finance.id, answer: "maybe" },
  ]);
  const api = world.api(world.employee);
  const stranger = world.api(world.hr);
  for (const verb of ["check-in", "end"]) {
    expect((await stranger.put(`/booking/${data.id}/${verb}`)).body.code).toBe("booking.notYours");
    expect((await api.put(`/booking/${data.id}/${verb}`)).body.code).toBe("booking.notNow");
  }
  await world.tx((tx) =>
    tx.manager.query(
      "UPDATE booking SET starts_at = now() - interval '10 minutes', ends_at = now() + interval '1 hour'",
    ),
  );
  expect(ok(await api.put(`/booking/${data.id}/check-in`)).body.data.checked_in_at).toEqual(expect.any(String));
  const ended = ok(await world.api(world.finance).put(`/booking/${data.id}/end`)).body.data;
  expect(Date.parse(ended.end_date)).toBeLessThanOrEqual(Date.now());
  expect((await api.put(`/booking/${data.id}/end`)).body.code).toBe("booking.notNow");
});

test("one's own calendar feed has one's bookings as they are, under one name for life", async () => {
  const api = world.api(world.employee);
  const { dates } = await make({ participants: [world.finance.id], repeat_count: 2 });
  const feedOf = async (who: typeof world.hr) => {
    const { path } = ok(await world.api(who).post("/leave/calendar-feed", { scope: "own" })).body.data;
    return async () => {
      const { text } = ok(await world.api().get(path));
      const events = new ICAL.Component(ICAL.parse(text))
        .getAllSubcomponents("vevent")
        .map((each) => new ICAL.Event(each));
      return events.map((event) => ({
        uid: event.uid,
        start: event.startDate.toJSDate().toISOString(),
        end: event.endDate.toJSDate().toISOString(),
        sequence: event.sequence,
        title: event.summary,
        place: event.location,
      }));
    };
  };
  const read = await feedOf(world.employee);
  const guests = await feedOf(world.finance);
  const before = await read();
  expect(before).toEqual(
    dates.map((each: { start_date: string; end_date: string }) => ({
      uid: expect.stringContaining("@"),
      start: each.start_date,
      end: each.end_date,
      sequence: 0,
      title: "Jour fixe",
      place: "Zab, House Zab",
    })),
  );
  ok(await api.put(`/booking/${dates[0].id}`, { start_date: at("12:00", 1) }));
  ok(await api.delete(`/booking/${dates[1].id}`));
  ok(await world.api(world.finance).put(`/booking/${dates[0].id}/answer`, { answer: "declined" }));
  const after = await read();
  // Moved once; an answer is nothing that a calendar shows.
  expect(after).toEqual([{ ...before[0], start: at("12:00", 1), end: at("13:00", 1), sequence: 1 }]);
  expect(await guests()).toEqual([]);
});
