import {
  isUnusualChange,
  type NumberReading,
  type NumberSeparators,
  readingsOfUnconfirmed,
  readTypedNumber,
  unusualAmountFactor,
  unusualRateFactor,
  valueOfTyped,
} from "./typed-numbers";

const english = { decimal: ".", group: "," };
const korean = english;
const german = { decimal: ",", group: "." };
const arabic = { decimal: "٫", group: "٬" };
const kurdish = arabic;

const textOfReading = (reading: NumberReading) =>
  reading.kind === "number" ? reading.value : reading.kind === "ambiguous" ? reading.values.join(" or ") : reading.kind;

type Row = [typed: string, amount: string, price: string];

/** Readings of an amount in a currency with two decimals, and of a price, which may have six. */
const tables: [string, NumberSeparators, Row[]][] = [
  [
    "English",
    english,
    [
      ["1.459", "1459?", "1.459"],
      ["333.335", "333335?", "333.335"],
      ["1.250", "1250 or 1.250", "1.250"],
      ["1,234", "1234", "1234"],
      ["1,234.50", "1234.50", "1234.50"],
      ["1.234,50", "1234.50", "1234.50"],
      ["1,5", "1.5", "1.5"],
      ["0,125", "0.125", "0.125"],
      ["1,2345", "1.2345", "1.2345 or 12345"],
      ["1.2345", "1.2345", "1.2345"],
      ["1,234,567", "1234567", "1234567"],
      ["12'500.50", "12500.50", "12500.50"],
      ["1\u202f234", "1234", "1234"],
      ["1 234,5", "1234.5", "1234.5"],
    ],
  ],
  [
    "Korean",
    korean,
    [
      ["1.459", "1459?", "1.459"],
      ["3,250,000", "3250000", "3250000"],
      ["１２．５", "invalid", "invalid"],
      ["１２.５", "12.5", "12.5"],
    ],
  ],
  [
    "German",
    german,
    [
      ["1,459", "1459?", "1.459"],
      ["1.234", "1234", "1234 or 1.234"],
      ["1.234,50", "1234.50", "1234.50"],
      ["1,234.50", "1234.50", "1234.50"],
      ["1.5", "1.5", "1.5"],
      ["0.125", "0.125", "0.125"],
      ["1.2345", "1.2345", "1.2345 or 12345"],
      ["1.234.567", "1234567", "1234567"],
      ["1\u00a0234,5", "1234.5", "1234.5"],
      ["1’234,50", "1234.50", "1234.50"],
    ],
  ],
  [
    "Arabic",
    arabic,
    [
      ["١٫٤٥٩", "1.459", "1.459"],
      ["١٬٢٣٤", "1234", "1234"],
      ["١٬٢٣٤٫٥", "1234.5", "1234.5"],
      ["1234٫5", "1234.5", "1234.5"],
      ["1.459", "1459?", "1.459 or 1459"],
      ["1,459", "1459", "1.459 or 1459"],
      ["١،٥", "1.5", "1.5"],
      ["١٢٬٣٤", "invalid", "invalid"],
      ["؜-٣٫٥", "-3.5", "-3.5"],
    ],
  ],
  [
    "Kurdish",
    kurdish,
    [
      ["۱٫۴۵۹", "1.459", "1.459"],
      ["۱٬۲۳۴٫۵", "1234.5", "1234.5"],
      ["٣٬٢٥٠", "3250", "3250"],
      ["۳.۲۵", "3.25", "3.25"],
    ],
  ],
];

describe.each(tables)("in %s", (_, signs, rows) => {
  test.each(rows)("%s is read as %s, as a price as %s", (typed, amount, price) => {
    const reading = readTypedNumber(typed, signs, { decimals: 2 });
    const isAsked = reading.kind === "ambiguous" && reading.values.length === 1;
    expect(`${textOfReading(reading)}${isAsked ? "?" : ""}`).toBe(amount);
    expect(textOfReading(readTypedNumber(typed, signs, { decimals: 6 }))).toBe(price);
  });
});

