import fc from "fast-check";
import { roundToHours, hoursOfLines, shortDays } from "./hours.rules";
import type { TimeSheet } from "./sheet.contract";

const units = (hours: number) => Math.round(hours * 10_000);

test("rounded hours sum to the rounded total, each within one unit", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1440 }), { maxLength: 200 }), (minutes) => {
      const lines = hoursOfLines(minutes);
      const total = minutes.reduce((sum, one) => sum + one, 0);
      expect(lines.reduce((sum, one) => sum + units(one), 0)).toBe(units(roundToHours(total)));
      lines.forEach((line, at) =>
        expect(Math.abs(units(line) - ((minutes[at] ?? 0) / 60) * 10_000)).toBeLessThan(1.001),
      );
    }),
  );
});

test("three times 20 minutes sum to exactly one hour", () => {
  expect(hoursOfLines([20, 20, 20])).toEqual([0.3333, 0.3334, 0.3333]);
  expect([roundToHours(90), roundToHours(0), roundToHours(1)]).toEqual([1.5, 0, 0.0167]);
});

const day = (date: string, target_minutes = 480, hidden_minutes = 0) => {
  return { date, target_minutes, hidden_minutes, state: "open" as const };
};
const entry = (date: string, hours: number, minutes = 0) => ({ date, hours, minutes }) as TimeSheet["entries"][number];

test("a day one minute below its target is short, and hidden minutes count", () => {
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

test("non-working days and future days are not short", () => {
  const days = [day("2026-11-20"), day("2026-11-21", 0), day("2026-11-22")];
  expect(shortDays({ days, entries: [entry("2026-11-20", 8)], today: "2026-11-21" })).toEqual([]);
});
