import { permissions } from "../../../shared/access";
import { releaseNoShows } from "../../../server/bookings/bookings/bookings-due.service";
import { updateBookingEnd } from "../../../server/bookings/bookings/bookings.sql";
import { updateBooking } from "../../../server/bookings/bookings/change/change";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import { leaveFixture } from "../../requests/leave/fixtures";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import { expandCalendar } from "../../support/expand-calendar";
import type { World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { insertLeave } from "./fixtures";
import { wednesdayAt, doubleBookings, newRoom } from "./rooms";

const server = testServer();

let world: World;
let room: number;
beforeEach(async () => {
  world = await server.world();
  room = await newRoom(world, "Zab", { time_zone: "Europe/Berlin" });
});

const weekly = (overrides: object = {}) => ({
  title: "Jour fixe",
  bookable_type: "room",
  bookable_id: room,
  start_date: wednesdayAt("09:00", 1),
  end_date: wednesdayAt("10:00", 1),
  repeat: "weekly",
  repeat_count: 4,
  ...overrides,
});
const starts = (dates: { start_date: string }[]) => dates.map(({ start_date }) => start_date);
const make = async (overrides: object = {}) =>
  requireOk(await world.api(world.employee).post("/booking", weekly(overrides))).body;
const busy = (week: number, on = room) =>
  world.api(world.hr).post("/booking", {
    ...weekly(),
    bookable_id: on,
    start_date: wednesdayAt("09:30", week),
    end_date: wednesdayAt("10:30", week),
    repeat: "doesNotRepeat",
  });

test("a series preview checks each date, and saving books all chosen dates or none", async () => {
  const other = await newRoom(world, "Barzan");
  requireOk(await busy(2));
  requireOk(await busy(3));
  const api = world.api(world.employee);
  const preview = requireOk(await api.post("/booking/preview", weekly())).body.data;
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
  expect(await doubleBookings(world)).toEqual([]);
});

test("a preview marks holidays and leave, which can still be booked", async () => {
  const [first, second, third, fourth] = [1, 2, 3, 4].map((n) => wednesdayAt("09:00", n).slice(0, 10)) as [
    string,
    string,
    string,
    string,
  ];
  const rows = `INSERT INTO holiday (tenant_id, date, name, translations, half, location) VALUES
    (current_tenant(), $1, 'New year', '{"de": "Neujahr"}', NULL, NULL), (current_tenant(), $1, 'Its eve', '{}', 'morning', NULL),
    (current_tenant(), $2, 'Of another town', '{}', NULL, 'Mersin')`;
  await world.tx((tx) => tx.manager.query(rows, [first, second]));
  const { type } = await leaveFixture(world);
  await insertLeave(world, world.employee, type, third, { to_noon: true });
  await insertLeave(world, world.employee, type, second, { status: "rejected", live: false });
  await insertLeave(world, world.employee, type, first, { from_noon: true });
  await insertLeave(world, world.employee, type, fourth, { live: false });
  await world.tx((tx) => tx.manager.query("UPDATE tenant SET time_zone = 'UTC'"));
  const offOf = async (who: typeof world.hr, headers = {}) => {
    const { dates } = requireOk(await world.api(who).post("/booking/preview", weekly(), { headers })).body.data;
    return dates.map((date: { holiday: string | null; on_leave: boolean }) => [date.holiday, date.on_leave]);
  };
  const none = [null, false];
  expect(await offOf(world.employee)).toEqual([["New year", false], none, [null, true], none]);
  expect(await offOf(world.hr, { "accept-language": "de" })).toEqual([["Neujahr", false], none, none, none]);
  expect((await make()).dates).toHaveLength(4);
});

test("a taken date of a series moves to another time and becomes an exception", async () => {
  requireOk(await busy(2));
  const api = world.api(world.employee);
  const [, second] = requireOk(await api.post("/booking/preview", weekly())).body.data.dates;
  const [{ kind, start_date, end_date }] = second.alternatives;
  expect([kind, end_date]).toEqual(["earlier", wednesdayAt("09:30", 2)]);
  const saved = await make({ dates: [{ date: second.date, start_date, end_date }] });
  expect(starts(saved.dates)).toEqual([
    wednesdayAt("09:00", 1),
    start_date,
    wednesdayAt("09:00", 3),
    wednesdayAt("09:00", 4),
  ]);
  expect(await doubleBookings(world)).toEqual([]);
});

test("a series change applies to this date, the following dates or all dates", async () => {
  const api = world.api(world.employee);
  const { dates } = await make();
  const ids = dates.map(({ id }: { id: number }) => id) as [number, number, number, number];
  requireOk(await api.put(`/booking/${ids[1]}`, { start_date: wednesdayAt("11:00", 2) }));
  const following = requireOk(
    await api.put(`/booking/${ids[2]}`, { start_date: wednesdayAt("13:00", 3), scope: "following" }),
  ).body;
  expect(starts(following.dates)).toEqual([wednesdayAt("13:00", 3), wednesdayAt("13:00", 4)]);
  const all = requireOk(
    await api.put(`/booking/${ids[0]}`, { start_date: wednesdayAt("08:00", 1), scope: "all" }),
  ).body;
  expect(starts(all.dates)).toEqual([wednesdayAt("08:00", 1), wednesdayAt("12:00", 3), wednesdayAt("12:00", 4)]);
  requireOk(await api.put(`/booking/${ids[0]}`, { title: "Weekly", scope: "all", overwrite: true }));
  const list = async () =>
    requireOk(await api.get("/my-reservations")).body.data.map((each: { title: string; status: string }) => [
      each.title,
      each.status,
    ]);
  expect(await list()).toEqual(Array(4).fill(["Weekly", "approved"]));
  // Moved by a week, each date takes the slot of the next: dates of one series don't conflict with each other.
  requireOk(await api.put(`/booking/${ids[2]}`, { start_date: wednesdayAt("12:00", 4), scope: "following" }));
  requireOk(await api.delete(`/booking/${ids[2]}`, { scope: "following" }));
  expect((await list()).map(([, status]: string[]) => status)).toEqual([
    "approved",
    "approved",
    "cancelled",
    "cancelled",
  ]);
  requireOk(await api.delete(`/booking/${ids[0]}`, { scope: "all" }));
  expect((await list()).every(([, status]: string[]) => status === "cancelled")).toBe(true);
});

test("moving a series with one conflict moves no date", async () => {
  requireOk(await busy(3));
  const api = world.api(world.employee);
  const { data, dates } = await make({ start_date: wednesdayAt("07:00", 1), end_date: wednesdayAt("08:00", 1) });
  const lost = await api.put(`/booking/${data.id}`, { start_date: wednesdayAt("09:00", 1), scope: "all" });
  expect([lost.status, lost.body.code]).toEqual([409, "booking.taken"]);
  const now = requireOk(await api.get("/my-reservations")).body.data;
  expect(starts(now)).toEqual(starts(dates));
});

test("a date can move to the second of two repeated hours at the DST change", async () => {
  const { data } = await make();
  // On the last Sunday of October 02:30 occurs twice in Berlin, the second time at 01:30 UTC.
  const october = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 9, 31));
  const day = new Date(october.getTime() - october.getUTCDay() * 86_400_000).toISOString().slice(0, 10);
  const times = { start_date: `${day}T01:30:00.000Z`, end_date: `${day}T02:30:00.000Z` };
  const moved = requireOk(await world.api(world.employee).put(`/booking/${data.id}`, times)).body.data;
  expect(moved).toMatchObject(times);
});

