import { daysBelow, presentDays } from "./leave.cover.rules";

const calendar = {
  weekend: [5, 6],
  holidays: [{ date: "2026-12-17", name: "Flag Day", translations: {}, half: null }],
};
const span = { start_date: "2026-12-15", end_date: "2026-12-20" };

test("counts on days of work alone, by the half in which fewest are there", () => {
  const away = [
    { start_date: "2026-12-01", end_date: "2026-12-15", end_half: "morning" as const },
    { start_date: "2026-12-15", end_date: "2026-12-15", start_half: "afternoon" as const },
    { start_date: "2026-12-16", end_date: "2027-01-10" },
    { start_date: "2026-12-20", end_date: "2026-12-20" },
  ];
  // The 15th: one in the morning, another in the afternoon. 17 is a holiday, 18 and 19 are the week-end.
  expect(presentDays(5, away, span, calendar)).toEqual([
    { date: "2026-12-15", present: 4, away: 1 },
    { date: "2026-12-16", present: 4, away: 1 },
    { date: "2026-12-20", present: 3, away: 2 },
  ]);
});

test("below the minimum, and never without one", () => {
  const days = presentDays(5, [{ start_date: "2026-12-20", end_date: "2026-12-20" }], span, calendar);
  expect(daysBelow(5, days)).toEqual([{ date: "2026-12-20", present: 4, away: 1 }]);
  expect(daysBelow(4, days)).toEqual([]);
  expect(daysBelow(null, days)).toEqual([]);
});
