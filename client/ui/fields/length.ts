import type { AnyObjectSchema, Schema } from "yup";
import { reach } from "yup";
import { useFormat, useText } from "../../platform/intl/useText";

/** Ignores spaces at the ends, which aren't sent. */
export const isTooLong = (typed: string, max: number): boolean => typed.trim().length > max;

/**
 * Returns a function for the error of a text above its limit, with both numbers. Fields don't use `maxLength`, because it silently cuts off
 * pasted text.
 */
export function useLengthError(): (typed: string, max: number) => string | undefined {
  const text = useText();
  const { number } = useFormat();
  return (typed, max) =>
    isTooLong(typed, max)
      ? text("field.tooLongBy", { count: number(typed.trim().length), max: number(max) })
      : undefined;
}

const limitsBySchema = new WeakMap<AnyObjectSchema, Map<string, number | null>>();

/** Limit of a text field of the schema; null if it has none. */
export function maxLengthOf(schema: AnyObjectSchema, path: string): number | null {
  const limits = limitsBySchema.get(schema) ?? new Map<string, number | null>();
  limitsBySchema.set(schema, limits);
  let limit = limits.get(path);
  if (limit === undefined) {
    limit = readLimit(schema, path);
    limits.set(path, limit);
  }
  return limit;
}

function readLimit(schema: AnyObjectSchema, path: string): number | null {
  try {
    const { type, tests } = (reach(schema, path) as Schema).describe() as {
      type: string;
      tests?: { name?: string; params?: Record<string, unknown> }[];
    };
    const max = type === "string" ? tests?.find(({ name }) => name === "max")?.params?.max : null;
    return typeof max === "number" ? max : null;
  } catch {
    return null; // a path that the schema doesn't have
  }
}
