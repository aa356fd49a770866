import { daysBelowMinimum, presentDays } from "./cover.rules";

const calendar = {
  weekend: [5, 6],
  holidays: [{ date: "2026-12-17", name: "Flag Day", translations: {}, half: null }],
};
const span = { start_date: "2026-12-15", end_date: "2026-12-20" };

test("presentDays counts by the half of the day with the fewest people present", () => {
  const away = [
    { start_date: "2026-12-01", end_date: "2026-12-15", end_half: "morning" as const },
    { start_date: "2026-12-15", end_date: "2026-12-15", start_half: "afternoon" as const },
    { start_date: "2026-12-16", end_date: "2027-01-10" },
    { start_date: "2026-12-20", end_date: "2026-12-20" },
  ];
  // On the 15th one person is absent in the morning and another in the afternoon. The 17th is a holiday, the 18th and 19th are the weekend.
  expect(presentDays(5, away, span, calendar)).toEqual([
    { date: "2026-12-15", present: 4, away: 1 },
    { date: "2026-12-16", present: 4, away: 1 },
    { date: "2026-12-20", present: 3, away: 2 },
  ]);
});

test("daysBelow returns days below the minimum, and none without a minimum", () => {
  const days = presentDays(5, [{ start_date: "2026-12-20", end_date: "2026-12-20" }], span, calendar);
  expect(daysBelowMinimum(5, days)).toEqual([{ date: "2026-12-20", present: 4, away: 1 }]);
  expect(daysBelowMinimum(4, days)).toEqual([]);
  expect(daysBelowMinimum(null, days)).toEqual([]);
});
