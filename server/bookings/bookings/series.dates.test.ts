import { Temporal } from "@js-temporal/polyfill";
import { expandSeries, extendSeriesDates, type SeriesInput } from "./series.dates";

const input = (timeZone: string, wall: string, overrides: Partial<SeriesInput>): SeriesInput => {
  const start = Temporal.PlainDateTime.from(wall).toZonedDateTime(timeZone).toInstant();
  return { start_date: start.toString(), end_date: start.add({ hours: 1 }).toString(), timeZone, ...overrides };
};
const refusal = (overrides: Partial<SeriesInput>) => {
  try {
    expandSeries(input("Europe/Berlin", "2027-01-04T09:00", overrides));
    return null;
  } catch (error) {
    return (error as { detail: { errors: object } }).detail.errors;
  }
};

test("an invalid series is rejected with an error at the invalid field", () => {
  expect(refusal({ repeat: "custom" })).toEqual({ rrule: ["field.required"] });
  for (const rrule of ["x", "FREQ=SECONDLY", "FREQ=WEEKLY;BYDAY=XX", "FREQ=DAILY\nDTSTART:2027"])
    expect(refusal({ repeat: "custom", rrule })).toEqual({ rrule: ["field.rrule"] });
  expect(refusal({ repeat: "custom", rrule: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31" })).toEqual({
    rrule: ["field.seriesEmpty"],
  });
  expect(refusal({ repeat: "daily", repeat_until: "2027-12-01" })).toEqual({ repeat: ["field.seriesTooLong"] });
  expect(refusal({ repeat: "custom", rrule: "FREQ=DAILY;COUNT=201" })).toEqual({ rrule: ["field.seriesTooLong"] });
  expect(refusal({ repeat: "weekly", repeat_until: "2028-01-05" })).toEqual({ repeat_until: ["field.seriesTooLong"] });
  expect(refusal({ repeat: "weekly", repeat_until: "2027-01-03" })).toEqual({ repeat_until: ["field.seriesEnd"] });
  expect(refusal({ repeat: "daily", repeat_count: 3, end_date: "2027-01-05T09:00:00Z" })).toEqual({
    repeat: ["field.seriesMeetsItself"],
  });
});

const upTo = (last: number) => Array.from({ length: last + 1 }, (_, n) => n).join(",");

test.each([
  ["hours", "BYHOUR=9,14"],
  ["minutes", "BYMINUTE=0,30"],
  ["seconds", "BYSECOND=0,1"],
  ["everything", `BYHOUR=${upTo(23)};BYMINUTE=${upTo(59)};BYSECOND=${upTo(59)}`],
])("expandSeries rejects a rule with several %s per day without expanding it", (_, parts) => {
  const began = process.cpuUsage().user;
  expect(refusal({ repeat: "custom", rrule: `FREQ=DAILY;${parts}` })).toEqual({ rrule: ["field.rrule"] });
  expect(process.cpuUsage().user - began).toBeLessThan(500_000);
});

test.each([
  ["FREQ=MONTHLY;INTERVAL=0;INTERVAL=1"],
  ["FREQ=MONTHLY;INTERVAL=1;INTERVAL=0"],
  ["FREQ=MONTHLY;INTERVAL=0"],
  ["FREQ=DAILY;FREQ=SECONDLY"],
  ["FREQ=DAILY;FREQ=HOURLY;COUNT=5"],
  ["FREQ=DAILY;BYHOUR=9;BYHOUR=8,9"],
  ["FREQ=DAILY;RSCALE=HEBREW"],
  ["FREQ=DAILY;DTSTART=20270101"],
  ["FREQ=DAILY;"],
  ["FREQ=DAILY;UNTIL=20270231"],
])("expandSeries rejects the malformed rule %s without expanding it", (rrule) => {
  expect(refusal({ repeat: "custom", rrule })).toEqual({ rrule: ["field.rrule"] });
});

test("a rule with a single BYHOUR is accepted", () => {
  const { dates } = expandSeries(
    input("UTC", "2027-01-04T09:00", { repeat: "custom", rrule: "FREQ=DAILY;BYHOUR=9;COUNT=2" }),
  );
  expect(dates.map(({ date }) => date)).toEqual(["2027-01-04", "2027-01-05"]);
});

test.each(["Europe/Berlin", "America/New_York", "Asia/Beirut", "Australia/Lord_Howe", "Asia/Baghdad"])(
  "a weekly series in %s keeps local time and duration across clock changes",
  (timeZone) => {
    const { dates } = expandSeries(input(timeZone, "2027-01-04T09:00", { repeat: "weekly", repeat_count: 52 }));
    expect(dates).toHaveLength(52);
    for (const { start_date, end_date } of dates) {
      const wall = Temporal.Instant.from(start_date).toZonedDateTimeISO(timeZone);
      expect([wall.hour, wall.minute, wall.dayOfWeek]).toEqual([9, 0, 1]);
      expect(Date.parse(end_date) - Date.parse(start_date)).toBe(3_600_000);
    }
  },
);

test("a local time skipped by the clock change is shifted and marked", () => {
  const { dates } = expandSeries(input("Europe/Berlin", "2027-03-27T02:30", { repeat: "daily", repeat_count: 3 }));
  expect(dates.map(({ date, start_date, shifted }) => [date, start_date, shifted])).toEqual([
    ["2027-03-27", "2027-03-27T01:30:00.000Z", false],
    ["2027-03-28", "2027-03-28T01:30:00.000Z", true],
    ["2027-03-29", "2027-03-29T00:30:00.000Z", false],
  ]);
});

test("a monthly series on the 31st takes place on the last day of shorter months", () => {
  const monthly = expandSeries(input("UTC", "2027-01-31T09:00", { repeat: "monthly", repeat_until: "2027-05-31" }));
  expect(monthly.dates.map(({ date }) => date)).toEqual([
    "2027-01-31",
    "2027-02-28",
    "2027-03-31",
    "2027-04-30",
    "2027-05-31",
  ]);
  expect(monthly.skipped).toEqual([]);
  const leapDay = expandSeries(input("UTC", "2028-02-29T09:00", { repeat: "monthly", repeat_count: 12 }));
  expect(leapDay.dates.map(({ date }) => date).slice(-2)).toEqual(["2028-12-29", "2029-01-29"]);
});

test("a rule lists the months that it omits as skipped", () => {
  const rrule = "FREQ=MONTHLY;BYDAY=5MO;COUNT=3";
  const fifth = expandSeries(input("UTC", "2027-03-29T09:00", { repeat: "custom", rrule }));
  expect(fifth.dates.map(({ date }) => date)).toEqual(["2027-03-29", "2027-05-31", "2027-08-30"]);
  expect(fifth.skipped).toEqual(["2027-04", "2027-06", "2027-07"]);
});

test("a series without an end stops after a year or 200 dates", () => {
  const { dates } = expandSeries(
    input("UTC", "2027-01-04T09:00", { repeat: "custom", rrule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE" }),
  );
  expect(dates.slice(0, 4).map(({ date }) => date)).toEqual(["2027-01-04", "2027-01-06", "2027-01-18", "2027-01-20"]);
  expect(dates.length).toBeLessThanOrEqual(54);
  const daily = expandSeries(input("UTC", "2027-01-04T09:00", { repeat: "daily" }));
  expect(daily.dates).toHaveLength(200);
  expect([daily.dates.at(-1)?.date, daily.rrule]).toEqual(["2027-07-22", "FREQ=DAILY;UNTIL=20270722T235959Z"]);
});

const until = (timeZone: string, wall: string, rrule: string) =>
  expandSeries(input(timeZone, wall, { repeat: "custom", rrule })).dates.map(({ date }) => date);

test.each([
  ["Europe/Berlin", "2027-01-04T10:00", "20270106T090000Z", 3],
  ["Europe/Berlin", "2027-01-04T10:00", "20270106T085959Z", 2],
  ["America/New_York", "2027-01-04T10:00", "20270106T145959Z", 2],
  ["America/New_York", "2027-01-04T20:00", "20270107T010000Z", 3],
  ["Pacific/Kiritimati", "2027-01-04T09:00", "20270105T190000Z", 3],
])("UNTIL is treated as an instant (in %s, starting %s, until %s)", (timeZone, wall, end, count) => {
  expect(until(timeZone, wall, `FREQ=DAILY;UNTIL=${end}`)).toHaveLength(count);
});

test.each(["Europe/Berlin", "America/New_York", "Asia/Baghdad", "Pacific/Kiritimati"])(
  "UNTIL and repeat_until include the last day in %s",
  (timeZone) => {
    const days = ["2027-01-04", "2027-01-05", "2027-01-06"];
    for (const time of ["00:30", "12:00", "22:30"]) {
      expect(until(timeZone, `2027-01-04T${time}`, "FREQ=DAILY;UNTIL=20270106")).toEqual(days);
      const daily = expandSeries(
        input(timeZone, `2027-01-04T${time}`, { repeat: "daily", repeat_until: "2027-01-06" }),
      );
      expect(daily.dates.map(({ date }) => date)).toEqual(days);
    }
  },
);

const spansOf = (from: string, until: string, overrides: Partial<SeriesInput>) =>
  expandSeries({ start_date: from, end_date: until, timeZone: "Europe/Berlin", ...overrides }).dates.map(
    ({ start_date, end_date }) => [start_date.slice(0, 16), end_date.slice(0, 16)],
  );

test("a booking in the second occurrence of an hour keeps its instants", () => {
  const second = ["2027-10-31T01:00:00.000Z", "2027-10-31T02:00:00.000Z"] as const;
  const instants = second.map((at) => at.slice(0, 16));
  expect(spansOf(...second, {})).toEqual([instants]);
  expect(spansOf(...second, { repeat: "weekly", repeat_count: 2 })).toEqual([
    instants,
    ["2027-11-07T01:00", "2027-11-07T02:00"],
  ]);
});

test("whole days repeat daily across a clock change", () => {
  expect(spansOf("2027-03-26T23:00:00.000Z", "2027-03-27T23:00:00.000Z", { repeat: "daily", repeat_count: 3 })).toEqual(
    [
      ["2027-03-26T23:00", "2027-03-27T23:00"],
      ["2027-03-27T23:00", "2027-03-28T22:00"],
      ["2027-03-28T22:00", "2027-03-29T22:00"],
    ],
  );
});

test("nights end at the same local time before, during and after a clock change", () => {
  const nights = spansOf("2027-03-26T19:00:00.000Z", "2027-03-27T07:00:00.000Z", { repeat: "daily", repeat_count: 3 });
  expect(nights).toEqual([
    ["2027-03-26T19:00", "2027-03-27T07:00"],
    ["2027-03-27T19:00", "2027-03-28T06:00"],
    ["2027-03-28T18:00", "2027-03-29T06:00"],
  ]);
});

test("an extended series keeps the local start and end of its dates", () => {
  const storedSeries = {
    rrule: "FREQ=WEEKLY;COUNT=1",
    time_zone: "Europe/Berlin",
    first_date: "2027-03-20",
    begins: "20:00:00",
  };
  const night = { local: 12 * 3_600_000, elapsed: 12 * 3_600_000 };
  const { dates } = extendSeriesDates(storedSeries, "2027-03-20", "2027-04-03", {
    length: night,
    shift: 0,
  });
  expect(dates.map(({ end_date }) => end_date)).toEqual(["2027-03-28T06:00:00.000Z", "2027-04-04T06:00:00.000Z"]);
});

test("an extension of a moved series ends on the requested day of the moved dates", () => {
  const storedSeries = { rrule: "FREQ=WEEKLY;COUNT=1", time_zone: "UTC", first_date: "2027-03-03", begins: "09:00:00" };
  const extended = (until: string, shift: number) =>
    extendSeriesDates(storedSeries, "2027-03-03", until, { length: { local: 3_600_000, elapsed: 3_600_000 }, shift });
  const dayAndHour = 25 * 3_600_000;
  expect(extended("2027-03-18", dayAndHour).dates.map(({ date, start_date }) => [date, start_date])).toEqual([
    ["2027-03-10", "2027-03-11T10:00:00.000Z"],
    ["2027-03-17", "2027-03-18T10:00:00.000Z"],
  ]);
  expect(extended("2027-03-17", dayAndHour).dates).toHaveLength(1);
  expect(() => extended("2027-03-04", dayAndHour)).toThrow();
  expect(extended("2027-03-09", -dayAndHour).dates).toHaveLength(1);
});

test("an extension ends at most three years after the first date", () => {
  const storedSeries = {
    rrule: "FREQ=MONTHLY;COUNT=1",
    time_zone: "UTC",
    first_date: "2027-03-03",
    begins: "09:00:00",
  };
  const hour = { local: 3_600_000, elapsed: 3_600_000 };
  const extended = (until: string) => extendSeriesDates(storedSeries, "2027-03-03", until, { length: hour, shift: 0 });
  expect(() => extended("2030-03-04")).toThrow(
    expect.objectContaining({ detail: { errors: { repeat_until: ["field.extensionTooLong"] } } }),
  );
  expect(extended("2030-03-03").dates).toHaveLength(36);
});
