import { permissionsOfSeededRole } from "../../../shared/access";
import { buildWeek, fullBarMinutes, mergeYears, weekDates, weekSourcesOf, weekTotals } from "./my-week";

const leaveOf = (overrides: object = {}) =>
  ({
    id: 1,
    leave_type: { id: 1, name: "Annual leave", translations: {}, icon: null },
    start_date: "2026-11-25",
    end_date: "2026-11-30",
    start_half: null,
    end_half: null,
    counting: "working",
    state: "booked",
    ...overrides,
  }) as never;
const booking = (overrides: object = {}) => ({
  id: 7,
  bookable_type: "room" as const,
  title: "Review",
  start_date: "2026-11-24T21:30:00Z",
  end_date: "2026-11-24T22:30:00Z",
  time_zone: "UTC",
  status: "approved" as const,
  participants: [],
  ...overrides,
});
const task = (due_date: string | null) => ({ id: 1, key: "A-1", title: "Order tea", due_date, project: {} as never });
const nothing = { weekend: [0, 6], minutes_per_day: 480, schedules: [], holidays: [], leaves: [] };
const dates = weekDates("2026-11-26", 1);
const week = (overrides: object = {}) =>
  buildWeek({ dates, me: 5, zone: "UTC", leave: nothing, bookings: [], tasks: [], sheet: null, ...overrides });

test.each([
  [1, "2026-11-23", "2026-11-29"],
  [0, "2026-11-22", "2026-11-28"],
  [6, "2026-11-21", "2026-11-27"],
])("a week that starts on weekday %i is listed from its first day", (first, from, to) => {
  const days = weekDates("2026-11-26", first);
  expect([days.length, days[0], days[6]]).toEqual([7, from, to]);
  expect(days).toEqual(days.toSorted());
});

test("the first day of the week belongs to its own week", () => {
  expect(weekDates("2026-11-21", 6)[0]).toBe("2026-11-21");
  expect(weekDates("2026-11-20", 6)[0]).toBe("2026-11-14");
});

test("leave counts on working days only, and holidays are off", () => {
  const holidays = [{ date: "2026-11-26", name: "Day of the flag", translations: {}, half: null }];
  const days = week({ leave: { weekend: [0, 6], minutes_per_day: 480, schedules: [], holidays, leaves: [leaveOf()] } });
  expect(days.map(({ off }) => off)).toEqual([null, null, null, "holiday", null, "weekend", "weekend"]);
  expect(days.filter(({ leave }) => leave.length > 0).map(({ date }) => date)).toEqual(["2026-11-25", "2026-11-27"]);
});

test("a booking is on the days that it touches in the user's time zone", () => {
  const on = (zone: string, overrides: object = {}) =>
    week({ zone, bookings: [booking(overrides)] })
      .filter(({ bookings }) => bookings.length > 0)
      .map(({ date }) => date);
  expect(on("UTC")).toEqual(["2026-11-24"]);
  expect(on("Asia/Baghdad")).toEqual(["2026-11-25"]);
  expect(on("UTC", { end_date: "2026-11-26T00:00:00Z" })).toEqual(["2026-11-24", "2026-11-25"]);
});

test("declined, rejected and cancelled bookings are left out", () => {
  const declined = { participants: [{ id: 5, fullname: "Me", image: null, answer: "declined" }] };
  const bookings = [booking(declined), booking({ status: "rejected" }), booking({ status: "cancelled" })];
  expect(week({ bookings }).flatMap((day) => day.bookings)).toEqual([]);
});

test("tasks are on their due day whatever the time zone", () => {
  const tasks = [task("2026-11-23"), task(null), task("2026-11-30")];
  for (const zone of ["Pacific/Auckland", "America/Los_Angeles"])
    expect(week({ zone, tasks }).map((day) => day.tasks.length)).toEqual([1, 0, 0, 0, 0, 0, 0]);
});

test("logged time includes hidden minutes, and the totals are those of the week", () => {
  const sheet = {
    days: dates.map((date, at) => ({
      date,
      target_minutes: at < 5 ? 480 : 0,
      state: "open",
      hidden_minutes: at === 1 ? 30 : 0,
    })),
    entries: [
      { date: "2026-11-24", hours: 7, minutes: 15 },
      { date: "2026-11-25", hours: 9, minutes: 0 },
    ],
  } as never;
  const days = week({ sheet });
  expect(days.map(({ minutes }) => minutes)).toEqual([0, 465, 540, 0, 0, 0, 0]);
  expect(weekTotals(sheet)).toEqual({ logged: 1005, target: 2400 });
  expect(fullBarMinutes(days)).toBe(540);
  expect(fullBarMinutes(week())).toBe(480);
  expect(week()[0]?.minutes).toBeNull();
});

test("a leave in two years is counted once", () => {
  const year = { weekend: [5, 6], minutes_per_day: 480, schedules: [], holidays: [], leaves: [leaveOf()] };
  expect(mergeYears([year, year], [0, 6])).toEqual({ ...year, leaves: [leaveOf()] });
  expect(mergeYears([], [0, 6])).toEqual(nothing);
});

test.each([
  ["external", { leave: false, bookings: false, time: false }],
  ["employee", { leave: true, bookings: true, time: true }],
] as const)("the week of an %s user has the sources that the user may see", (role, sources) => {
  const permissions = permissionsOfSeededRole(role);
  expect(
    weekSourcesOf(
      (permission) => permissions.includes(permission),
      () => true,
    ),
  ).toEqual(sources);
});
