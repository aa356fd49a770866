import fc from "fast-check";
import { cellKey, type TaskActivity, suggestionsOf } from "./suggestions.rules";

const activity = (
  task_id: number,
  time: string,
  kind: TaskActivity["kind"] = "edited",
  rest: Partial<TaskActivity> = {},
): TaskActivity => ({
  task_id,
  kind,
  at: `2026-11-18T${time}:00.000Z`,
  ...rest,
});
const none = new Set<string>();
const day = () => 480;

test("the time since the previous activity is suggested for the later activity", () => {
  const found = suggestionsOf(
    [activity(1, "09:00"), activity(2, "09:40", "moved"), activity(1, "10:10", "commented")],
    "UTC",
    none,
    day,
  );
  expect(found.map(({ task_id, minutes, source }) => [task_id, minutes, source.kind])).toEqual([
    [1, 45, "commented"],
    [2, 40, "moved"],
  ]);
});

test("nothing is suggested for a cell with entries", () => {
  const found = suggestionsOf(
    [activity(1, "09:00"), activity(2, "09:40")],
    "UTC",
    new Set([cellKey(1, "2026-11-18")]),
    day,
  );
  expect(found.map(({ task_id }) => task_id)).toEqual([2]);
});

test("an activity after a long pause counts 15 minutes", () => {
  const found = suggestionsOf([activity(1, "09:00"), activity(1, "14:00")], "UTC", none, day);
  expect(found).toEqual([expect.objectContaining({ task_id: 1, date: "2026-11-18", minutes: 30 })]);
});

test("a discarded timer is suggested, with its duration as the source", () => {
  const [found] = suggestionsOf(
    [activity(1, "09:31", "timer", { minutes: 31 }), activity(1, "09:31")],
    "UTC",
    none,
    day,
  );
  expect(found).toMatchObject({ minutes: 30, source: { kind: "timer", minutes: 31 } });
});

test("suggestions skip cells with entries and stay within the day's target", () => {
  const activities = [activity(1, "09:00"), activity(2, "10:00", "moved"), activity(3, "11:00")];
  const found = suggestionsOf(activities, "UTC", new Set([cellKey(3, "2026-11-18")]), () => 70);
  expect(found.map(({ task_id, minutes }) => [task_id, minutes])).toEqual([[2, 60]]);
});

test("activities belong to the day in the user's time zone", () => {
  const [found] = suggestionsOf([activity(1, "22:30")], "Asia/Baghdad", none, day);
  expect(found?.date).toBe("2026-11-19");
});

test("suggestions never exceed the day's remaining minutes", () => {
  const activity = fc.record({
    task_id: fc.integer({ min: 1, max: 5 }),
    kind: fc.constantFrom<TaskActivity["kind"]>("moved", "edited", "commented"),
    at: fc.integer({ min: 0, max: 3 * 86_400 }).map((s) => new Date(Date.UTC(2026, 10, 18) + s * 1000).toISOString()),
  });
  fc.assert(
    fc.property(fc.array(activity, { maxLength: 60 }), fc.integer({ min: 0, max: 480 }), (activities, room) => {
      const perDay = new Map<string, number>();
      for (const { date, minutes } of suggestionsOf(activities, "Europe/Berlin", none, () => room)) {
        perDay.set(date, (perDay.get(date) ?? 0) + minutes);
      }
      for (const minutes of perDay.values()) expect(minutes).toBeLessThanOrEqual(room);
    }),
  );
});
