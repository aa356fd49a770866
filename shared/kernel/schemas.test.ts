import { anything, assert, constantFrom, oneof, property } from "fast-check";
import { ValidationError } from "yup";
import {
  colorField,
  dayField,
  emailField,
  idField,
  idList,
  lineField,
  secretField,
  textField,
  wholeNumber,
} from "./fields";
import { boolean, number, string, rangeMessage } from "./schemas";

const scalars = { number, string, boolean };
const fields = {
  id: () => idField("task"),
  ids: () => idList("task"),
  text: () => textField(100),
  line: () => lineField(100),
  secret: () => secretField(),
  day: dayField,
  whole: () => wholeNumber(0, 100),
  colour: colorField,
  email: emailField,
};

const disguised = oneof(
  anything({ withObjectString: true, withNullPrototype: true, withBoxedValues: true }),
  constantFrom(
    { toString: "" },
    { valueOf: "x", toString: null },
    JSON.parse('{"then": 1}'),
    { length: 1e9 },
    [[1]],
    [{ toString: "" }],
    JSON.parse('{"__proto__": {"toString": ""}}'),
  ),
);

test.each(["a\nb", "a\r\nb", "a\u2028b", "a\u0085b", "a\tb", " a\n\n\r b ".replace(" b ", "b")])(
  "lineField converts %j to a single line",
  (pasted) => {
    expect(lineField(100).validateSync(pasted)).toBe("a b");
  },
);

test.each(Object.entries({ ...scalars, ...fields }))(
  "%s: any input is accepted or fails with a ValidationError only",
  (_, make) => {
    assert(
      property(disguised, (value) => {
        try {
          make().validateSync(value);
        } catch (error) {
          expect(error).toBeInstanceOf(ValidationError);
        }
      }),
      { numRuns: 200 },
    );
  },
);

const refused = (schema: { isValidSync(value: unknown): boolean }, value: unknown) => !schema.isValidSync(value);

test.each<unknown>([{ toString: "" }, { toString: "1" }, { valueOf: 1 }, [], [1], [[1]], { length: 1 }])(
  "%j is rejected as number, text and boolean",
  (value) => {
    expect(Object.values(scalars).map((make) => refused(make(), value))).toEqual([true, true, true]);
  },
);

test.each(["1e3", "0x10", "one", "٣", "1 000", "1,5", "", " ", "Infinity", "NaN", "+1", "\u0000", "\ud800"])(
  "number() rejects %j",
  (text) => expect(refused(number(), text)).toBe(true),
);

test("number() and boolean() also accept text", () => {
  expect([" 12 ", "-1.50", "0", 7].map((value) => number().cast(value))).toEqual([12, -1.5, 0, 7]);
  expect(["true", "1", 1, "FALSE", 0, "0"].map((value) => boolean().cast(value))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect([12, true, "a"].map((value) => string().cast(value))).toEqual(["12", "true", "a"]);
});

test("text fields reject lone surrogates and NUL", () => {
  expect(["\ud800", "a\udfffb", "\u0000"].map((text) => refused(textField(10), text))).toEqual([true, true, true]);
  expect(refused(secretField(), "secret\ud800")).toBe(true);
  expect(textField(10).cast("😀\n")).toBe("😀");
});

test.each([
  [{ min: 1, max: 7 }, "field.between?min=1&max=7"],
  [{ min: 0.25 }, "field.atLeast?min=0.25"],
  [{ max: "24" }, "field.atMost?max=24"],
  [{ min: 1, max: Number.MAX_SAFE_INTEGER }, "field.atLeast?min=1"],
  [{ min: 2000, max: 2100 }, "field.yearBetween?from_year=2000&to_year=2100"],
])("rangeMessage describes the range %j", (range, message) => {
  expect(rangeMessage(range)).toBe(message);
});
