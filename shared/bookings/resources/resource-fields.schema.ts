import { array, object, type ObjectShape } from "yup";
import { amountField } from "../../requests/money/money.schema";
import { lineField, textField } from "../../kernel/fields";
import { compareAmounts, isAmount } from "../../kernel/money";
import { number, string, rangeMessage } from "../../kernel/schemas";

/** An object schema that accepts `title` as an alias of `name`. */
export const namedObject = <Shape extends ObjectShape>(shape: Shape) =>
  object(shape).transform((value: unknown, original: unknown) => {
    const sent = original as { name?: unknown; title?: unknown } | null | undefined;
    if (typeof value !== "object" || value === null || !sent || sent.name !== undefined || sent.title === undefined)
      return value;
    return { ...value, name: sent.title };
  });

export const clearableLine = (max: number) =>
  lineField(max)
    .transform((value) => (value === "" ? null : value))
    .nullable();

const isTimeOfDay = (value: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(value);
const endOfDay = "24:00";

/** A time of day such as 08:30. Empty text becomes null. */
export const clockField = () =>
  textField(5)
    .transform((value) => (value === "" ? null : value))
    .nullable()
    .test("clock", "field.time", (value) => value == null || isTimeOfDay(value));

/** A closing time of day. 24:00 is midnight at the end of the day, and 00:00 is converted to 24:00. */
export const closingTimeField = () =>
  textField(5)
    .transform((value) => (value === "" ? null : value === "00:00" ? endOfDay : value))
    .nullable()
    .test("clock", "field.time", (value) => value == null || value === endOfDay || isTimeOfDay(value));

/** A list of ISO weekdays; 1 is Monday. */
export const weekdayList = () =>
  array(number().typeError("field.number").integer("field.wholeNumber").min(1).max(7).required("field.required"))
    .typeError("field.list")
    .min(1, "field.required")
    .max(7, "field.tooMany")
    .transform((days: unknown) => (Array.isArray(days) ? [...new Set(days)] : days));

export const shortTextList = (count: number, length: number) =>
  array(lineField(length).required("field.required")).typeError("field.list").max(count, "field.tooMany");

/** Boolean query parameter; `1` and `true` mean true. */
export const flagField = () => string().oneOf(["1", "true", "0", "false"], "field.boolean");
export const isFlagSet = (flag: string | undefined): boolean => flag === "1" || flag === "true";

/** Price per hour, at most 1,000,000. Empty text means that costs are not tracked. */
export const rateField = () =>
  amountField().test(
    "largestRate",
    rangeMessage({ max: 1_000_000 }),
    (value) => value == null || !isAmount(value) || compareAmounts(value, "1000000") <= 0,
  );
