import { optionOf, projectFieldOf } from "../../../tests/support/project-field";
import {
  changedFieldValues,
  changeOfPresentKinds,
  fieldKindsInput,
  fieldKindsOf,
  fieldsMissingIn,
  type FieldValue,
  fieldValuesInput,
  isOfFieldKind,
  isSameValue,
  isTypeOfKind,
  readFieldValue,
  withFieldKinds,
} from "./field-values.rules";
import type { FieldKind } from "./fields.schema";

const options = [optionOf(9, "Large"), optionOf(4, "Small", true), optionOf(6, "Medium")];
const fieldsOfKinds = {
  text: projectFieldOf(1, "text", { max_length: 5 }),
  longText: projectFieldOf(1, "text"),
  link: projectFieldOf(2, "link"),
  number: projectFieldOf(3, "number", { decimals: 2 }),
  wholeNumber: projectFieldOf(3, "number"),
  day: projectFieldOf(4, "day"),
  flag: projectFieldOf(5, "flag"),
  choice: projectFieldOf(6, "choice", { options }),
  choices: projectFieldOf(7, "choices", { options }),
  person: projectFieldOf(8, "person"),
};
type Sample = keyof typeof fieldsOfKinds;
const readingOf = (field: Sample, sent: unknown, before?: FieldValue) =>
  readFieldValue(fieldsOfKinds[field], sent, before);

describe("shape of values by field id", () => {
  const manyValues = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [String(index + 1), "x"]));

  test.each<[name: string, values: unknown]>([
    ["ids that start with zero", { "01": "x" }],
    ["ids with other characters at the end", { "1x": "x" }],
    ["ids with other characters at the start", { "-1": "x" }],
    ["ids of 17 digits", { "12345678901234567": "x" }],
    ["a list", ["x"]],
    ["a text", "x"],
    ["a mixture of ids and names", { 1: "x", name: "x" }],
    ["more values than a project has fields", manyValues(31)],
  ])("%s are refused", (_, values) => {
    expect(() => fieldValuesInput().validateSync(values)).toThrow("field.invalid");
    expect(() => fieldKindsInput().validateSync(values)).toThrow("field.invalid");
  });

  test.each([[undefined], [null], [{}], [{ 1: "x", "1234567890123456": null }], [manyValues(30)]])(
    "values of any type are accepted: %j",
    (values) => {
      expect(fieldValuesInput().nullable().validateSync(values)).toEqual(values);
    },
  );

  test("kinds are accepted if each exists", () => {
    expect(fieldKindsInput().validateSync({ 1: "text", 2: "choices" })).toEqual({ 1: "text", 2: "choices" });
    expect(fieldKindsInput().validateSync(undefined)).toBeUndefined();
    expect(() => fieldKindsInput().validateSync({ 1: "text", 2: "colour" })).toThrow("field.invalid");
  });
});

describe("reading a value", () => {
  test.each(Object.keys(fieldsOfKinds) as Sample[])("empty text and null remove the value of: %s", (field) => {
    expect([readingOf(field, ""), readingOf(field, null)]).toEqual([{ value: null }, { value: null }]);
  });

  test.each<[field: Sample, sent: unknown, error: string]>([
    ["text", 5, "field.text"],
    ["text", "longer", "field.tooLong"],
    ["longText", "x".repeat(201), "field.tooLong"],
    ["link", 5, "field.text"],
    ["link", "example.com", "field.website"],
    ["link", `https://example.com/${"x".repeat(2_000)}`, "field.tooLong"],
    ["number", true, "field.number"],
    ["number", "many", "field.number"],
    ["number", 0.125, "field.decimals?most=2"],
    ["wholeNumber", -1.5, "field.decimals?most=0"],
    ["number", 1_000_000_000_000, "field.atMost?max=999999999999"],
    ["number", -1_000_000_000_000, "field.atLeast?min=-999999999999"],
    ["day", 20_260_131, "field.day"],
    ["day", "2026-02-30", "field.day"],
    ["flag", 1, "field.boolean"],
    ["flag", "yes", "field.boolean"],
    ["choice", [9], "field.id"],
    ["choice", "Large", "field.id"],
    ["choice", 5, "field.unknown"],
    ["choice", 4, "field.unknown"],
    ["choices", 9, "field.list"],
    ["choices", ["Large"], "field.id"],
    ["choices", [null], "field.id"],
    ["choices", [9, 5], "field.unknown"],
    ["choices", Array(101).fill(9), "field.tooMany"],
    ["person", true, "field.id"],
    ["person", "Ada", "field.id"],
  ])("a field of type %s refuses %j", (field, sent, error) => {
    expect(readingOf(field, sent)).toEqual({ error });
  });

  test.each<[field: Sample, sent: unknown, value: FieldValue | null]>([
    ["text", " a\nb ", "a b"],
    ["text", "  ", null],
    ["longText", "x".repeat(200), "x".repeat(200)],
    ["link", "https://example.com", "https://example.com"],
    ["link", "  ", null],
    ["number", "12.25", 12.25],
    ["number", 0, 0],
    ["number", 0.07, 0.07],
    ["wholeNumber", 999_999_999_999, 999_999_999_999],
    ["wholeNumber", -999_999_999_999, -999_999_999_999],
    ["day", "2024-02-29", "2024-02-29"],
    ["flag", false, false],
    ["flag", "true", true],
    ["flag", "false", false],
    ["choice", "6", 6],
    ["choices", [], null],
    ["choices", [6, "9", 6], [9, 6]],
    ["choices", Array(100).fill(6), [6]],
    ["person", "3", 3],
  ])("a field of type %s reads %j as %j", (field, sent, value) => {
    expect(readingOf(field, sent)).toEqual({ value });
  });

  test("a deleted option stays where it was chosen before", () => {
    expect(readingOf("choice", 4, 4)).toEqual({ value: 4 });
    expect(readingOf("choice", 4, 9)).toEqual({ error: "field.unknown" });
    expect(readingOf("choices", [6, 4], [4])).toEqual({ value: [4, 6] });
    expect(readingOf("choices", [6, 4], [6])).toEqual({ error: "field.unknown" });
  });
});

