import {
  type ConversionContext,
  convertFieldValue,
  limitsAfterKindChange,
  planOptions,
} from "./field-kind-change.rules";
import type { FieldValue } from "./field-values.rules";
import { type FieldKind, fieldKinds } from "./fields.schema";

const context: ConversionContext = {
  options: [
    { id: 1, title: "Small", deleted: false },
    { id: 2, title: "12.5", deleted: false },
    { id: 3, title: "Large", deleted: true },
  ],
  people: [{ id: 7, fullname: "Noor Aziz" }],
  labels: { yes: "Ja", no: "Nein" },
};

test.each<[FieldKind, FieldKind, FieldValue, FieldValue | null]>([
  ["text", "number", "12.50", 12.5],
  ["text", "number", "-0", 0],
  ["text", "number", "1,5", null],
  ["text", "number", "0.1234567", null],
  ["text", "number", "1e3", null],
  ["text", "day", "2026-02-28", "2026-02-28"],
  ["text", "day", "2026-02-30", null],
  ["text", "link", "https://example.com", "https://example.com"],
  ["text", "link", "javascript:alert(1)", null],
  ["text", "flag", "ja", true],
  ["text", "flag", "false", false],
  ["text", "flag", "perhaps", null],
  ["text", "choice", "SMALL", 1],
  ["text", "choice", "Large", null],
  ["text", "choices", "12.5, small", [1, 2]],
  ["text", "choices", "Small, Huge", null],
  ["text", "person", "Noor Aziz", null],
  ["link", "text", `https://example.com/${"x".repeat(500)}`, null],
  ["number", "text", 0.000001, "0.000001"],
  ["number", "flag", 1, true],
  ["number", "flag", 2, null],
  ["number", "choice", 12.5, 2],
  ["number", "person", 7, null],
  ["flag", "text", false, "Nein"],
  ["flag", "number", true, 1],
  ["choice", "text", 3, "Large"],
  ["choice", "number", 2, 12.5],
  ["choice", "number", 1, null],
  ["choice", "choices", 3, [3]],
  ["choice", "person", 7, null],
  ["choices", "text", [1, 3], "Small, Large"],
  ["choices", "choice", [1], 1],
  ["choices", "choice", [1, 2], null],
  ["choices", "number", [2], 12.5],
  ["person", "text", 7, "Noor Aziz"],
  ["person", "text", 8, null],
  ["person", "number", 7, null],
])("a %s becomes a %s: %p is %p", (from, to, value, expected) => {
  expect(convertFieldValue(from, to, value, context)).toEqual(expected);
});

test("a value of each kind stays when the kind stays", () => {
  for (const kind of fieldKinds) expect(convertFieldValue(kind, kind, "value", context)).toBe("value");
});

test("options are created for the most frequent titles, and deleted ones return", () => {
  expect(planOptions("text", "choice", ["b", "Large", "a", "A", "x".repeat(61)], context)).toEqual({
    restoredIds: [3],
    newTitles: ["a", "b"],
  });
  const titles = Array.from({ length: 120 }, (_, at) => `Title ${at}`);
  expect(planOptions("text", "choice", [...titles, "Title 119"], context).newTitles).toHaveLength(100);
  expect(planOptions("text", "choice", [...titles, "Title 119"], context).newTitles).toContain("Title 119");
  expect(planOptions("choice", "choices", [1], context)).toEqual({ restoredIds: [], newTitles: [] });
});

test("a field that becomes a number has the decimals of its values", () => {
  expect(limitsAfterKindChange("number", [1, 2.25])).toEqual({ max_length: null, decimals: 2 });
  expect(limitsAfterKindChange("text", ["a"])).toEqual({ max_length: 500, decimals: null });
});
