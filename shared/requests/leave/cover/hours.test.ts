import fc from "fast-check";
import { scheduledMinutes, type WorkSchedule } from "../../../work/schedules/schedules.rules";
import { presentDays } from "./cover.rules";
import { countDays, type DayPart, dayPartOf, type LeaveSpan, minuteRangeOf, sumDays } from "../calendar/days.rules";

const weekend = [0, 6];
const calendar = { weekend, holidays: [], minutes_per_day: 480 };
const schedule = (minutes: readonly number[]): WorkSchedule => ({
  from: "2020-01-01",
  until: null,
  minutes,
  other: null,
  anchor: "2020-01-01",
});
const onDay = (day: string, part: DayPart | null): LeaveSpan => ({ start_date: day, end_date: day, part });
const hoursOf = (span: LeaveSpan, calendarChanges: object = {}) =>
  sumDays(countDays(span, "hours", { ...calendar, ...calendarChanges }));
const berlin = "Europe/Berlin";

test("hours from 01:00 to 05:00 cost what passes in a night in which the clock changes", () => {
  // A night worker in Berlin has a schedule of 8 hours on Sundays, 480 minutes.
  // 29 March 2026: 02:00 becomes 03:00. 01:00 CET = 00:00 UTC, 05:00 CEST = 03:00 UTC: 3 h.
  // 25 October 2026: 03:00 becomes 02:00. 01:00 CEST = 23:00 UTC, 05:00 CET = 04:00 UTC: 5 h.
  // 22 March 2026: no change, 4 h.
  const nights = { schedules: [schedule([480, 0, 0, 0, 0, 0, 0])] };
  const cost = (day: string) => {
    const part = dayPartOf(day, { start_time: "01:00", end_time: "05:00" }, berlin);
    return hoursOf(onDay(day, part), nights);
  };
  expect([cost("2026-03-29"), cost("2026-10-25"), cost("2026-03-22")]).toEqual([3, 5, 4]);
  // Three hours from 01:00 end at 05:00 in spring and at 03:00 in autumn (02:00 to 03:00 occurs twice).
  const ends = (day: string) => dayPartOf(day, { start_time: "01:00", hours: 3 }, berlin)?.end_time;
  expect([ends("2026-03-29"), ends("2026-10-25"), ends("2026-03-22")]).toEqual(["05:00", "03:00", "04:00"]);
});

test("a part that ends before it begins or after midnight is no part of the day", () => {
  expect(dayPartOf("2026-03-29", { start_time: "02:30", end_time: "03:00" }, berlin)).toBeNull(); // 02:30 is 03:30
  expect(dayPartOf("2026-03-24", { start_time: "22:00", hours: 3 }, berlin)).toBeNull();
  expect(dayPartOf("2026-03-24", { start_time: "22:00", hours: 2 }, berlin)?.end_time).toBe("24:00");
});

test("a part costs at most the schedule and nothing on days off and half holidays", () => {
  // 9:00 to 15:00 is 6 h; mornings of 4 h cost 4 h. Tuesday 24 March 2026.
  const long = onDay("2026-03-24", { start_time: "09:00", end_time: "15:00", minutes: 360 });
  expect(hoursOf(long)).toBe(6);
  expect(hoursOf(long, { schedules: [schedule([0, 240, 240, 240, 240, 240, 0])] })).toBe(4);
  expect(hoursOf(long, { schedules: [schedule([0, 480, 0, 480, 480, 480, 0])] })).toBe(0);
  // With a holiday from noon, 9:00 to 12:00 remains; half of 8 h is the limit.
  const holiday = { date: "2026-03-24", name: "Eve", translations: {}, half: "afternoon" as const };
  expect(hoursOf(long, { holidays: [holiday] })).toBe(3);
  expect(hoursOf(onDay("2026-03-24", null), { holidays: [holiday] })).toBe(4);
  // Approval rules compare days: 6 of 8 hours are 0.75 days.
  expect(sumDays(countDays(long, "working", calendar))).toBe(0.75);
});