test.each(["abc", "1.2.3", "1,2,3.4", "12,34.5", "1e5", "--4", "5 EUR", "1,23,456", "-", ".", "1 2", "1'23", "1?"])(
  "%s is not a number",
  (typed) => {
    for (const signs of [english, german, arabic])
      expect(readTypedNumber(typed, signs, { decimals: 6 })).toEqual({ kind: "invalid" });
  },
);

test("leading and trailing signs and zeros are accepted", () => {
  const read = (typed: string) => textOfReading(readTypedNumber(typed, english, { decimals: 6 }));
  expect([".5", "5.", "007", "−3", "+3", " 12 "].map(read)).toEqual(["0.5", "5", "7", "-3", "3", "12"]);
  expect(read(" ")).toBe("empty");
});

test("numbers of more than twelve digits are rejected", () => {
  expect(readTypedNumber("1,000,000,000,000", english, { decimals: 2 })).toEqual({ kind: "invalid" });
  expect(readTypedNumber("1.123456789", english, { decimals: 9 })).toEqual({ kind: "invalid" });
});

test("a currency with three decimals reads three decimals, one without decimals asks", () => {
  expect(textOfReading(readTypedNumber("1.234", english, { decimals: 3 }))).toBe("1.234");
  expect(textOfReading(readTypedNumber("1,234", german, { decimals: 3 }))).toBe("1.234");
  expect(readTypedNumber("1.234", english, { decimals: 0 })).toEqual({ kind: "ambiguous", values: ["1234"] });
  expect(readTypedNumber("1,234", german, { decimals: 0 })).toEqual({ kind: "ambiguous", values: ["1234"] });
});

test("a rate with a group sign is ambiguous in every language", () => {
  const rate = { decimals: 8, isMostlySmall: true };
  expect(textOfReading(readTypedNumber("1,083", english, rate))).toBe("1083 or 1.083");
  expect(textOfReading(readTypedNumber("1.083", german, rate))).toBe("1083 or 1.083");
  expect(textOfReading(readTypedNumber("1.083", english, rate))).toBe("1.083");
  expect(textOfReading(readTypedNumber("1,083", german, rate))).toBe("1.083");
});

test("a reading above the maximum is not plausible", () => {
  expect(textOfReading(readTypedNumber("7.500", german, { decimals: 3, max: 24 }))).toBe("7.500");
  expect(textOfReading(readTypedNumber("7,500", english, { decimals: 3, max: 24 }))).toBe("7.500");
  expect(textOfReading(readTypedNumber("1.500", english, { decimals: 2, max: 999 }))).toBe("1.500");
});

test.each<[string | null, string, number, boolean]>([
  ["1.083", "1083", unusualRateFactor, true],
  ["1.083", "1.31", unusualRateFactor, true],
  ["1.083", "1.29", unusualRateFactor, false],
  ["1.083", "0.9", unusualRateFactor, true],
  ["3250", "325000", unusualAmountFactor, true],
  ["3250", "32.50", unusualAmountFactor, true],
  ["3250", "32500", unusualAmountFactor, false],
  ["0", "5", unusualAmountFactor, false],
  ["5", "0", unusualAmountFactor, false],
  [null, "5", unusualAmountFactor, false],
])("a change from %s to %s is unusual by factor %s: %s", (before, after, factor, isUnusual) => {
  expect(isUnusualChange(before, after, factor)).toBe(isUnusual);
});

test("the value of a questioned number is rejected by schemas and keeps its readings", () => {
  const rules = { decimals: 8, isMostlySmall: true, before: "1.083", unusualFactor: unusualRateFactor };
  expect(valueOfTyped("1,083", english, rules)).toBe("1,083?");
  expect(readingsOfUnconfirmed("1,083?", english, rules)).toEqual(["1083", "1.083"]);
  expect(valueOfTyped("1083", english, rules)).toBe("1083?");
  expect(readingsOfUnconfirmed("1083?", english, rules)).toEqual(["1083"]);
  expect(valueOfTyped("1.1", english, rules)).toBe("1.1");
  expect(valueOfTyped("", english, rules)).toBe("");
  expect(valueOfTyped("12x", english, rules)).toBe("12x");
  expect(readingsOfUnconfirmed("1.1", english, rules)).toEqual([]);
  expect(readingsOfUnconfirmed("what?", english, rules)).toEqual([]);
});
