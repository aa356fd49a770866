import fc from "fast-check";
import { changeName, type ClockChange, clockChangePairs, clockChanges } from "../../tests/support/clock-changes";
import { dayPartOf } from "../requests/leave/calendar/days.rules";
import { dayNumber } from "./day-number";
import { addDays, localDayIn, nextMidnight, splitByDay, wholeMinutesBetween } from "./days";
import {
  addDaysAtLocalTime,
  endOfDay,
  intendedLocalTime,
  keepInstantAt,
  localDaysOf,
  moveSpanByDays,
  spanAtLocalTime,
  spanLengthOf,
  timeOfDayOf,
} from "./local-span";
import { instantAtLocalTime, localDayAt, localDayStartAt, localTimeAt } from "./wall-clock";

const minuteMs = 60_000;
const hourMs = 3_600_000;
const at = (text: string) => Date.parse(`${text}:00Z`);
const berlin = "Europe/Berlin";

test("a length over a clock change is the difference of the local times", () => {
  const night = { from: at("2027-03-27T19:00"), until: at("2027-03-28T06:00") };
  expect(spanLengthOf(night, berlin)).toEqual({ local: 12 * hourMs, elapsed: 11 * hourMs });
  expect(moveSpanByDays(night, 1, berlin)).toEqual({ from: at("2027-03-28T18:00"), until: at("2027-03-29T06:00") });
});

test("a span in a skipped hour keeps its elapsed length", () => {
  const usual = { from: at("2027-03-27T01:00"), until: at("2027-03-27T02:00") };
  expect(moveSpanByDays(usual, 1, berlin)).toEqual({ from: at("2027-03-28T01:00"), until: at("2027-03-28T02:00") });
});

test("the end of a span in a repeated hour is the first occurrence after its start", () => {
  const second = at("2027-10-31T01:00");
  const length = { local: 30 * minuteMs, elapsed: 30 * minuteMs };
  const span = spanAtLocalTime(localTimeAt(second, berlin), length, berlin, { from: second, until: second });
  expect(span).toEqual({ from: second, until: second + 30 * minuteMs });
});

test("an intended local time is recognized where a clock change skipped it", () => {
  const half = 2.5 * hourMs;
  const skipped = instantAtLocalTime(at("2027-03-28T02:30"), berlin);
  expect(intendedLocalTime(skipped, half, berlin)).toBe(at("2027-03-28T02:30"));
  expect(intendedLocalTime(at("2027-03-27T01:30"), half, berlin)).toBe(at("2027-03-27T02:30"));
  expect(intendedLocalTime(at("2027-03-27T05:00"), half, berlin)).toBe(at("2027-03-27T06:00"));
});

const seed = 20_270_328;
const change = fc.constantFrom(...clockChanges);
/** A span that begins up to two days before or after a clock change. */
const spanAround = fc.record({
  change,
  start: fc.integer({ min: -2 * 1_440, max: 2 * 1_440 }),
  minutes: fc.integer({ min: 1, max: 3 * 1_440 }),
  days: fc.integer({ min: -3, max: 3 }),
});
type Around = typeof spanAround extends fc.Arbitrary<infer Value> ? Value : never;
const spanOf = ({ change: { at: moment }, start, minutes }: Around) => {
  const from = moment + start * minuteMs;
  return { from, until: from + minutes * minuteMs };
};
const check = (property: (of: Around, zone: string) => void) =>
  fc.assert(
    fc.property(spanAround, (of) => property(of, of.change.timeZone)),
    { seed, numRuns: 2_000 },
  );

test("the time-zone database has clock changes in many zones", () => {
  expect(new Set(clockChanges.map(({ timeZone }) => timeZone)).size).toBeGreaterThan(100);
});

test("a given instant is kept in every zone", () => {
  check((of, zone) => {
    const span = spanOf(of);
    expect(keepInstantAt(span.from, localTimeAt(span.from, zone), zone)).toBe(span.from);
    expect(addDaysAtLocalTime(span.from, 0, zone)).toBe(span.from);
    expect(moveSpanByDays(span, 0, zone)).toBe(span);
    expect(spanAtLocalTime(localTimeAt(span.from, zone), spanLengthOf(span, zone), zone, span)).toEqual(span);
  });
});

test("a move by days keeps the local start and end in every zone", () => {
  check((of, zone) => {
    const span = spanOf(of);
    const moved = moveSpanByDays(span, of.days, zone);
    expect(moved.until).toBeGreaterThan(moved.from);
    const daysOn = (moment: number) => localTimeAt(moment, zone) + of.days * endOfDay;
    const isSkipped = (wall: number) => localTimeAt(instantAtLocalTime(wall, zone), zone) !== wall;
    const [start, end] = [daysOn(span.from), daysOn(span.until)];
    if (!isSkipped(start)) expect(localTimeAt(moved.from, zone)).toBe(start);
    if (!isSkipped(start) && !isSkipped(end) && end > start) expect(localTimeAt(moved.until, zone)).toBe(end);
  });
});

/** Local days from two days before a clock change to two days after it. */
const daysAround = ({ at: moment, timeZone }: ClockChange) =>
  [-2, -1, 0, 1, 2].map((days) => addDays(localDayAt(moment, timeZone), days));

test.each(["whole days", "log entries", "leave hours"])("%s have no gap or overlap in any zone", (spanKind) => {
  for (const each of clockChangePairs) {
    const { timeZone: zone } = each;
    for (const day of daysAround(each)) {
      const from = localDayStartAt(day, zone);
      const until = localDayStartAt(day, zone, 1);
      if (spanKind === "whole days") {
        const { firstDay, lastDay, endTime } = localDaysOf({ from, until }, zone);
        expect([changeName(each), firstDay, lastDay, endTime]).toEqual([
          changeName(each),
          dayNumber(day),
          dayNumber(day),
          endOfDay,
        ]);
        expect(nextMidnight(zone, new Date(from)).getTime()).toBe(until);
        expect(localDayIn(zone, new Date(until - 1))).toBe(day);
      } else if (spanKind === "log entries") {
        const span = [new Date(from), new Date(until)] as const;
        expect(splitByDay(zone, ...span)).toEqual([{ date: day, minutes: wholeMinutesBetween(...span) }]);
      } else {
        expect(dayPartOf(day, { start_time: "09:00", end_time: "17:00" }, zone)?.minutes).toBe(8 * 60);
      }
    }
  }
});

test("timeOfDayOf returns the time since local midnight", () => {
  expect(timeOfDayOf(at("2027-03-28T02:30"))).toBe(2.5 * hourMs);
  expect(timeOfDayOf(at("1969-12-31T23:00"))).toBe(23 * hourMs);
});
