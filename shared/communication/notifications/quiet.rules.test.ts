import {
  clockTextOfMinute,
  isQuiet,
  lastDigest,
  parseMinuteOfDay,
  nextDigest,
  remainingQuietMinutes,
  wallTime,
} from "./quiet.rules";

const night = { on: true, from: 20 * 60, to: 7 * 60, days: [5, 6] };
const times = { minute: 510, weekday: 0 };
const never = { ...night, on: false };
const at = (day: string, time: string) => ({ ...wallTime(new Date(`${day}T${time}:00Z`), "UTC") });

test("wallTime is correct across the date line and during daylight saving time", () => {
  const moment = new Date("2026-07-01T22:30:00Z");
  expect(wallTime(moment, "Asia/Baghdad")).toEqual({ day: "2026-07-02", minute: 90, weekday: 4 });
  expect(wallTime(moment, "America/New_York")).toEqual({ day: "2026-07-01", minute: 18 * 60 + 30, weekday: 3 });
  expect(wallTime(new Date("2026-01-01T00:00:00Z"), "UTC").minute).toBe(0);
});

test("clockOfMinute and minuteOf are inverse", () => {
  for (const [minute, clock] of [
    [0, "00:00"],
    [510, "08:30"],
    [1_320, "22:00"],
    [1_439, "23:59"],
  ] as const) {
    expect([clockTextOfMinute(minute), parseMinuteOfDay(clock)]).toEqual([clock, minute]);
  }
});

test.each([
  ["2026-11-18", "19:59", false],
  ["2026-11-18", "20:00", true],
  ["2026-11-19", "06:59", true],
  ["2026-11-19", "07:00", false],
  ["2026-11-20", "12:00", true], // 2026-11-20 is a Friday
])("isQuiet on %s at %s: %s", (day, time, quiet) => {
  expect(isQuiet(night, at(day, time))).toBe(quiet);
  expect(isQuiet(never, at(day, time))).toBe(false);
});

test("quiet hours can be within one day; equal start and end mean none", () => {
  const noon = { on: true, from: 720, to: 780, days: [] };
  expect([719, 720, 779, 780].map((minute) => isQuiet(noon, { weekday: 1, minute }))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(isQuiet({ ...noon, to: 720 }, { weekday: 1, minute: 720 })).toBe(false);
});

test("lastDigest and nextDigest return the last due digest and the next one", () => {
  const thursday = "2026-11-19";
  expect(lastDigest("daily", times, night, at(thursday, "08:29"))).toBe("2026-11-18");
  expect(lastDigest("daily", times, night, at(thursday, "08:30"))).toBe(thursday);
  expect(nextDigest("daily", times, never, at(thursday, "08:30"))).toBe("2026-11-20");
  expect(nextDigest("daily", times, night, at(thursday, "08:30"))).toBe("2026-11-22"); // after a quiet Friday and Saturday
  expect(lastDigest("daily", times, night, at("2026-11-21", "23:00"))).toBe(thursday);
  expect(nextDigest("weekly", times, night, at(thursday, "09:00"))).toBe("2026-11-22");
  expect(lastDigest("weekly", times, night, at("2026-11-22", "08:00"))).toBe("2026-11-15");
  const always = { ...night, days: [0, 1, 2, 3, 4, 5, 6] };
  expect(nextDigest("daily", times, always, at(thursday, "09:00"))).toBeNull();
  expect(lastDigest("daily", times, always, at(thursday, "09:00"))).toBeNull();
});

test("a weekly digest whose day is quiet is sent on the next day that isn't", () => {
  const onFridays = { minute: 510, weekday: 5 }; // Friday and Saturday are quiet
  expect(nextDigest("weekly", onFridays, night, at("2026-11-19", "09:00"))).toBe("2026-11-22");
  expect(lastDigest("weekly", onFridays, night, at("2026-11-22", "08:29"))).toBe("2026-11-15");
  expect(lastDigest("weekly", onFridays, night, at("2026-11-22", "08:30"))).toBe("2026-11-22");
  expect(lastDigest("weekly", onFridays, night, at("2026-11-26", "12:00"))).toBe("2026-11-22");
  expect(lastDigest("weekly", onFridays, never, at("2026-11-22", "12:00"))).toBe("2026-11-20");
  expect(nextDigest("weekly", { ...onFridays, minute: 1_320 }, night, at("2026-11-19", "09:00"))).toBeNull();
});

test.each([
  ["2026-11-18", "19:59", 0],
  ["2026-11-18", "20:00", 660],
  ["2026-11-19", "06:59", 1],
  ["2026-11-21", "12:00", 1_140], // Saturday noon until Sunday at 7:00
  ["2026-11-20", "01:00", 1_440], // Friday and Saturday are quiet
])("remaining quiet minutes on %s at %s: %s", (day, time, minutes) => {
  expect(remainingQuietMinutes(night, at(day, time))).toBe(minutes);
  expect(remainingQuietMinutes(never, at(day, time))).toBe(0);
});

test("minuteOf parses valid times of day, clockOfMinute formats them", () => {
  expect(["08:30", "8:30", "24:00", "7", "23:59"].map(parseMinuteOfDay)).toEqual([510, 510, null, null, 1439]);
  expect([0, 510, 1439].map(clockTextOfMinute)).toEqual(["00:00", "08:30", "23:59"]);
});
