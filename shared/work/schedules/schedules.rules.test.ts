import fc from "fast-check";
import { dayNumber, dayOfNumber, weekdayOf } from "../../kernel/day-number";
import {
  evenWeek,
  ownMinutesOn,
  scheduledMinutes,
  templateNameIn,
  templateWeek,
  weeklyHours,
  weeksOfHours,
  weeksOfText,
  weeksText,
  weeklyMinutes,
  weekStartOfDay,
  type WorkSchedule,
} from "./schedules.rules";

const week = { weekend: [0, 6], minutesPerDay: 480 };
const fourDays = [0, 480, 480, 480, 480, 0, 0];
const schedule = (change: Partial<WorkSchedule> = {}): WorkSchedule => ({
  from: "2030-01-01",
  until: null,
  minutes: fourDays,
  other: null,
  anchor: "2029-12-31",
  ...change,
});

test("the organization's week applies without a schedule and outside its period", () => {
  expect(scheduledMinutes("2030-01-04", week, [])).toBe(480);
  expect(scheduledMinutes("2030-01-05", week, [])).toBe(0);
  // 31 December 2029 is the Monday before the schedule begins.
  expect(scheduledMinutes("2029-12-31", week, [schedule()])).toBe(480);
  expect(scheduledMinutes("2030-01-11", week, [schedule({ until: "2030-01-10" })])).toBe(480);
  expect(scheduledMinutes("2030-01-04", week, [schedule({ minutes: null })])).toBe(480);
});

test("a free Friday has no minutes", () => {
  expect(scheduledMinutes("2030-01-03", week, [schedule()])).toBe(480);
  expect(scheduledMinutes("2030-01-04", week, [schedule()])).toBe(0);
});

test("alternating weeks begin with the week of the anchor", () => {
  const both = [schedule({ other: [0, 0, 0, 0, 0, 300, 0] })];
  // Thursdays 3, 10 and 17 January and Friday 11 January.
  const days = ["2030-01-03", "2030-01-10", "2030-01-11", "2030-01-17"];
  expect(days.map((day) => ownMinutesOn(both, day))).toEqual([480, 0, 300, 480]);
});

test("weeks begin on the day after the weekend", () => {
  expect(dayOfNumber(weekStartOfDay("2030-01-03", [0, 6]))).toBe("2029-12-31");
  expect(dayOfNumber(weekStartOfDay("2030-01-03", [5, 6]))).toBe("2029-12-30");
  expect(dayOfNumber(weekStartOfDay("2030-01-03", []))).toBe("2029-12-31");
});

test("templates follow the organization's weekend", () => {
  expect(templateWeek("four_days", week)).toEqual(fourDays);
  expect(templateWeek("four_days", { weekend: [5, 6], minutesPerDay: 420 })).toEqual([420, 420, 420, 420, 0, 0, 0]);
  expect(templateWeek("mornings", week)).toEqual([0, 240, 240, 240, 240, 240, 0]);
});

const minutes = () => fc.array(fc.integer({ min: 0, max: 600 }), { minLength: 7, maxLength: 7 });
const day = () => fc.integer({ min: dayNumber("2025-01-01"), max: dayNumber("2035-12-31") }).map(dayOfNumber);

test("two weeks add up to twice the weekly minutes from any day on", () => {
  fc.assert(
    fc.property(minutes(), fc.option(minutes()), day(), day(), (own, other, anchor, from) => {
      const schedules = [schedule({ minutes: own, other, anchor, from: "0001-01-01" })];
      let total = 0;
      for (let at = 0; at < 14; at++) total += ownMinutesOn(schedules, dayOfNumber(dayNumber(from) + at)) ?? 0;
      expect(total).toBe(2 * weeklyMinutes({ minutes: own, other }));
    }),
  );
});

test("an even spread keeps the weekly minutes and differs by a minute at most", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000 }), fc.subarray([0, 1, 5, 6]), (weekly, weekend) => {
      const spread = evenWeek(weekly, weekend);
      expect(weeklyMinutes({ minutes: spread, other: null })).toBe(weekly);
      const worked = spread.filter((_, at) => !weekend.includes(at));
      expect(Math.max(...worked) - Math.min(...worked)).toBeLessThanOrEqual(1);
      expect(weekend.every((at) => spread[at] === 0)).toBe(true);
      expect(weekdayOf(dayNumber("2030-01-06"))).toBe(0);
    }),
  );
});

test("imported weekly hours are the hours of the schedule, also written as text", () => {
  const hundredths = fc.integer({ min: 25, max: 8_400 }).map((value) => Math.round((value / 100) * 60) / 60);
  fc.assert(
    fc.property(hundredths, fc.subarray([0, 1, 5, 6]), (hours, weekend) => {
      const organization = { weekend, minutesPerDay: 480 };
      const weeks = weeksOfHours(hours, organization);
      expect(weeklyHours(weeks, organization)).toBeCloseTo(hours, 8);
      expect(weeksOfText(weeksText(weeks))).toEqual(weeks);
    }),
  );
  expect(weeksOfHours(40, { weekend: [0, 6], minutesPerDay: 480 }).minutes).toBeNull();
});

test("seeded templates have a name in each language until they are renamed", () => {
  expect(templateNameIn((id) => id, "Four days")).toBe("schedule.template.four_days");
  expect(templateNameIn((id) => id, "Nights")).toBe("Nights");
});
