import { amountAndCurrency, parseAmountIn, type NumberStyle, numberStyleOf, amountOutliersOf } from "./written-amounts";

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
