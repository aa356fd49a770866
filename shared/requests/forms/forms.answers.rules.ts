import { type AnyObject, array, mixed, object, type Schema, ValidationError } from "yup";
import { string, rangeMessage } from "../../kernel/schemas";
import { compareAmounts, fitsCurrency, isAmount, isWithinMax } from "../../kernel/money";
import { dayField, idField } from "../../kernel/fields";
import { plainInput } from "../../kernel/plain-input";
import type { FieldErrors } from "../../kernel/problems";
import { type FileCounts, isAnswerEmpty, shownFields } from "./forms.conditions.rules";
import type { FormAnswers, TableColumn, FormDefinition, FormField } from "./forms.definition";
import { decimalNumber, formLimits, oneLineText, multiLineText } from "./forms.schema";

/** Maximum lengths of answers in characters. */
export const answerLengths = { text: 500, long_text: 5_000 } as const;

type Strictness = "shape" | "rules";

type AnswerableField = Pick<FormField, "kind" | "required" | "choices" | "columns" | "min" | "max" | "currencies">;

/** Numbers and amounts are text, so that all decimals are preserved. */
const decimal = (decimals: number) =>
  decimalNumber(
    string()
      .transform((value, original) => (typeof original === "number" ? String(original) : value))
      .transform((value) => (typeof value === "string" ? value.trim() : value))
      .typeError("field.number"),
    decimals,
  );

function within(schema: ReturnType<typeof decimal>, { min, max }: Pick<AnswerableField, "min" | "max">) {
  return schema.test("bounds", rangeMessage({ min, max }), (value) => {
    if (!value || !isAmount(value)) return true;
    return !(min && compareAmounts(value, min) < 0) && !(max && compareAmounts(value, max) > 0);
  });
}

const oneOf = (ids: readonly string[]) =>
  string()
    .transform((value, original) => (typeof original === "string" ? value : Symbol.for("not text")))
    .typeError("field.oneOf")
    .oneOf([...ids, ""], "field.oneOf");

function moneySchema(field: AnswerableField, strictness: Strictness) {
  const free = decimal(3);
  const bound = strictness === "rules" ? within(free, field) : free;
  return object({
    amount: (strictness === "rules" && field.required ? bound.required("field.required") : bound)
      .test("decimals", "finance.tooFine", (amount, { parent }) => {
        // The currency's own validation runs concurrently, so the currency can have any type here.
        const { currency } = parent as { currency?: unknown };
        return !amount || !isAmount(amount) || typeof currency !== "string" || fitsCurrency(amount, currency);
      })
      .test("largest", "field.amountTooLarge", (amount) => !amount || !isAmount(amount) || isWithinMax(amount)),
    currency: string()
      .transform((value, original) => (typeof original === "string" ? original.toUpperCase() : value))
      .oneOf(field.currencies, "field.oneOf")
      .test(
        "with amount",
        "field.required",
        (currency, { parent }) => !isAnswerEmpty(currency) || isAnswerEmpty(parent),
      ),
  });
}

