import { array, object, type ObjectShape } from "yup";
import { amountField } from "../finance/finance.schema";
import { lineField, textField } from "../kernel/fields";
import { compareAmounts, isAmount } from "../kernel/money";
import { number, string } from "../kernel/schemas";

/** `title` is taken for `name` where a caller sends it. */
export const namedObject = <Shape extends ObjectShape>(shape: Shape) =>
  object(shape).transform((value: unknown, original: unknown) => {
    const sent = original as { name?: unknown; title?: unknown } | null | undefined;
    if (typeof value !== "object" || value === null || !sent || sent.name !== undefined || sent.title === undefined)
      return value;
    return { ...value, name: sent.title };
  });

/** A line that may be cleared. */
export const clearedLine = (max: number) =>
  lineField(max)
    .transform((value) => (value === "" ? null : value))
    .nullable();

/** A time of day such as 08:30. Empty text means none. */
export const clockField = () =>
  textField(5)
    .transform((value) => (value === "" ? null : value))
    .nullable()
    .test("clock", "field.time", (value) => value == null || /^([01]\d|2[0-3]):[0-5]\d$/.test(value));

/** Days of the week as ISO counts them, Monday is 1. */
export const weekdayList = () =>
  array(
    number()
      .typeError("field.number")
      .integer("field.wholeNumber")
      .min(1, "field.outOfRange")
      .max(7, "field.outOfRange")
      .required("field.required"),
  )
    .typeError("field.list")
    .min(1, "field.required")
    .max(7, "field.tooMany")
    .transform((days: unknown) => (Array.isArray(days) ? [...new Set(days)] : days));

/** Short texts. */
export const lineList = (count: number, length: number) =>
  array(lineField(length).required("field.required")).typeError("field.list").max(count, "field.tooMany");

/** `1` and `true` in an address. */
export const flagField = () => string().oneOf(["1", "true", "0", "false"], "field.boolean");
export const isSet = (flag: string | undefined): boolean => flag === "1" || flag === "true";

/** What an hour costs, at most a million. Empty text means that nothing is counted. */
export const rateField = () =>
  amountField().test(
    "largestRate",
    "field.outOfRange",
    (value) => value == null || !isAmount(value) || compareAmounts(value, "1000000") <= 0,
  );
