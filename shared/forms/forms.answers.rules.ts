import { type AnyObject, array, mixed, object, type Schema, ValidationError } from "yup";
import { string } from "../kernel/schemas";
import { compareAmounts, fitsCurrency, isAmount, isWithinMax } from "../kernel/money";
import { dayField, idField } from "../kernel/fields";
import { plainInput } from "../kernel/plain-input";
import type { FieldErrors } from "../kernel/problems";
import { type FileCounts, isEmpty, shownFields } from "./forms.conditions.rules";
import type { Answers, Column, FormDefinition, FormField } from "./forms.definition";
import { limits, line, words } from "./forms.schema";

/**
 * One compiler for both sides: a definition becomes a schema, and the schema checks answers. `shape` says what an answer
 * of a kind is at all: that is what drafts keep. `rules` adds what the form wants of it: required, bounds.
 */
type Strictness = "shape" | "rules";

type Asked = Pick<FormField, "kind" | "required" | "choices" | "columns" | "min" | "max" | "currencies">;

/** Numbers and amounts travel as text, so that no decimal is ever lost. */
const decimal = (decimals: number) =>
  string()
    .transform((value, original) => (typeof original === "number" ? String(original) : value))
    .transform((value) => (typeof value === "string" ? value.trim() : value))
    .typeError("field.number")
    .matches(new RegExp(`^-?\\d{1,12}(\\.\\d{1,${decimals}})?$`), {
      message: "field.number",
      excludeEmptyString: true,
    });

function within(schema: ReturnType<typeof decimal>, { min, max }: Pick<Asked, "min" | "max">) {
  return schema.test("bounds", "field.outOfRange", (value) => {
    if (!value || !isAmount(value)) return true;
    return !(min && compareAmounts(value, min) < 0) && !(max && compareAmounts(value, max) > 0);
  });
}

const oneOf = (ids: readonly string[]) =>
  string()
    .transform((value, original) => (typeof original === "string" ? value : Symbol.for("not text")))
    .typeError("field.oneOf")
    .oneOf([...ids, ""], "field.oneOf");

function moneySchema(field: Asked, strictness: Strictness) {
  const free = decimal(3);
  const bound = strictness === "rules" ? within(free, field) : free;
  return object({
    amount: (strictness === "rules" && field.required ? bound.required("field.required") : bound)
      .test("decimals", "finance.tooFine", (amount, { parent }) => {
        // Looked at while the currency is being checked beside it: it may be anything.
        const { currency } = parent as { currency?: unknown };
        return !amount || !isAmount(amount) || typeof currency !== "string" || fitsCurrency(amount, currency);
      })
      .test("largest", "field.amountTooLarge", (amount) => !amount || !isAmount(amount) || isWithinMax(amount)),
    currency: string()
      .transform((value, original) => (typeof original === "string" ? original.toUpperCase() : value))
      .oneOf(field.currencies, "field.oneOf")
      .test("with amount", "field.required", (currency, { parent }) => !isEmpty(currency) || isEmpty(parent)),
  });
}

function rangeSchema(required: boolean) {
  const day = () => (required ? dayField().required("field.required") : dayField());
  return object({ from: day(), to: day() }).test("order", "field.endBeforeStart", (value, context) => {
    if (!value?.from && !value?.to) return true;
    if (!value.from || !value.to) {
      return context.createError({
        path: `${context.path}.${value.from ? "to" : "from"}`,
        message: "field.required",
      });
    }
    return (
      value.from <= value.to || context.createError({ path: `${context.path}.to`, message: "field.endBeforeStart" })
    );
  });
}

function tableSchema(columns: readonly Column[], strictness: Strictness) {
  const row = Object.fromEntries(
    columns.map((column) => [
      column.id,
      schemaOf({ ...column, columns: [], min: "", max: "", currencies: [] }, strictness),
    ]),
  );
  return array(object(row))
    .transform((rows: unknown) =>
      Array.isArray(rows)
        ? rows
            .map(rowOrNone)
            .filter((one) => !isBlank(one, columns))
            .slice(0, limits.rows + 1) // every cell of every row would be checked, however many too many there are
        : rows,
    )
    .max(limits.rows, "field.tooMany");
}

/** Text that reads like a row is none. */
const rowOrNone = (row: unknown): unknown =>
  row === null || (typeof row === "object" && !Array.isArray(row)) ? row : Symbol.for("no row");

/** Nothing stands in any of the columns. */
function isBlank(row: unknown, columns: readonly Column[]): boolean {
  if (row === null) return true;
  if (typeof row !== "object") return false;
  return columns.every(({ id }) => {
    const cell = Object.hasOwn(row, id) ? (row as Answers)[id] : undefined;
    return isEmpty(typeof cell === "string" ? cell.trim() : cell);
  });
}