test.each<[kind: FieldKind, accepted: unknown[], refused: unknown[]]>([
  ["text", ["x"], [1, true, [1], null]],
  ["link", ["x"], [1, true, [1], null]],
  ["number", [1, "1"], [true, [1], null]],
  ["day", ["2026-01-31"], [1, true, [1], null]],
  ["flag", [true, false, "true", "false"], [1, "x", [1], null]],
  ["choice", [1, "1"], [true, [1], null]],
  ["choices", [[1], []], [1, "1", true, null]],
  ["person", [1, "1"], [true, [1], null]],
])("values of kind %s have its JSON type", (kind, accepted, refused) => {
  expect(accepted.map((value) => isTypeOfKind(kind, value))).toEqual(accepted.map(() => true));
  expect(refused.map((value) => isTypeOfKind(kind, value))).toEqual(refused.map(() => false));
});

describe("kinds of changed values", () => {
  const fields = [projectFieldOf(1, "number"), projectFieldOf(2, "text")];

  test("only entries made for the present kinds stay in a change", () => {
    expect(changeOfPresentKinds({ field_values: { 1: 5, 2: "x" } }, fields)).toEqual({ 1: 5, 2: "x" });
    expect(changeOfPresentKinds({ field_values: { 1: true, 2: 5 } }, fields)).toEqual({});
    expect(
      changeOfPresentKinds({ field_values: { 1: 5, 2: "x" }, field_kinds: { 1: "choice", 2: "text" } }, fields),
    ).toEqual({ 2: "x" });
    expect(changeOfPresentKinds({}, fields)).toEqual({});
  });

  test("removed values and values of other fields wait for their refusal", () => {
    expect(changeOfPresentKinds({ field_values: { 1: null, 9: "x" }, field_kinds: { 1: "choice" } }, fields)).toEqual({
      1: null,
      9: "x",
    });
  });

  test("kinds are added for entered values, and those of the first attempt stay", () => {
    expect(fieldKindsOf({ 2: "x", 9: "y" }, fields)).toEqual({ 2: "text" });
    expect(withFieldKinds({ field_values: { 1: 5, 2: "x" }, field_kinds: { 1: "choice" } }, fields)).toEqual({
      field_values: { 1: 5, 2: "x" },
      field_kinds: { 1: "choice", 2: "text" },
    });
    const change = { field_values: undefined };
    expect(withFieldKinds(change, fields)).toBe(change);
  });

  test.each<[kind: FieldKind, former: FieldKind[], sent: unknown, enteredFor: FieldKind | undefined, fits: boolean]>([
    ["number", ["choice"], 5, "number", true],
    ["number", [], 5, "choice", false],
    ["number", ["choice"], 5, undefined, false],
    ["person", ["number"], 5, undefined, false],
    ["choice", ["person"], 5, undefined, false],
    ["number", ["number", "text"], 5, undefined, true],
    ["number", [], 5, undefined, true],
    ["number", ["choice"], null, undefined, true],
    ["number", ["choice"], "", undefined, true],
    ["text", ["choice"], "5", undefined, true],
  ])("a field of kind %s, formerly %j, gets %j entered for %s: %s", (kind, former, sent, enteredFor, fits) => {
    expect(isOfFieldKind({ kind, former_kinds: former }, sent, enteredFor)).toBe(fits);
  });
});

describe("stored values", () => {
  test.each<[a: FieldValue | null | undefined, b: FieldValue | null | undefined, same: boolean]>([
    [undefined, null, true],
    [null, 0, false],
    [false, null, false],
    ["x", "x", true],
    ["1", 1, false],
    [[1, 2], [1, 2], true],
    [[1, 2], [2, 1], false],
    [[12], [1, 2], false],
    [[1], "1", false],
    ["1", [1], false],
  ])("comparing %j and %j gives %s", (a, b, same) => {
    expect(isSameValue(a, b)).toBe(same);
  });

  test("a change replaces values and removes those with null", () => {
    const values = { 1: "x", 2: 5, 3: false };
    expect(changedFieldValues(values, { 1: null, 2: 0, 4: [1] })).toEqual({ 2: 0, 3: false, 4: [1] });
    expect(values).toEqual({ 1: "x", 2: 5, 3: false });
  });

  test("a column's required fields without a value are missing", () => {
    const required = (id: number, columnIds: number[]) =>
      projectFieldOf(id, "flag", { required_column_ids: columnIds });
    const fields = [required(1, [7]), required(2, [7, 8]), required(3, [8]), required(4, [])];
    expect(fieldsMissingIn(fields, { 1: false }, 7).map(({ id }) => id)).toEqual([2]);
    expect(fieldsMissingIn(fields, {}, 8).map(({ id }) => id)).toEqual([2, 3]);
  });
});
