import {
  amountAndCurrency,
  parseAmountIn,
  parseAmount,
  isAmbiguousAmount,
  type NumberStyle,
  numberStyleOf,
  amountOutliersOf,
} from "./written-amounts";

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
])("parseAmount parses %s", (typed, signs, expected) => expect(parseAmount(typed, signs)).toBe(expected));

test.each(["", "abc", "1.2.3", "1,2,3.4", "12,34.5", "1e5", "--4", "5 EUR", "1,23,456"])(
  "parseAmount returns null for %s",
  (typed) => expect(parseAmount(typed, english)).toBeNull(),
);

test.each([
  ["3.250", 2, "3250"],
  ["3,250", 0, "3250"],
  ["3.250", 3, "3.250"],
  ["0.125", 2, "0.125"],
  ["3.25", 2, "3.25"],
])("parseAmount parses %s with %i currency decimals as %s", (typed, decimals, expected) => {
  expect(parseAmount(typed, english, decimals)).toBe(expected);
  expect(isAmbiguousAmount("3.250", english)).toBe(true);
});

describe("a column of amounts", () => {
  test.each<[string[], NumberStyle | null, boolean, (string | null)[]]>([
    [["3.000", "4.010,50"], "comma", false, ["3000", "4010.50"]],
    [["3,000", "4,010.50"], "point", false, ["3000", "4010.50"]],
    [["4500,500"], "comma", false, ["4500.500"]],
    [["3.000", "5.020"], "comma", true, ["3000", "5020"]],
    [["3,000"], "point", true, ["3000"]],
    [["3.000", "2.5"], "point", true, ["3.000", "2.5"]],
    [["3,5", "2.5"], "point", true, [null, "2.5"]],
    [["3000", "2500"], null, false, ["3000", "2500"]],
    [["1.234.567"], "comma", false, ["1234567"]],
    [["12'500.50", "3 000.5"], "point", false, ["12500.50", "3000.5"]],
    [["12.34,5", "1,2,3"], "point", true, [null, null]],
  ])("numberStyleOf detects the decimal separator of %j", (cells, style, isAmbiguous, amounts) => {
    expect(numberStyleOf(cells)).toEqual({ style, isAmbiguous });
    expect(cells.map((cell) => parseAmountIn(style, cell))).toEqual(amounts);
  });

  test("amountAndCurrency detects currencies in cells", () => {
    const read = ["€ 3.000,00", "3000 EUR", "$5,000.00", "KWD 1.250", "12 zł", "3000"].map(amountAndCurrency);
    expect(read.map(({ amount, currency }) => [amount, currency])).toEqual([
      ["3.000,00", "EUR"],
      ["3000", "EUR"],
      ["5,000.00", null],
      ["1.250", "KWD"],
      ["12", "PLN"],
      ["3000", null],
    ]);
  });

  test("amountOutliersOf returns amounts a hundred times above or below the median", () => {
    expect([...amountOutliersOf(["3000", "3.2", "2900", "310000", "4000"])]).toEqual(["3.2", "310000"]);
    expect(amountOutliersOf(["3", "3000"]).size).toBe(0);
  });
});
