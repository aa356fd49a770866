import { isWeekStart } from "../../shared/kernel/week";
import { chooseWeekStart, currentWeekSettings, weekStart$ } from "./week";

afterEach(() => weekStart$.set(null));

test("the week start follows the language until the user chooses one", () => {
  expect(currentWeekSettings()).toEqual({ first: 1, weekend: [0, 6] });
  chooseWeekStart("saturday");
  expect(currentWeekSettings()).toEqual({ first: 6, weekend: [0, 6] });
  chooseWeekStart("sunday");
  expect(currentWeekSettings().first).toBe(0);
});

test("unknown week starts are rejected", () => {
  expect(["monday", "tuesday", "", null, 1].filter(isWeekStart)).toEqual(["monday"]);
});
