import { pastWeekOpacity, highlightCurrentWeek } from "./current-week";

test("the current week is opaque and finished weeks are faded", () => {
  const weeks = ["2026-11-02", "2026-11-09", "2026-11-16"].map((x, finished) => ({ x, finished }));
  expect(highlightCurrentWeek(weeks)).toEqual([
    { x: "2026-11-02", finished: 0, fillOpacity: pastWeekOpacity },
    { x: "2026-11-09", finished: 1, fillOpacity: pastWeekOpacity },
    { x: "2026-11-16", finished: 2 },
  ]);
  expect(highlightCurrentWeek([])).toEqual([]);
});
