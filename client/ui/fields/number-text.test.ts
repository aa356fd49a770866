import fc from "fast-check";
import { zeroCodePoints } from "../../../shared/kernel/digits";
import { languageCodes } from "../../../shared/kernel/languages";
import { currencyCodes, compareAmounts, decimalsOf } from "../../../shared/kernel/money";
import { readTypedNumber } from "../../../shared/kernel/typed-numbers";
import { formatsOf } from "../../platform/intl/formats";
import { numberText, questionedNumberText, withoutShownGroups } from "./number-text";

const languages = fc.constantFrom(...languageCodes);
const valueWith = (decimals: number) =>
  fc
    .tuple(
      fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 999_999_999_999 })),
      fc.string({ unit: fc.constantFrom(..."0123456789"), maxLength: decimals }),
      fc.boolean(),
    )
    .map(([whole, fraction, isNegative]) => `${isNegative ? "-" : ""}${whole}${fraction && `.${fraction}`}`);

/** The same text typed on a keyboard with other digits. */
const withDigits = (text: string, zero: number) =>
  text.replace(/[0-9\u0660-\u0669]/g, (digit) =>
    String.fromCodePoint(zero + ((digit.codePointAt(0) as number) % 0x10)),
  );
const digits = fc.constantFrom(0x30, ...zeroCodePoints);

const kinds = fc.oneof(
  fc
    .constantFrom(...currencyCodes)
    .map((currency) => ({ least: decimalsOf(currency), decimals: decimalsOf(currency) })),
  fc.constantFrom(...currencyCodes).map((currency) => ({ least: decimalsOf(currency), decimals: 6 })),
  fc.constantFrom({ least: 0, decimals: 8, isMostlySmall: true }, { least: 0, decimals: 0 }, { least: 0, decimals: 3 }),
);

test("the text that a field shows is read as the same number in any digits", () => {
  fc.assert(
    fc.property(
      kinds.chain((kind) => fc.tuple(fc.constant(kind), valueWith(kind.decimals))),
      languages,
      digits,
      ([{ least, ...rules }, value], language, zero) => {
        const formats = formatsOf(language);
        const reading = readTypedNumber(
          withDigits(numberText(value, least, rules, formats), zero),
          formats.signs,
          rules,
        );
        expect(reading.kind).toBe("number");
        expect(compareAmounts(reading.kind === "number" ? reading.value : "", value)).toBe(0);
      },
    ),
    { numRuns: 2_000 },
  );
});

test("amounts have group signs, prices and rates only if they can't be misread", () => {
  const german = formatsOf("de");
  expect(numberText("1234", 2, { decimals: 2 }, german)).toBe("1.234,00");
  expect(numberText("1234", 0, { decimals: 0 }, german)).toBe("1.234");
  expect(numberText("1234", 0, { decimals: 6 }, german)).toBe("1234");
  expect(numberText("1.459000", 2, { decimals: 6 }, german)).toBe("1,459");
  expect(numberText("1083", 0, { decimals: 8, isMostlySmall: true }, formatsOf("en"))).toBe("1083");
});

test("the readings in a question differ by more than their sign", () => {
  expect(["1234", "1.234"].map((value) => questionedNumberText(value, 2, formatsOf("de")))).toEqual([
    "1.234,00",
    "1,234",
  ]);
});

test("deleting digits of a grouped number removes its group signs", () => {
  const { signs } = formatsOf("en");
  expect(withoutShownGroups("1,234.50", "1,23", signs)).toBe("123");
  expect(withoutShownGroups("1,234.50", "1,24.50", signs)).toBe("124.50");
  expect(withoutShownGroups("1,234.50", "1,9234.50", signs)).toBe("19234.50");
  expect(withoutShownGroups("1,234.50", "7,5", signs)).toBe("7,5");
  expect(withoutShownGroups("12.50", "1,5", signs)).toBe("1,5");
});
