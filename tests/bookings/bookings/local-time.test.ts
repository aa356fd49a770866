import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { newRoom, wednesdayAt } from "./rooms";

const server = testServer();

let world: World;
let room: number;
beforeEach(async () => {
  world = await server.world();
  room = await newRoom(world, "Zab", { time_zone: "Europe/Berlin", cross_day: true });
});

/** The Sunday of the next year on which clocks in Berlin change; `month` is 3 or 10. */
function clockChange(month: 3 | 10, daysLater = 0): string {
  const last = new Date(Date.UTC(new Date().getUTCFullYear() + 1, month - 1, 31));
  last.setUTCDate(31 - last.getUTCDay() + daysLater);
  return last.toISOString().slice(0, 10);
}
const sunday = clockChange(10);
const hour = (from: string, until: string) => ({
  start_date: `${sunday}T${from}:00.000Z`,
  end_date: `${sunday}T${until}:00.000Z`,
});
const book = (times: object, overrides: object = {}, who = world.employee) =>
  world.api(who).post("/booking", { title: "Night", bookable_type: "room", bookable_id: room, ...times, ...overrides });

test("both occurrences of an hour can be booked, each once", async () => {
  requireOk(await book(hour("00:00", "01:00")));
  const { data } = requireOk(await book(hour("01:00", "02:00"))).body;
  expect(data).toMatchObject(hour("01:00", "02:00"));
  expect((await book(hour("01:00", "02:00"))).body.code).toBe("booking.taken");
  const weekly = { repeat: "weekly", repeat_count: 2 };
  requireOk(await world.api(world.employee).delete(`/booking/${data.id}`));
  expect(requireOk(await book(hour("01:00", "02:00"), weekly)).body.dates[0]).toMatchObject(hour("01:00", "02:00"));
});

test("two concurrent bookings of the second occurrence: only one succeeds", async () => {
  const times = hour("01:00", "02:00");
  const replies = await Promise.all([book(times), book(times, {}, world.hr)]);
  expect(replies.map(({ status }) => String(status)).sort()).toEqual(["201", "409"]);
});

test("whole days repeat daily over a clock change, and an extension keeps their length", async () => {
  const [before, change, after, last] = [-1, 0, 1, 2].map((days) => clockChange(3, days));
  const dayBefore = clockChange(3, -2);
  const whole = { start_date: `${dayBefore}T23:00:00.000Z`, end_date: `${before}T23:00:00.000Z` };
  const { data, dates } = requireOk(await book(whole, { repeat: "daily", repeat_count: 2 })).body;
  const times = (rows: { start_date: string; end_date: string }[]) =>
    rows.map(({ start_date, end_date }) => [start_date.slice(0, 16), end_date.slice(0, 16)]);
  expect(times(dates)).toEqual([
    [`${dayBefore}T23:00`, `${before}T23:00`],
    [`${before}T23:00`, `${change}T22:00`],
  ]);
  const api = world.api(world.employee);
  const addedDates = requireOk(await api.post(`/booking/${data.id}/extend`, { repeat_until: last })).body.dates;
  expect(times(addedDates)).toEqual([
    [`${change}T22:00`, `${after}T22:00`],
    [`${after}T22:00`, `${last}T22:00`],
  ]);
});

test("a change of a series keeps local start and end on each date", async () => {
  const [dayBefore, before, change] = [-2, -1, 0].map((days) => clockChange(3, days));
  const night = { start_date: `${dayBefore}T19:00:00.000Z`, end_date: `${before}T07:00:00.000Z` };
  const { data } = requireOk(await book(night, { repeat: "daily", repeat_count: 2 })).body;
  const later = { start_date: `${dayBefore}T20:00:00.000Z`, end_date: `${before}T08:00:00.000Z`, scope: "all" };
  const { dates } = requireOk(await world.api(world.employee).put(`/booking/${data.id}`, later)).body;
  expect(dates[1]).toMatchObject({ start_date: `${before}T20:00:00.000Z`, end_date: `${change}T07:00:00.000Z` });
});

test("a booking of 31 days can contain the longer day of a clock change", async () => {
  const year = sunday.slice(0, 4);
  const month = { start_date: `${year}-09-30T22:00:00.000Z`, end_date: `${year}-10-31T23:00:00.000Z` };
  expect((await book({ ...month, end_date: `${year}-11-01T23:00:00.000Z` })).body.errors).toHaveProperty("end_date");
  expect(requireOk(await book(month)).body.data).toMatchObject(month);
});

describe("opening hours until midnight", () => {
  // 23:00 to 24:00 in a building in UTC.
  const evening = { start_date: wednesdayAt("23:00"), end_date: new Date(wednesdayAt("24:00")).toISOString() };

  test("24:00 and 00:00 close at the day's end; 24:30 and opening at 24:00 are refused", async () => {
    const { building_id, floor_id } = await world.tx(
      async (tx) => (await tx.manager.query("SELECT building_id, floor_id FROM room WHERE id = $1", [room]))[0],
    );
    const api = world.api(world.admin);
    const save = (hours: object, name = "Khabur") => api.post("/room", { name, building_id, floor_id, ...hours });
    expect((await save({ opens_at: "08:00", closes_at: "24:30" })).body.errors).toHaveProperty("closes_at");
    expect((await save({ opens_at: "24:00", closes_at: "24:00" })).body.errors).toHaveProperty("opens_at");
    expect(requireOk(await save({ opens_at: "08:00", closes_at: "24:00" })).body.data.closes_at).toBe("24:00");
    const other = requireOk(await save({ opens_at: "08:00", closes_at: "00:00" }, "Diyala")).body.data;
    expect(other.closes_at).toBe("24:00");
  });

  test("the last hour of the day can be booked only if the room is open until 24:00", async () => {
    const early = await newRoom(world, "Khabur", { opens_at: "08:00", closes_at: "23:59" });
    const late = await newRoom(world, "Diyala", { opens_at: "08:00", closes_at: "24:00" });
    expect((await book({ ...evening, bookable_id: early })).body.errors).toHaveProperty("start_date");
    const query = new URLSearchParams({ bookable_type: "room", ...evening });
    const found = requireOk(await world.api(world.employee).get(`/reservations/free?${query}`)).body.data;
    const free = (found as { bookable_id: number; minutes_off: number }[]).flatMap(({ bookable_id, minutes_off }) =>
      minutes_off === 0 ? bookable_id : [],
    );
    expect([free.includes(late), free.includes(early)]).toEqual([true, false]);
    expect(requireOk(await book({ ...evening, bookable_id: late })).body.data).toMatchObject({
      end_date: evening.end_date,
    });
  });
});