/** A draft may contain one of the two days. */
function rangeSchema(required: boolean, strictness: Strictness) {
  const day = () => (required ? dayField().required("field.required") : dayField());
  return object({ from: day(), to: day() }).test("order", "field.endBeforeStart", (value, context) => {
    if (!value?.from && !value?.to) return true;
    if (!value.from || !value.to) {
      if (strictness === "shape") return true;
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

function tableSchema(columns: readonly TableColumn[], strictness: Strictness) {
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
            .slice(0, formLimits.rows + 1) // without the cut, all cells of an oversized table would be validated
        : rows,
    )
    .max(formLimits.rows, "field.tooMany");
}

/** Rejects strings, which Yup would parse as JSON. */
const rowOrNone = (row: unknown): unknown =>
  row === null || (typeof row === "object" && !Array.isArray(row)) ? row : Symbol.for("no row");

function isBlank(row: unknown, columns: readonly TableColumn[]): boolean {
  if (row === null) return true;
  if (typeof row !== "object") return false;
  return columns.every(({ id }) => {
    const cell = Object.hasOwn(row, id) ? (row as FormAnswers)[id] : undefined;
    return isAnswerEmpty(typeof cell === "string" ? cell.trim() : cell);
  });
}

function schemaOf(
  field: AnswerableField | (Omit<AnswerableField, "kind"> & { kind: TableColumn["kind"] }),
  strictness: Strictness,
): Schema {
  const required = strictness === "rules" && field.required;
  const bounded = (schema: ReturnType<typeof decimal>) => (strictness === "rules" ? within(schema, field) : schema);
  const must = (schema: Schema): Schema => (required ? schema.required("field.required") : schema.nullable());
  const some = (schema: ReturnType<typeof tableSchema>) => (required ? schema.min(1, "field.required") : schema);
  const ids = field.choices.map(({ id }) => id);
  switch (field.kind) {
    case "text":
      return must(oneLineText(answerLengths.text));
    case "long_text":
      return must(multiLineText(answerLengths.long_text));
    case "number":
      return must(bounded(decimal(4)));
    case "money":
      // Amounts in table columns have no currency.
      return field.currencies.length > 0 ? moneySchema(field, strictness) : must(bounded(decimal(2)));
    case "date":
      return must(dayField());
    case "date_range":
      return rangeSchema(required, strictness);
    case "choice":
      return must(oneOf(ids));
    case "choices":
      return some(
        array(oneOf(ids).required("field.oneOf"))
          .transform((value: unknown) => (Array.isArray(value) ? value.slice(0, formLimits.choices + 1) : value))
          .max(formLimits.choices, "field.tooMany") as never,
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

/** Initial values for kinds whose schemas need one. */
const blank = (kind: FormField["kind"]): unknown =>
  kind === "choices" || kind === "table" ? [] : kind === "date_range" || kind === "money" ? {} : undefined;

const isAnswered = (field: FormField) => !["heading", "hint", "file"].includes(field.kind);

export function compileForm(fields: readonly FormField[], strictness: Strictness) {
  return object(
    Object.fromEntries(fields.filter(isAnswered).map((field) => [field.id, schemaOf(field, strictness)])),
  ) as Schema<FormAnswers, AnyObject>;
}

const asAnswers = (value: unknown): FormAnswers =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as FormAnswers) : {};

/** The stack traces of validation errors are not used, so they are not created. */
const castOptions = { stripUnknown: true, disableStackTrace: true } as const;

/** The answer converted to the field's type; undefined if that is impossible. Also applied to default values. */
export function castAnswer(field: FormField, value: unknown): unknown {
  if (!isAnswered(field) || isAnswerEmpty(value)) return undefined;
  try {
    const cast: unknown = schemaOf(field, "shape").validateSync(plainInput(value), castOptions);
    return isAnswerEmpty(cast) ? undefined : cast;
  } catch (error) {
    if (error instanceof ValidationError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Answers to store in a draft: all answers of a valid type, including those of hidden fields. */
export function draftAnswers({ fields }: Pick<FormDefinition, "fields">, input: unknown): FormAnswers {
  const raw = asAnswers(input);
  return Object.fromEntries(
    fields.flatMap((field) => {
      const cast = castAnswer(field, ownAnswer(raw, field.id));
      return cast === undefined ? [] : [[field.id, cast]];
    }),
  );
}

/** Errors by path of answers that can't be stored in a draft. Invalid answers to hidden fields aren't errors, because no screen shows them. */
export function draftErrors(
  definition: Pick<FormDefinition, "fields">,
  input: unknown,
  files: FileCounts = {},
): FieldErrors {
  const raw = asAnswers(input);
  const visibleIds = shownFields(definition, draftAnswers(definition, raw), files);
  const answered = definition.fields.filter(
    (field) => visibleIds.has(field.id) && isAnswered(field) && !isAnswerEmpty(ownAnswer(raw, field.id)),
  );
  const answers = Object.fromEntries(answered.map(({ id }) => [id, ownAnswer(raw, id)]));
  return atTypedRows(errorsOf(compileForm(answered, "shape"), answers), answered, answers);
}

/**
 * Answers without choices that a newer version of the form doesn't have. Inputs don't show these choices, so the user couldn't remove them,
 * and they would prevent saving.
 */
export function withoutRemovedChoices(
  { fields }: Pick<FormDefinition, "fields">,
  answers: Readonly<FormAnswers>,
): FormAnswers {
  const replaced = fields.flatMap((field) =>
    isAnswerEmpty(ownAnswer(answers, field.id)) ? [] : [[field.id, offeredAnswer(field, answers[field.id])]],
  );
  return { ...answers, ...Object.fromEntries(replaced) };
}

function offeredAnswer(field: Pick<FormField, "kind" | "choices" | "columns">, answer: unknown): unknown {
  const isOffered = (id: unknown) => field.choices.some((choice) => choice.id === id);
  if (field.kind === "choice") return isOffered(answer) ? answer : "";
  if (!Array.isArray(answer)) return answer;
  if (field.kind === "choices") return answer.filter(isOffered);
  if (field.kind !== "table") return answer;
  const columns = field.columns.map((column) => ({ ...column, columns: [] }));
  return answer.map((row: unknown) =>
    typeof row === "object" && row !== null
      ? withoutRemovedChoices({ fields: columns as never }, row as FormAnswers)
      : row,
  );
}

/** Ignores inherited properties of user input. */
const ownAnswer = (raw: FormAnswers, id: string): unknown => (Object.hasOwn(raw, id) ? raw[id] : undefined);

export interface CheckedAnswers {
  answers: FormAnswers;
  /** Errors by path, such as `f1`, `f1.amount` or `f1.0.k2`. */
  errors: FieldErrors;
  shown: Set<string>;
}

export function checkAnswers(
  definition: Pick<FormDefinition, "fields">,
  typedAnswers: unknown,
  files: FileCounts = {},
): CheckedAnswers {
  const raw = asAnswers(typedAnswers);
  const visibleIds = shownFields(definition, draftAnswers(definition, raw), files);
  const visible = definition.fields.filter((field) => visibleIds.has(field.id));
  const input = Object.fromEntries(
    visible.filter(isAnswered).map((field) => [field.id, ownAnswer(raw, field.id) ?? blank(field.kind)]),
  );
  const errors = atTypedRows(errorsOf(compileForm(visible, "rules"), input), visible, input);
  for (const { kind, required, id } of visible) {
    if (kind === "file" && required && !files[id]) errors[id] = ["field.required"];
    if (kind === "file" && (files[id] ?? 0) > formLimits.files) errors[id] = ["field.tooMany"];
  }
  return { answers: draftAnswers({ fields: visible }, raw), errors, shown: visibleIds };
}

/** Blank rows are removed before tables are validated, but users see them: errors get the positions of the rows as typed. */
function atTypedRows(errors: FieldErrors, fields: readonly FormField[], input: FormAnswers): FieldErrors {
  const typedPositions = new Map<string, number[]>();
  for (const { kind, id, columns } of fields) {
    const rows = kind === "table" ? plainInput(input[id]) : null;
    if (!Array.isArray(rows)) continue;
    const positions = rows.flatMap((row, at) => (isBlank(rowOrNone(row), columns) ? [] : [at]));
    typedPositions.set(id, positions);
  }
  const typedPath = (path: string): string => {
    const [id = "", row, ...rest] = path.split(".");
    const at = row === undefined ? undefined : typedPositions.get(id)?.[Number(row)];
    return at === undefined ? path : [id, at, ...rest].join(".");
  };
  return Object.fromEntries(Object.entries(errors).map(([path, messages]) => [typedPath(path), messages]));
}

function errorsOf(schema: Schema, input: unknown): FieldErrors {
  try {
    schema.validateSync(plainInput(input), { ...castOptions, abortEarly: false });
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

export function startingAnswers({ fields }: Pick<FormDefinition, "fields">): FormAnswers {
  return draftAnswers({ fields }, Object.fromEntries(fields.map((field) => [field.id, field.default])));
}
