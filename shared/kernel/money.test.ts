import { assert, bigInt, constantFrom, property, string } from "fast-check";
import {
  compareAmounts,
  convertMoney,
  currencyCodes,
  currencyOf,
  decimalsOf,
  fitsCurrency,
  isAmount,
  isWithinMax,
  minusMoney,
  moneyForMinutes,
  negateMoney,
  shareOf,
  sumOfMoney,
  timesMoney,
  toMoney,
} from "./money";

/**
 * Formats an integer number of a currency's smallest units as an amount. Serves as a reference model that is independent of the
 * implementation.
 */
const parts = (digits = 15n) => bigInt({ min: -(10n ** digits), max: 10n ** digits });
const currency = () => constantFrom(...currencyCodes);

function text(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  return `${value < 0n ? "-" : ""}${whole}${decimals ? `.${digits.slice(-decimals)}` : ""}`;
}

/** Divides and rounds half away from zero, with integers only. */
function divideHalfUp(value: bigint, by: bigint): bigint {
  const magnitude = value < 0n ? -value : value;
  const rounded = (magnitude * 2n + by) / (by * 2n);
  return value < 0n ? -rounded : rounded;
}

test("currency codes ignore case, and decimalsOf returns each currency's decimals", () => {
  expect(["JPY", "usd", "KWD", "iqd"].map(decimalsOf)).toEqual([0, 2, 3, 0]);
  expect(currencyOf("eur")).toBe("EUR");
  expect([currencyOf("doubloon"), currencyOf("toString"), currencyOf("")]).toEqual([null, null, null]);
});

test.each([
  ["0.005", "USD", "0.01"],
  ["-0.005", "USD", "-0.01"],
  ["0.0049", "USD", "0.00"],
  ["-0.004", "USD", "0.00"],
  ["1.5", "JPY", "2"],
  ["2.5", "JPY", "3"],
  ["1.0005", "KWD", "1.001"],
  ["1.005", "EUR", "1.01"],
  ["", "EUR", "0.00"],
  [null, "KWD", "0.000"],
  [undefined, "JPY", "0"],
  ["1250.5", "USD", "1250.50"],
])("toMoney formats %s %s as %s", (amount, code, expected) => expect(toMoney(amount, code)).toBe(expected));

test.each(["1e3", "1,5", "١٢", "--1", "1.", ".5", "Infinity", "NaN", "0x10"])(
  "isAmount rejects %s, and toMoney throws for it",
  (no) => {
    expect(isAmount(no)).toBe(false);
    expect(() => toMoney(no, "USD")).toThrow(RangeError);
  },
);

test("toMoney rounds half up for every amount and currency", () => {
  assert(
    property(parts(), currency(), (value, code) => {
      const decimals = decimalsOf(code);
      expect(toMoney(text(value, 6), code)).toBe(text(divideHalfUp(value, 10n ** BigInt(6 - decimals)), decimals));
    }),
  );
});

test("products and conversions round only the result", () => {
  assert(
    property(parts(12n), bigInt({ min: 0n, max: 10n ** 12n }), currency(), (amount, rate, code) => {
      const decimals = decimalsOf(code);
      const expected = text(divideHalfUp(amount * rate, 10n ** BigInt(3 + 8 - decimals)), decimals);
      expect(timesMoney(text(amount, 3), text(rate, 8), code)).toBe(expected);
      expect(convertMoney(text(amount, 3), text(rate, 8), code)).toBe(expected);
    }),
  );
});

test("sums and differences match integer arithmetic", () => {
  assert(
    property(parts(), parts(), currency(), (a, b, code) => {
      const decimals = decimalsOf(code);
      const [one, other] = [text(a, decimals), text(b, decimals)];
      expect(sumOfMoney([one, other], code)).toBe(text(a + b, decimals));
      expect(minusMoney(one, other, code)).toBe(text(a - b, decimals));
      expect(sumOfMoney([minusMoney(one, other, code), other], code)).toBe(text(a, decimals));
      expect(negateMoney(one, code)).toBe(text(-a, decimals));
      expect(Math.sign(compareAmounts(one, other))).toBe(a < b ? -1 : a > b ? 1 : 0);
    }),
  );
});

test("compareAmounts is exact, regardless of the number of decimals", () => {
  expect(compareAmounts("10", "9.99")).toBe(1);
  expect(compareAmounts("10.00", "10")).toBe(0);
  expect(compareAmounts("-1", "0.5")).toBe(-1);
  expect(compareAmounts("9007199254740993.01", "9007199254740993.02")).toBe(-1);
  expect([fitsCurrency("1.50", "JPY"), fitsCurrency("1.00", "JPY"), fitsCurrency("1.005", "KWD")]).toEqual([
    false,
    true,
    true,
  ]);
});

test("toMoney accepts valid amounts and throws for any other text", () => {
  assert(
    property(string(), (typed) => {
      if (isAmount(typed)) expect(toMoney(toMoney(typed, "KWD"), "KWD")).toBe(toMoney(typed, "KWD"));
      else if (typed.trim() && !isAmount(typed.trim())) expect(() => toMoney(typed, "KWD")).toThrow();
    }),
  );
});

test("isWithinMax accepts amounts up to 999,999,999,999", () => {
  expect(["999999999999", "-999999999999.00", "999999999999.01", "1000000000000"].map(isWithinMax)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(isAmount("1000000000000")).toBe(false);
  const huge = timesMoney("999999999999.99", "1000000", "USD");
  expect(huge).toBe("999999999999990000.00");
  expect(convertMoney(sumOfMoney([huge, huge], "USD"), "999999999.99999999", "EUR")).toMatch(/^\d{27,}\.\d\d$/);
});

test("moneyForMinutes rounds once, to the currency's smallest unit", () => {
  expect(["USD", "IQD", "KWD", ""].map((code) => moneyForMinutes("0.1", 61, code))).toEqual([
    "0.10",
    "0",
    "0.102",
    "0.10",
  ]);
  expect([moneyForMinutes("100", 20, "USD"), moneyForMinutes("0.30", 1, "USD")]).toEqual(["33.33", "0.01"]);
  expect(moneyForMinutes("1000000", 366 * 1440, "USD")).toBe("8784000000.00");
});

test("shareOf returns an integer from 0 to 1000", () => {
  expect([shareOf("1", "3"), shareOf("5", "0"), shareOf("9", "3"), shareOf("-1", "3")]).toEqual([333, 0, 1000, 0]);
});
