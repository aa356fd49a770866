import { dayNumber, weekdayOf } from "../../shared/kernel/day-number";
import { mondayOf } from "../../shared/kernel/days";
import { languageCodes } from "../../shared/kernel/languages";
import { isWeekStart, weekSettingsOf } from "../../shared/kernel/week";
import { chooseWeekStart, currentWeekSettings, weekStart$ } from "./week";

afterEach(() => weekStart$.set(null));

test.each(languageCodes)("the week starts on Monday in %s, like the weeks of time tracking", (language) => {
  const monday = mondayOf("2026-11-28");
  expect(weekdayOf(dayNumber(monday))).toBe(weekSettingsOf(language).first);
});

test("the week starts on Monday until the user chooses another day", () => {
  expect(currentWeekSettings()).toEqual({ first: 1, weekend: [0, 6] });
  chooseWeekStart("saturday");
  expect(currentWeekSettings()).toEqual({ first: 6, weekend: [0, 6] });
  chooseWeekStart("sunday");
  expect(currentWeekSettings().first).toBe(0);
});

test("unknown week starts are rejected", () => {
  expect(["monday", "tuesday", "", null, 1].filter(isWeekStart)).toEqual(["monday"]);
});
