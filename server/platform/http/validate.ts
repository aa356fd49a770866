import { type AnyObjectSchema, type InferType, ValidationError } from "yup";
import { plainInput } from "../../../shared/kernel/plain-input";
import { type FieldErrors, Problem } from "../../../shared/kernel/problems";

/** How deep a body may nest before it is refused unread: validators recurse. */
const deepest = 12;
/**
 * How many values may be in it: schemas look at each of a list before they find that there are too many, and at each name before they leave
 * it out. No screen sends a tenth of it.
 */
export const mostValues = 20_000;

/** Nobody reads where a refusal of the schema was made, and to write it down costs more than the check itself. */
const options = { stripUnknown: true, disableStackTrace: true } as const;

/**
 * Casts and checks input against a schema of the contract; unknown fields are dropped.
 * @throws Problem 422 with every field that is wrong, 400 when it nests too deeply, 413 when there is too much in it.
 */
export function validate<S extends AnyObjectSchema>(schema: S, input: unknown): InferType<S> {
  const value = input ?? {};
  if (typeof value !== "object" || Array.isArray(value)) throw new Problem("request.malformed");
  if (deeperThan(value, deepest)) throw new Problem("request.tooDeep");
  if (countUpTo(mostValues, value) > mostValues) throw new Problem("request.tooLarge");
  try {
    return schema.validateSync(cut(listsOf(schema), plainInput(value)), { ...options, abortEarly: false });
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

/** Where in an input lists are, and how long each may be. */
interface Lists {
  most?: number;
  each?: Lists;
  fields?: [name: string, lists: Lists][];
}

interface Described {
  innerType?: Described;
  fields?: object;
  tests?: { OPTIONS?: { name?: string; params?: { max?: unknown } } }[];
}

const known = new WeakMap<object, Lists>();

function listsOf(schema: Described): Lists {
  const before = known.get(schema);
  if (before) return before;
  const max = schema.tests?.find(({ OPTIONS }) => OPTIONS?.name === "max")?.OPTIONS?.params?.max;
  const fields = Object.entries<Described>({ ...schema.fields }).map(([name, field]): [string, Lists] => [
    name,
    listsOf(field),
  ]);
  const lists: Lists = {
    ...(schema.innerType && { each: listsOf(schema.innerType), ...(typeof max === "number" && { most: max }) }),
    ...(fields.length > 0 && { fields }),
  };
  known.set(schema, lists);
  return lists;
}

/**
 * Of a list no more is looked at than it may have, and one more: what is too long is too long all the same. Every check of every one
 * of 19,000 empty objects took a second, in which nobody else was answered.
 */
function cut({ most = Number.POSITIVE_INFINITY, each, fields }: Lists, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return each ? value.slice(0, most + 1).map((one) => cut(each, one)) : value;
  if (!fields) return value;
  const within = value as Record<string, unknown>;
  const lists = fields.flatMap(([name, inner]) =>
    Object.hasOwn(within, name) ? [[name, cut(inner, within[name])]] : [],
  );
  return { ...within, ...Object.fromEntries(lists) };
}

function deeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => deeperThan(inner, depth - 1));
}

/** The values in it; once there are more than `most`, how many more isn't looked at. */
export function countUpTo(most: number, value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  let count = 1;
  for (const inner of Object.values(value)) {
    count += countUpTo(most - count, inner);
    if (count > most) break;
  }
  return count;
}
