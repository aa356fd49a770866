import { amountOf } from "./typed-amount";

const english = { decimal: ".", group: "," };
const german = { decimal: ",", group: "." };
const arabic = { decimal: "٫", group: "٬" };

test.each([
  ["1420", english, "1420"],
  ["1,420.00", english, "1420.00"],
  ["1.420,00", english, "1420.00"],
  ["1.420,00", german, "1420.00"],
  ["1.420", german, "1420"],
  ["1.420", english, "1.420"],
  ["1,420", english, "1420"],
  ["1,420", german, "1.420"],
  ["1,5", english, "1.5"],
  ["1.5", german, "1.5"],
  ["0.125", german, "0.125"],
  ["1,234,567", english, "1234567"],
  ["1.234.567", english, "1234567"],
  ["12'500.50", english, "12500.50"],
  ["12 500,50", german, "12500.50"],
  ["١٬٤٢٠٫٥٠", arabic, "1420.50"],
  ["۱۴۲۰", arabic, "1420"],
  ["١٤٢٠٫٥", english, "1420.5"],
  [".5", english, "0.5"],
  ["5.", english, "5"],
  ["007", english, "7"],
  ["−3", english, "-3"],
])("%s is an amount", (typed, signs, expected) => expect(amountOf(typed, signs)).toBe(expected));

test.each(["", "abc", "1.2.3", "1,2,3.4", "12,34.5", "1e5", "--4", "5 EUR", "1,23,456"])("%s is none", (typed) =>
  expect(amountOf(typed, english)).toBeNull(),
);
