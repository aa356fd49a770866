import { commonTimesQuery, daysFrom, initialCriteria } from "./search-criteria";

const criteria = { ...initialCriteria("2026-11-19"), users: ["3", "4"] };

test("a search covers seven whole days in the tenant's time zone", () => {
  expect(commonTimesQuery(criteria, "Asia/Baghdad")).toEqual({
    users: [3, 4],
    start_date: "2026-11-18T21:00:00.000Z",
    end_date: "2026-11-25T21:00:00.000Z",
    minutes: 60,
  });
});

test("optional criteria are sent only if they are chosen", () => {
  const chosen = { buildings: ["2"], tools: ["screen", "phone"], seats: "12", isStepFree: true };
  expect(commonTimesQuery({ ...criteria, ...chosen }, "UTC")).toMatchObject({
    building_ids: [2],
    tools: "screen,phone",
    people: 12,
    step_free: true,
  });
  expect(commonTimesQuery({ ...criteria, buildings: [], seats: 0 }, "UTC")).toEqual(commonTimesQuery(criteria, "UTC"));
});

test("a first day after the last one moves the last one", () => {
  expect(daysFrom("2026-11-24", criteria)).toEqual({ firstDay: "2026-11-24", lastDay: "2026-11-25" });
  expect(daysFrom("2026-12-01", criteria)).toEqual({ firstDay: "2026-12-01", lastDay: "2026-12-01" });
});
