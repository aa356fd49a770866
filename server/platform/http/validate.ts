import { type AnyObjectSchema, type InferType, ValidationError } from "yup";
import { plainInput } from "../../../shared/kernel/plain-input";
import { type FieldErrors, Problem } from "../../../shared/kernel/problems";

/** How deep a body may nest before it is refused unread: validators recurse. */
const deepest = 12;

/** Nobody reads where a refusal of the schema was made, and to write it down costs more than the check itself. */
const options = { stripUnknown: true, disableStackTrace: true } as const;

/**
 * Casts and checks input against a schema of the contract; unknown fields are dropped.
 * @throws Problem 422 with every field that is wrong, 400 when it nests too deeply.
 */
export function validate<S extends AnyObjectSchema>(schema: S, input: unknown): InferType<S> {
  const value = input ?? {};
  if (typeof value !== "object" || Array.isArray(value)) throw new Problem("request.malformed");
  if (deeperThan(value, deepest)) throw new Problem("request.tooDeep");
  try {
    return schema.validateSync(plainInput(value), { ...options, abortEarly: false });
  } catch (error) {
    if (error instanceof ValidationError) throw new Problem("request.invalid", { errors: errorsOf(error) });
    throw error;
  }
}

/** @throws Problem 404: what is no id can't exist. */
export function validateParams<S extends AnyObjectSchema>(schema: S, input: unknown): InferType<S> {
  try {
    return schema.validateSync(input, options);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw new Problem("notFound");
  }
}

function errorsOf(error: ValidationError): FieldErrors {
  const errors: FieldErrors = {};
  for (const one of error.inner.length > 0 ? error.inner : [error]) {
    const field = (one.path ?? "").replace(/\[(\d+)\]/g, ".$1").replace(/^\./, "");
    const texts = (errors[field] ??= []);
    for (const message of one.errors) if (!texts.includes(message)) texts.push(message);
  }
  return errors;
}

function deeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => deeperThan(inner, depth - 1));
}
