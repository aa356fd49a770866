import * as yup from "yup";
import { insertMessageValues } from "./text/message-values";

/**
 * Scalars for all schemas. Yup's built-in scalars convert values with `toString()`, which throws for input such as `{"toString": ""}`.
 * These scalars cast primitives only and leave other values to the type check. A lint rule forbids yup's built-in scalars.
 */

interface NumberRange {
  min?: number | string | null;
  max?: number | string | null;
}

/** Larger maxima only protect the database and are omitted from messages. */
const largestSaid = 1e12;
/** Between these bounds, numbers are years, which are written without digit grouping. */
const [firstYear, lastYear] = [1900, 2999];

/** Message for a number outside its range, with the bounds as values. */
export function rangeMessage({ min, max }: NumberRange): string {
  if (Number(min) >= firstYear && Number(max) <= lastYear)
    return insertMessageValues("field.yearBetween", { from_year: Number(min), to_year: Number(max) });
  const most = max != null && Number(max) < largestSaid ? max : null;
  if (min != null && most !== null) return insertMessageValues("field.between", { min, max: most });
  if (most !== null) return insertMessageValues("field.atMost", { max: most });
  return min == null ? "field.number" : insertMessageValues("field.atLeast", { min });
}

const kinds: Record<string, string> = { boolean: "field.boolean", number: "field.number", array: "field.list" };

yup.setLocale({
  mixed: {
    default: "field.invalid",
    required: "field.required",
    defined: "field.required",
    notNull: "field.required",
    oneOf: "field.oneOf",
    notType: ({ type }) => kinds[type] ?? "field.text",
  },
  string: { min: "field.tooShort", max: "field.tooLong", matches: "field.invalid" },
  number: { min: rangeMessage, max: rangeMessage, integer: "field.wholeNumber" },
  array: { min: "field.required", max: "field.tooMany" },
});

/** Decimals in Latin digits, without exponents and thousands separators. */
const decimalText = /^-?\d{1,16}(\.\d{1,12})?$/;

function toNumber(value: unknown): unknown {
  if (typeof value === "string") return decimalText.test(value.trim()) ? Number(value) : Number.NaN;
  return typeof value === "number" || value === null || value === undefined ? value : Number.NaN;
}

function toText(value: unknown): unknown {
  return typeof value === "number" || typeof value === "boolean" ? String(value) : value;
}

function toBoolean(value: unknown): unknown {
  if (typeof value !== "string" && typeof value !== "number") return value;
  const text = String(value).toLowerCase();
  if (text === "true" || text === "1") return true;
  return text === "false" || text === "0" ? false : value;
}

function castBy<S extends yup.Schema>(schema: S, cast: (value: unknown) => unknown): S {
  schema.transforms = [(value, _original, { spec }) => (spec.coerce ? cast(value) : value)];
  return schema;
}

/**
 * Truncates text slightly beyond its maximum before the checks run. Yup runs all checks even if the length check fails, and a regular
 * expression on 100,000 characters could block the process for seconds.
 */
class Text extends yup.StringSchema {
  override max(most: Parameters<yup.StringSchema["max"]>[0], message?: Parameters<yup.StringSchema["max"]>[1]): this {
    const limited = super.max(most, message);
    Object.assign(limited.spec, { most });
    return limited;
  }

  protected override _cast(raw: unknown, options: yup.CastOptions): unknown {
    const text: unknown = super._cast(raw, options);
    const { most } = this.spec as { most?: unknown };
    if (typeof text !== "string" || typeof most !== "number" || text.length <= most) return text;
    const halved = /[\ud800-\udbff]/.test(text.charAt(most));
    return text.slice(0, most + (halved ? 2 : 1));
  }
}

export const number = () => castBy(yup.number(), toNumber);
export const string = () => castBy<yup.StringSchema>(new Text(), toText);
export const boolean = () => castBy(yup.boolean(), toBoolean);
