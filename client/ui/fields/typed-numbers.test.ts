import { array, mixed, object } from "yup";
import { number, string } from "../../../shared/kernel/schemas";
import { understood } from "./typed-numbers";

const schema = object({
  year: number(),
  days: number(),
  note: string(),
  lines: array(object({ quantity: number(), details: string() })),
  more: mixed(),
});
const arabic = { decimal: "٫", group: "٬" };
const german = { decimal: ",", group: "." };

test("numbers are understood in any digits, wherever they stand; texts stay as they were written", () => {
  const typed = {
    year: "٢٠٢٧",
    days: "٧٫٥",
    note: "٧",
    lines: [{ quantity: "۱۲", details: "۱۲" }],
    more: { days: "٧" },
  };
  expect(understood(schema, typed, arabic)).toEqual({
    year: "2027",
    days: "7.5",
    note: "٧",
    lines: [{ quantity: "12", details: "۱۲" }],
    more: { days: "٧" },
  });
});

test("with the signs of the reader's language", () => {
  expect(understood(schema, { days: "7,5", year: "2027" }, german)).toEqual({ days: "7.5", year: "2027" });
  expect(understood(schema, { days: "-3", year: "２０２７" }, german)).toEqual({ days: "-3", year: "2027" });
});

test("what is no number, empty or no text is left to the schema", () => {
  const typed = { days: "seven", year: "", lines: null, note: 5, unknown: "٧" };
  expect(understood(schema, typed, german)).toEqual(typed);
  expect(understood(schema, { days: 7, year: null }, german)).toEqual({ days: 7, year: null });
});
