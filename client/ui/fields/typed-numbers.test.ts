import { array, mixed, object } from "yup";
import { number, string } from "../../../shared/kernel/schemas";
import { parseTypedNumbers } from "./typed-numbers";

const schema = object({
  year: number(),
  days: number(),
  note: string(),
  lines: array(object({ quantity: number(), details: string() })),
  more: mixed(),
});
const arabic = { decimal: "٫", group: "٬" };
const german = { decimal: ",", group: "." };

test("numbers are parsed in any digits and nesting; texts stay unchanged", () => {
  const typed = {
    year: "٢٠٢٧",
    days: "٧٫٥",
    note: "٧",
    lines: [{ quantity: "۱۲", details: "۱۲" }],
    more: { days: "٧" },
  };
  expect(parseTypedNumbers(schema, typed, arabic)).toEqual({
    year: "2027",
    days: "7.5",
    note: "٧",
    lines: [{ quantity: "12", details: "۱۲" }],
    more: { days: "٧" },
  });
});

test("numbers are parsed with the separators of the user's language", () => {
  expect(parseTypedNumbers(schema, { days: "7,5", year: "2027" }, german)).toEqual({ days: "7.5", year: "2027" });
  expect(parseTypedNumbers(schema, { days: "-3", year: "２０２７" }, german)).toEqual({ days: "-3", year: "2027" });
});

test("invalid, empty and non-text values are left to the schema", () => {
  const typed = { days: "seven", year: "", lines: null, note: 5, unknown: "٧" };
  expect(parseTypedNumbers(schema, typed, german)).toEqual(typed);
  expect(parseTypedNumbers(schema, { days: 7, year: null }, german)).toEqual({ days: 7, year: null });
});
