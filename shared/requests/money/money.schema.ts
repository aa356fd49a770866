import { object } from "yup";
import { dayField, lineField, wholeNumber } from "../../kernel/fields";
import { currencyCodes, currencyOf, isAmount, isDecimal, isWithinMax } from "../../kernel/money";
import { string } from "../../kernel/schemas";
import { insertMessageValues } from "../../kernel/text/message-values";

/** Numbers are accepted as text. */
export const numberAsText = (value: unknown) => (typeof value === "number" ? String(value) : value);

/** A non-negative decimal as text; numbers are accepted too. Empty text becomes null. */
export const amountField = (decimals = 4) =>
  signedAmountField(decimals).test(
    "negative",
    "field.notNegative",
    (value) => value == null || !isDecimal(value) || !/^-.*[1-9]/.test(value),
  );

export const signedAmountField = (decimals: number) =>
  string()
    .transform((_, original) => {
      const text = numberAsText(original);
      if (text === null || text === undefined) return text;
      if (typeof text !== "string") return Symbol.for("no amount");
      return text.trim() === "" ? null : text.trim();
    })
    .typeError("field.number")
    .test("amount", "field.number", (value) => value == null || isDecimal(value))
    .test("largest", "field.amountTooLarge", (value) => value == null || !isDecimal(value) || isWithinMax(value))
    .test(
      "digits",
      insertMessageValues("field.decimals", { most: decimals }),
      (value) =>
        value == null ||
        !isDecimal(value) ||
        !isWithinMax(value) ||
        (isAmount(value) && (value.split(".")[1] ?? "").length <= decimals),
    )
    .nullable();

/** The external specification uses `usd`; currencies are stored and returned in upper case. */
export const currencyField = () =>
  string()
    .transform((_, original: unknown) => {
      if (original === undefined || original === null || original === "") return undefined;
      return typeof original === "string" ? (currencyOf(original) ?? original) : Symbol.for("no currency");
    })
    .typeError("field.oneOf")
    .oneOf([...currencyCodes], "field.oneOf");

/** Last day of the period in which goods or services were supplied. */
export const serviceToField = () =>
  dayField().test("order", "field.endBeforeStart", (to, { parent }) => {
    const from: unknown = parent.service_from;
    return to == null || typeof from !== "string" || from <= to;
  });

export const paySchema = object({
  version: wholeNumber(1, 2_000_000_000),
  date: dayField(),
  reference: lineField(100).required("field.required"),
});
