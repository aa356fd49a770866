import type { AnyObjectSchema } from "yup";
import { amountOf, type Signs } from "./typed-amount";

interface Part {
  type: string;
  fields?: Record<string, unknown>;
  innerType?: unknown;
}

/**
 * What was typed into number fields, in the digits and signs of any of our languages, as the server reads numbers. What
 * is no number stays as it is: the schema says so. All other fields are left alone.
 */
export const understood = <Values>(schema: AnyObjectSchema, values: Values, signs: Signs): Values =>
  within(schema as unknown as Part, values, signs) as Values;

function within(part: Part | undefined, value: unknown, signs: Signs): unknown {
  if (part?.type === "number" && typeof value === "string")
    return value.trim() === "" ? value : (amountOf(value, signs) ?? value);
  if (part?.type === "array" && Array.isArray(value)) {
    return value.map((each) => within(part.innerType as Part | undefined, each, signs));
  }
  if (part?.type !== "object" || value === null || typeof value !== "object" || Array.isArray(value)) return value;
  const fields = part.fields ?? {};
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, within(fields[name] as Part | undefined, each, signs)]),
  );
}
