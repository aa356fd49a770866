import type { TimeSheet } from "./sheet.contract";
import { shortDays } from "./short-days.rules";

const day = (date: string, target_minutes = 480, hidden_minutes = 0) => {
  return { date, target_minutes, hidden_minutes, state: "open" as const };
};
const entry = (date: string, hours: number, minutes = 0) => ({ date, hours, minutes }) as TimeSheet["entries"][number];

test("a day is short by a minute, and isn't by none; what stands in other projects counts", () => {
  const days = [day("2026-11-16"), day("2026-11-17"), day("2026-11-18", 480, 240), day("2026-11-19")];
  const entries = [
    entry("2026-11-16", 7, 59),
    entry("2026-11-17", 3, 30),
    entry("2026-11-17", 4, 30),
    entry("2026-11-18", 4),
  ];
  expect(shortDays({ days, entries, today: "2026-11-20" })).toEqual([
    { date: "2026-11-16", minutes: 479, target: 480 },
    { date: "2026-11-19", minutes: 0, target: 480 },
  ]);
});

test("days off miss nothing, nor do days that haven't come", () => {
  const days = [day("2026-11-20"), day("2026-11-21", 0), day("2026-11-22")];
  expect(shortDays({ days, entries: [entry("2026-11-20", 8)], today: "2026-11-21" })).toEqual([]);
});