test("two changes of one booking version: the second waits and gets 409", async () => {
  const { data } = await make({ repeat: "doesNotRepeat" });
  const actor = { id: world.employee.id, permissions: new Set(permissions) } as never;
  const change = (title: string) => (tx: Tx) => updateBooking(tx, actor, data.id, { title, version: 1 });
  const [first, second] = await runSerialized(server, world, change("One"), change("Two"));
  expect(first?.status).toBe("fulfilled");
  expect(second).toMatchObject({ status: "rejected", reason: { code: "booking.stale" } });
});

test("invited users can answer and check in, and other users get 403", async () => {
  const { data } = await make({ repeat: "doesNotRepeat", participants: [world.finance.id] });
  const answer = (who: typeof world.hr, response: string) =>
    world.api(who).put(`/booking/${data.id}/answer`, { answer: response });
  expect((await answer(world.hr, "accepted")).body.code).toBe("booking.notInvited");
  expect((await answer(world.finance, "perhaps")).status).toBe(422);
  expect(requireOk(await answer(world.finance, "maybe")).body.data.participants).toMatchObject([
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
  expect(requireOk(await api.put(`/booking/${data.id}/check-in`)).body.data.checked_in_at).toEqual(expect.any(String));
  const ended = requireOk(await world.api(world.finance).put(`/booking/${data.id}/end`)).body.data;
  expect(Date.parse(ended.end_date)).toBeLessThanOrEqual(Date.now());
  expect((await api.put(`/booking/${data.id}/end`)).body.code).toBe("booking.notNow");
});

test("a user's calendar feed shows their bookings under a stable UID", async () => {
  const api = world.api(world.employee);
  const { dates } = await make({ participants: [world.finance.id], repeat_count: 2 });
  const feedOf = async (who: typeof world.hr) => {
    const { path } = requireOk(await world.api(who).post("/leave/calendar-feed", { scope: "own" })).body.data;
    return async () => expandCalendar(requireOk(await world.api().get(path)).text);
  };
  const read = await feedOf(world.employee);
  const guests = await feedOf(world.finance);
  const before = await read();
  expect(before).toEqual(
    dates.map((each: { start_date: string; end_date: string }) => ({
      uid: expect.stringContaining("@"),
      start: each.start_date,
      end: each.end_date,
      title: "Jour fixe",
      place: "Zab, House Zab",
    })),
  );
  requireOk(await api.put(`/booking/${dates[0].id}`, { start_date: wednesdayAt("12:00", 1) }));
  requireOk(await api.delete(`/booking/${dates[1].id}`));
  requireOk(await world.api(world.finance).put(`/booking/${dates[0].id}/answer`, { answer: "declined" }));
  const after = await read();
  expect(new Set(before.map(({ uid }) => uid)).size).toBe(1);
  expect(after).toEqual([{ ...before[0], start: wednesdayAt("12:00", 1), end: wednesdayAt("13:00", 1) }]);
  expect(await guests()).toEqual([]);
});

test("participants added to all dates join a moved date, which keeps its time", async () => {
  const api = world.api(world.employee);
  const { dates } = await make({ participants: [world.manager.id] });
  const ids = dates.map(({ id }: { id: number }) => id) as [number, number, number, number];
  requireOk(
    await api.put(`/booking/${ids[1]}`, {
      start_date: wednesdayAt("11:00", 2),
      participants: [world.manager.id, world.admin.id],
    }),
  );
  const change = { participants: [world.hr.id], title: "Weekly", guests: ["out@partner.test"], scope: "all" };
  requireOk(await api.put(`/booking/${ids[0]}`, change));
  const list = requireOk(await api.get("/my-reservations")).body.data as {
    start_date: string;
    title: string;
    participants: { id: number }[];
  }[];
  const people = (...of: { id: number }[]) => of.map(({ id }) => id).sort((a, b) => a - b);
  expect(
    list.map((each) => [each.start_date, each.title, each.participants.map(({ id }) => id).sort((a, b) => a - b)]),
  ).toEqual([
    [wednesdayAt("09:00", 1), "Weekly", people(world.hr)],
    // The manager was removed from the series and the HR user added; the admin was invited to this date only.
    [wednesdayAt("11:00", 2), "Weekly", people(world.hr, world.admin)],
    [wednesdayAt("09:00", 3), "Weekly", people(world.hr)],
    [wednesdayAt("09:00", 4), "Weekly", people(world.hr)],
  ]);
  const guests = requireOk(await api.get(`/booking/${ids[1]}/guests`)).body.data;
  expect(guests.map(({ email }: { email: string }) => email)).toEqual(["out@partner.test"]);
});

test("an invitation to a series is answered for one date or for all", async () => {
  const { dates } = await make({ participants: [world.hr.id] });
  const [first, second] = dates.map(({ id }: { id: number }) => id) as [number, number];
  const hr = world.api(world.hr);
  expect(
    (await world.api(world.manager).put(`/booking/${first}/answer`, { answer: "accepted", scope: "all" })).status,
  ).toBe(403);
  const answers = async () =>
    (requireOk(await hr.get("/my-reservations")).body.data as { participants: { answer: string | null }[] }[]).map(
      ({ participants }) => participants[0]?.answer,
    );
  const one = requireOk(await hr.put(`/booking/${second}/answer`, { answer: "declined" })).body;
  expect([one.message, await answers()]).toEqual(["You declined", [null, "declined", null, null]]);
  const all = requireOk(await hr.put(`/booking/${second}/answer`, { answer: "accepted", scope: "all" })).body;
  expect([all.message, await answers()]).toEqual(["You accepted 4 dates", Array(4).fill("accepted")]);
});

test("an extended series leaves out leavers, and guests who became colleagues", async () => {
  const { dates } = await make({ participants: [world.hr.id, world.finance.id], guests: ["out@partner.test"] });
  await server.owner.query("UPDATE app_user SET active = false WHERE id = $1", [world.hr.id]);
  await server.owner.query("UPDATE app_user SET email = 'out@partner.test' WHERE id = $1", [world.admin.id]);
  const until = { repeat_until: wednesdayAt("00:00", 5).slice(0, 10) };
  const [added] = requireOk(await world.api(world.employee).post(`/booking/${dates[0].id}/extend`, until)).body.dates;
  expect(added.participants).toMatchObject([{ id: world.finance.id }]);
  const api = world.api(world.employee);
  expect(requireOk(await api.get(`/booking/${added.id}/guests`)).body.data).toEqual([]);
});

test("a date that was moved and moved back follows later changes of its series", async () => {
  const api = world.api(world.employee);
  const { dates } = await make();
  const move = (n: number, start_date: string) =>
    api.put(`/booking/${dates[n].id}`, { start_date, held: true }).then(requireOk);
  await move(1, wednesdayAt("14:00", 2));
  await move(1, wednesdayAt("15:00", 2));
  await move(1, wednesdayAt("09:00", 2));
  await move(2, wednesdayAt("14:00", 3));
  const all = { start_date: wednesdayAt("11:00", 1), scope: "all" };
  const { dates: changedDates } = requireOk(await api.put(`/booking/${dates[0].id}`, all)).body;
  expect(starts(changedDates)).toEqual([wednesdayAt("11:00", 1), wednesdayAt("11:00", 2), wednesdayAt("11:00", 4)]);
});

test("a date moved back after its notification follows the series again", async () => {
  const api = world.api(world.employee);
  const { dates } = await make();
  const move = async (n: number, start_date: string, overrides: object = {}) => {
    requireOk(await api.put(`/booking/${dates[n].id}`, { start_date, held: true, ...overrides }));
    await server.owner.query("UPDATE booking SET held_move = NULL, held_until = NULL WHERE id = $1", [dates[n].id]);
  };
  await move(1, wednesdayAt("14:00", 2));
  await move(1, wednesdayAt("09:00", 2));
  await move(2, wednesdayAt("14:00", 3), { title: "Own title" }); // remains edited individually
  await move(2, wednesdayAt("09:00", 3));
  const all = { start_date: wednesdayAt("11:00", 1), scope: "all" };
  const { dates: changedDates } = requireOk(await api.put(`/booking/${dates[0].id}`, all)).body;
  expect(starts(changedDates)).toEqual([wednesdayAt("11:00", 1), wednesdayAt("11:00", 2), wednesdayAt("11:00", 4)]);
});

test("an extension of a moved series has the new weekday and time", async () => {
  const api = world.api(world.employee);
  const { dates } = await make({ repeat_count: 2 });
  const thursdayAt = (time: string, week: number) =>
    new Date(Date.parse(wednesdayAt(time, week)) + 86_400_000).toISOString();
  const move = (n: number, start_date: string, scope: string) =>
    api.put(`/booking/${dates[n].id}`, { start_date, scope });
  const extend = async (until: string) =>
    starts(
      requireOk(await api.post(`/booking/${dates[0].id}/extend`, { repeat_until: until.slice(0, 10) })).body.dates,
    );
  requireOk(await move(1, wednesdayAt("14:00", 2), "following"));
  expect(await extend(wednesdayAt("00:00", 3))).toEqual([wednesdayAt("14:00", 3)]);
  requireOk(await move(0, thursdayAt("08:00", 1), "all"));
  expect(await extend(thursdayAt("00:00", 4))).toEqual([thursdayAt("13:00", 4)]);
});

test.each<[string, (id: number) => Promise<unknown>]>([
  ["released", () => world.tx((tx) => releaseNoShows(tx, new Date(wednesdayAt("09:15", 2))))],
  ["ended early", (id) => world.tx((tx) => tx.rows(updateBookingEnd, [id, wednesdayAt("09:15", 2), false]))],
])("an extension has the planned length although the last date was %s", async (_, shorten) => {
  const api = world.api(world.employee);
  const { dates } = await make({ repeat_count: 2 });
  await server.owner.query("UPDATE room SET check_in_minutes = 15 WHERE id = $1", [dates[0].bookable_id]);
  await shorten(dates[1].id);
  expect(requireOk(await api.get(`/booking/${dates[1].id}`)).body.data.end_date).toBe(wednesdayAt("09:15", 2));
  const until = { repeat_until: wednesdayAt("00:00", 3).slice(0, 10) };
  expect(requireOk(await api.post(`/booking/${dates[0].id}/extend`, until)).body.dates).toMatchObject([
    { start_date: wednesdayAt("09:00", 3), end_date: wednesdayAt("10:00", 3) },
  ]);
});

test("only the owner can extend a series, and only to a later end", async () => {
  const api = world.api(world.employee);
  const { dates } = await make({ participants: [world.hr.id], guests: ["out@partner.test"] });
  const { id } = dates[0];
  const until = (week: number) => ({ repeat_until: wednesdayAt("00:00", week).slice(0, 10) });
  expect((await world.api(world.hr).post(`/booking/${id}/extend`, until(6))).body.code).toBe("booking.notYours");
  expect((await api.post(`/booking/${id}/extend`, until(4))).body.errors).toHaveProperty("repeat_until");
  expect((await api.post("/booking/999999/extend", until(6))).status).toBe(404);
  const single = await make({
    repeat: "doesNotRepeat",
    start_date: wednesdayAt("15:00"),
    end_date: wednesdayAt("16:00"),
  });
  expect((await api.post(`/booking/${single.data.id}/extend`, until(9))).body.code).toBe("booking.past");
  requireOk(await busy(6));
  const lost = await api.post(`/booking/${id}/extend`, until(6));
  expect([lost.status, lost.body.code]).toEqual([409, "booking.taken"]);
  const extension = requireOk(await api.post(`/booking/${id}/extend`, until(5))).body;
  expect([extension.message, starts(extension.dates)]).toEqual([
    "1 date added to the series",
    [wednesdayAt("09:00", 5)],
  ]);
  expect(extension.dates[0]).toMatchObject({
    title: "Jour fixe",
    participants: [{ id: world.hr.id }],
    series_id: dates[0].series_id,
  });
  const addedBooking = requireOk(await api.get(`/booking/${extension.dates[0].id}`)).body.data;
  expect(addedBooking).toMatchObject({
    last_day: wednesdayAt("00:00", 5).slice(0, 10),
    rrule: expect.stringMatching(/^FREQ=WEEKLY;UNTIL=/),
  });
  const guests = requireOk(await api.get(`/booking/${extension.dates[0].id}/guests`)).body.data;
  expect(guests).toHaveLength(1);
});

test("bookings have their own calendar URL, which can be revoked", async () => {
  const api = world.api(world.employee);
  await make({ repeat_count: 2 });
  expect(requireOk(await api.get("/booking/calendar-feed")).body.data).toBeNull();
  expect((await api.delete("/booking/calendar-feed")).status).toBe(200);
  expect((await world.api(world.external).post("/booking/calendar-feed", {})).status).toBe(403);
  const { path } = requireOk(await api.post("/booking/calendar-feed", {})).body.data;
  const { text } = requireOk(await world.api().get(path));
  expect(expandCalendar(text).map(({ start }) => start)).toEqual([wednesdayAt("09:00", 1), wednesdayAt("09:00", 2)]);
  // Leave and booking feeds don't accept each other's tokens.
  expect((await world.api().get(path.replace("/booking/", "/leave/"))).status).toBe(404);
  const leave = requireOk(await api.post("/leave/calendar-feed", { scope: "own" })).body.data.path as string;
  expect((await world.api().get(leave.replace("/leave/", "/booking/"))).status).toBe(404);
  requireOk(await api.delete("/booking/calendar-feed"));
  expect((await world.api().get(path)).status).toBe(404);
});