test("a whole day costs the scheduled minutes, rounded down to hundredths of an hour", () => {
  // 7.6 h = 456 min = 7.60; 457 min = 7.6166… = 7.61.
  const cost = (minutes: number) =>
    hoursOf(onDay("2026-03-24", null), { schedules: [schedule([0, 480, minutes, 480, 480, 480, 0])] });
  expect([cost(456), cost(457)]).toEqual([7.6, 7.61]);
});

test("hours of two people count for the minimum staffing only while both are away", () => {
  const at = (start_time: string, end_time: string, user_id: number) => ({
    ...onDay("2026-03-24", { start_time, end_time, minutes: 60 }),
    user_id,
  });
  const span = { start_date: "2026-03-24", end_date: "2026-03-24" };
  const present = (...away: ReturnType<typeof at>[]) => presentDays(5, away, span, calendar)[0]?.present;
  expect(present(at("09:00", "10:00", 1), at("10:00", "11:00", 2))).toBe(4);
  expect(present(at("09:00", "10:15", 1), at("10:00", "11:00", 2))).toBe(3);
  const half = { ...span, start_half: "afternoon" as const, user_id: 3 };
  expect(presentDays(5, [half, at("11:00", "12:00", 1)], span, calendar)[0]?.present).toBe(4);
  expect(presentDays(5, [half, at("11:00", "12:15", 1)], span, calendar)[0]?.present).toBe(3);
});

const day = fc
  .integer({ min: 0, max: 1_000 })
  .map((at) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10));
const week = fc.array(fc.integer({ min: 0, max: 1440 }), { minLength: 7, maxLength: 7 });
const quarter = fc.integer({ min: 0, max: 95 }).map((n) => new Date(n * 900_000).toISOString().slice(11, 16));

test("the hours of a leave are the sum of its days and never more than the schedule", () => {
  fc.assert(
    fc.property(
      day,
      fc.integer({ min: 0, max: 40 }),
      week,
      fc.constantFrom(null, "morning", "afternoon"),
      (start, length, minutes, half) => {
        const end = new Date(Date.parse(start) + length * 86_400_000).toISOString().slice(0, 10);
        const schedules = [schedule(minutes)];
        const holidays = half ? [{ date: start, name: "Holiday", translations: {}, half: half as "morning" }] : [];
        const counted = countDays({ start_date: start, end_date: end }, "hours", { ...calendar, holidays, schedules });
        let sum = 0;
        for (const { date, days } of counted) {
          expect(days * 60).toBeLessThanOrEqual(
            scheduledMinutes(date, { weekend, minutesPerDay: 480 }, schedules) + 1e-6,
          );
          sum += Math.round(days * 100);
        }
        expect(sumDays(counted)).toBe(sum / 100);
      },
    ),
  );
});

test("a part costs at most its minutes and the schedule, and occupies only its day", () => {
  fc.assert(
    fc.property(
      day,
      quarter,
      quarter,
      week,
      fc.constantFrom(berlin, "America/New_York", "Asia/Baghdad"),
      (date, start_time, end_time, minutes, zone) => {
        const part = dayPartOf(date, { start_time, end_time }, zone);
        fc.pre(part !== null);
        const schedules = [schedule(minutes)];
        const cost = hoursOf(onDay(date, part), { schedules }) * 60;
        expect(cost).toBeLessThanOrEqual(
          Math.min(part.minutes, scheduledMinutes(date, { weekend, minutesPerDay: 480 }, schedules)) + 1e-6,
        );
        const { from, to } = minuteRangeOf(onDay(date, part));
        const whole = minuteRangeOf({ start_date: date, end_date: date });
        expect(from >= whole.from && from < to && to <= whole.to).toBe(true);
      },
    ),
  );
});
