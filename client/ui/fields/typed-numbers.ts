import type { AnyObjectSchema } from "yup";
import { parseAmount, type NumberSeparators } from "../../../shared/kernel/written-amounts";

interface Part {
  type: string;
  fields?: Record<string, unknown>;
  innerType?: unknown;
}

/**
 * Converts the text of number fields, in the digits and separators of any supported language, to the server's format. Invalid numbers stay
 * unchanged, so that the schema rejects them. Other fields aren't changed.
 */
export const parseTypedNumbers = <Values>(schema: AnyObjectSchema, values: Values, signs: NumberSeparators): Values =>
  parsePart(schema as unknown as Part, values, signs) as Values;

function parsePart(part: Part | undefined, value: unknown, signs: NumberSeparators): unknown {
  if (part?.type === "number" && typeof value === "string")
    return value.trim() === "" ? value : (parseAmount(value, signs) ?? value);
  if (part?.type === "array" && Array.isArray(value)) {
    return value.map((each) => parsePart(part.innerType as Part | undefined, each, signs));
  }
  if (part?.type !== "object" || value === null || typeof value !== "object" || Array.isArray(value)) return value;
  const fields = part.fields ?? {};
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, parsePart(fields[name] as Part | undefined, each, signs)]),
  );
}
