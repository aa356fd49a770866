import { salaryCurrencyOf } from "./useSalaryField";

test.each([
  ["3", "", "IQD", "IQD"],
  ["3", null, "IQD", "IQD"],
  ["3", "EUR", "IQD", "EUR"],
  ["", "", "IQD", null],
  ["3", "", null, null],
])("salary %j with currency %j and tenant currency %j is in %j", (salary, currency, home, expected) => {
  expect(salaryCurrencyOf(salary, currency, home)).toBe(expected);
});
