import { type AnyObjectSchema, type InferType, ValidationError } from "yup";
import { plainInput } from "../../../shared/kernel/plain-input";
import { type FieldErrors, Problem } from "../../../shared/kernel/problems";

/** Stack traces of validation errors aren't used and cost more than the validation itself. */
const options = { stripUnknown: true, disableStackTrace: true } as const;

/**
 * Casts and validates input against a contract schema; unknown fields are dropped. Parsers have checked its depth and number of values.
 * @throws Problem 422 with every invalid field; 400 when the input isn't an object.
 */
export function validateInput<S extends AnyObjectSchema>(schema: S, input: unknown): InferType<S> {
  const value = input ?? {};
  if (typeof value !== "object" || Array.isArray(value)) throw new Problem("request.malformed");
  try {
    return schema.validateSync(truncateLists(listLimitsOf(schema), plainInput(value)), {
      ...options,
      abortEarly: false,
    });
  } catch (error) {
    if (error instanceof ValidationError) throw new Problem("request.invalid", { errors: errorsOf(error) });
    throw error;
  }
}

/** @throws Problem 404: a record with an invalid id can't exist. */
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

interface Lists {
  most?: number;
  each?: Lists;
  fields?: [name: string, lists: Lists][];
}

interface Described {
  innerType?: Described | Described[];
  fields?: Record<string, Described>;
  tests?: { name?: string; params?: { max?: unknown } }[];
}

const cache = new WeakMap<AnyObjectSchema, Lists>();

function listLimitsOf(schema: AnyObjectSchema): Lists {
  const lists = cache.get(schema) ?? listsIn(schema.describe() as Described);
  cache.set(schema, lists);
  return lists;
}

function listsIn({ innerType, fields, tests = [] }: Described): Lists {
  const max = tests.find(({ name }) => name === "max")?.params?.max;
  return {
    ...(innerType &&
      !Array.isArray(innerType) && { each: listsIn(innerType), ...(typeof max === "number" && { most: max }) }),
    ...(fields && { fields: Object.entries(fields).map(([name, field]) => [name, listsIn(field)]) }),
  };
}

/**
 * Truncates lists to one item more than allowed, which still fails validation. Validating all items of a list of 19,000 empty objects
 * blocked the event loop for a second.
 */
function truncateLists({ most = Number.POSITIVE_INFINITY, each, fields }: Lists, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return each ? value.slice(0, most + 1).map((one) => truncateLists(each, one)) : value;
  if (!fields) return value;
  const within = value as Record<string, unknown>;
  const lists = fields.flatMap(([name, inner]) =>
    Object.hasOwn(within, name) ? [[name, truncateLists(inner, within[name])]] : [],
  );
  return { ...within, ...Object.fromEntries(lists) };
}
