import { overOpacity, runningStandsOut } from "./running-week";

test("of the weeks, the running one is drawn in full, those that are over less; their figures stay", () => {
  const weeks = ["2026-11-02", "2026-11-09", "2026-11-16"].map((x, finished) => ({ x, finished }));
  expect(runningStandsOut(weeks)).toEqual([
    { x: "2026-11-02", finished: 0, fillOpacity: overOpacity },
    { x: "2026-11-09", finished: 1, fillOpacity: overOpacity },
    { x: "2026-11-16", finished: 2 },
  ]);
  expect(runningStandsOut([])).toEqual([]);
});
