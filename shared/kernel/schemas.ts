import * as yup from "yup";

/**
 * The scalars of every schema. Yup's own ask a value for its text (`parseFloat(value)`, `value.toString()`), and a value
 * from outside may answer anything: `{"toString": ""}` throws where it should be refused. These look at primitives
 * only, and leave everything else to the check of the type. A lint rule keeps yup's own out of the code.
 */

const kinds: Record<string, string> = { boolean: "field.boolean", number: "field.number", array: "field.list" };

// What a schema doesn't word itself: yup's own texts would reach people, in English. Set before any schema is made.
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
  number: { min: "field.outOfRange", max: "field.outOfRange", integer: "field.wholeNumber" },
  array: { min: "field.required", max: "field.tooMany" },
});

/** Digits as programs write them: no exponents, no signs of thousands, no digits of other scripts. */
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

/** What the schema does to a value before everything else, in place of what yup would do. */
function castBy<S extends yup.Schema>(schema: S, cast: (value: unknown) => unknown): S {
  schema.transforms = [(value, _original, { spec }) => (spec.coerce ? cast(value) : value)];
  return schema;
}

/**
 * Text of which no more is looked at than it may have: every check runs whatever the others say, and what looks for a shape in a
 * hundred thousand letters may take seconds, in which nobody else is answered. What is left is too long all the same.
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
