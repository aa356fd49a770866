import { chooseWeekStart, isWeekStart, weekNow, weekStart$ } from "./week";

afterEach(() => weekStart$.next(null));

test("the week begins as the language has it, until somebody has chosen; which days are free is another matter", () => {
  expect(weekNow()).toEqual({ first: 1, weekend: [0, 6] });
  chooseWeekStart("saturday");
  expect(weekNow()).toEqual({ first: 6, weekend: [0, 6] });
  chooseWeekStart("sunday");
  expect(weekNow().first).toBe(0);
});

test("what is no such day isn't taken from the account", () => {
  expect(["monday", "tuesday", "", null, 1].filter(isWeekStart)).toEqual(["monday"]);
});