/** The schema of one field's answer. */
function schemaOf(field: Asked | (Omit<Asked, "kind"> & { kind: Column["kind"] }), strictness: Strictness): Schema {
  const required = strictness === "rules" && field.required;
  const bounded = (schema: ReturnType<typeof decimal>) => (strictness === "rules" ? within(schema, field) : schema);
  const must = (schema: Schema): Schema => (required ? schema.required("field.required") : schema.nullable());
  const some = (schema: ReturnType<typeof tableSchema>) => (required ? schema.min(1, "field.required") : schema);
  const ids = field.choices.map(({ id }) => id);
  switch (field.kind) {
    case "text":
      return must(line(500));
    case "long_text":
      return must(words(5_000));
    case "number":
      return must(bounded(decimal(4)));
    case "money":
      // In a table an amount has no currency of its own.
      return field.currencies.length > 0 ? moneySchema(field, strictness) : must(bounded(decimal(2)));
    case "date":
      return must(dayField());
    case "date_range":
      return rangeSchema(required);
    case "choice":
      return must(oneOf(ids));
    case "choices":
      return some(
        array(oneOf(ids).required("field.oneOf"))
          .transform((given: unknown) => (Array.isArray(given) ? given.slice(0, limits.choices + 1) : given))
          .max(limits.choices, "field.tooMany") as never,
      ).required("field.required");
    case "user":
      return must(idField("user"));
    case "department":
      return must(idField("department"));
    case "table":
      return some(tableSchema(field.columns, strictness)).required("field.required");
    default:
      return mixed();
  }
}

/** What is given for kinds that a schema can't do without. */
const blank = (kind: FormField["kind"]): unknown =>
  kind === "choices" || kind === "table" ? [] : kind === "date_range" || kind === "money" ? {} : undefined;

const isAnswered = (field: FormField) => !["heading", "hint", "file"].includes(field.kind);

/** A definition as a schema of the fields that are asked. */
export function compileForm(fields: readonly FormField[], strictness: Strictness) {
  return object(
    Object.fromEntries(fields.filter(isAnswered).map((field) => [field.id, schemaOf(field, strictness)])),
  ) as Schema<Answers, AnyObject>;
}

const plain = (given: unknown): Answers =>
  typeof given === "object" && given !== null && !Array.isArray(given) ? (given as Answers) : {};

/** Where in the code an answer was refused is of no use to anybody. */
const casting = { stripUnknown: true, disableStackTrace: true } as const;

/** An answer of the field's shape, or undefined for what is none. Defaults are answers too. */
export function castAnswer(field: FormField, given: unknown): unknown {
  if (!isAnswered(field) || isEmpty(given)) return undefined;
  try {
    const cast: unknown = schemaOf(field, "shape").validateSync(plainInput(given), casting);
    return isEmpty(cast) ? undefined : cast;
  } catch (error) {
    if (error instanceof ValidationError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** What a draft keeps: everything that is an answer at all, also of fields that are hidden just now. */
export function draftAnswers({ fields }: Pick<FormDefinition, "fields">, given: unknown): Answers {
  const raw = plain(given);
  return Object.fromEntries(
    fields.flatMap((field) => {
      const cast = castAnswer(field, own(raw, field.id));
      return cast === undefined ? [] : [[field.id, cast]];
    }),
  );
}

/** Answers come from outside: what they inherit is no answer. */
const own = (raw: Answers, id: string): unknown => (Object.hasOwn(raw, id) ? raw[id] : undefined);

export interface CheckedAnswers {
  /** Of shown fields only: what is hidden is dropped. */
  answers: Answers;
  /** By path: `f1`, `f1.amount`, `f1.0.k2`. */
  errors: FieldErrors;
  shown: Set<string>;
}

/** What would be sent, and everything that stands against it. */
export function checkAnswers(
  definition: Pick<FormDefinition, "fields">,
  given: unknown,
  files: FileCounts = {},
): CheckedAnswers {
  const raw = plain(given);
  const shown = shownFields(definition, draftAnswers(definition, raw), files);
  const asked = definition.fields.filter((field) => shown.has(field.id));
  const input = Object.fromEntries(
    asked.filter(isAnswered).map((field) => [field.id, own(raw, field.id) ?? blank(field.kind)]),
  );
  const errors = errorsOf(compileForm(asked, "rules"), input);
  for (const { kind, required, id } of asked) {
    if (kind === "file" && required && !files[id]) errors[id] = ["field.required"];
    if (kind === "file" && (files[id] ?? 0) > limits.files) errors[id] = ["field.tooMany"];
  }
  return { answers: draftAnswers({ fields: asked }, raw), errors, shown };
}

function errorsOf(schema: Schema, input: unknown): FieldErrors {
  try {
    schema.validateSync(plainInput(input), { ...casting, abortEarly: false });
    return {};
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const errors: FieldErrors = {};
    for (const { path, errors: said } of error.inner.length > 0 ? error.inner : [error]) {
      const name = (path ?? "").replace(/\[(\d+)\]/g, ".$1");
      errors[name] = [...new Set([...(errors[name] ?? []), ...said])];
    }
    return errors;
  }
}

/** What stands in an empty form. */
export function startingAnswers({ fields }: Pick<FormDefinition, "fields">): Answers {
  return draftAnswers({ fields }, Object.fromEntries(fields.map((field) => [field.id, field.default])));
}
