import { array, mixed, type Schema, ValidationError } from "yup";
import { dayField, idField, lineField, webAddressField } from "../../kernel/fields";
import { boolean, number } from "../../kernel/schemas";
import { insertMessageValues } from "../../kernel/text/message-values";
import type { ProjectField } from "./fields.contract";
import {
  defaultTextLength,
  type FieldKind,
  fieldKinds,
  maxFieldsPerProject,
  maxLinkLength,
  maxNumberValue,
  maxOptions,
} from "./fields.schema";

/**
 * Value of a field: text and links as text, days as `YYYY-MM-DD`, a choice as the option's id, several choices as ids in the order of the
 * options, a person as user id.
 */
export type FieldValue = string | number | boolean | number[];
/** Values by field id. Fields without a value are missing. */
export type FieldValues = Readonly<Record<string, FieldValue>>;
/** Changed values by field id; null removes a value. */
export type FieldValuesChange = Readonly<Record<string, FieldValue | null>>;

const idPattern = /^[1-9]\d{0,15}$/;

const isFieldValues = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length <= maxFieldsPerProject &&
  Object.keys(value).every((id) => idPattern.test(id));

/**
 * Values by field id as sent by a caller. Only the shape is checked, because the rules of each value depend on the project's fields; see
 * `readFieldValue`.
 */
export const fieldValuesInput = () =>
  mixed<Record<string, unknown>>().test(
    "fieldValues",
    "field.invalid",
    (value) => value == null || isFieldValues(value),
  );

/**
 * Kinds for which the values were entered, by field id. A value is refused if its field has another kind by now. Optional, except where
 * values of several kinds look the same.
 */
export const fieldKindsInput = () =>
  mixed<Record<string, FieldKind>>().test(
    "fieldKinds",
    "field.invalid",
    (value) =>
      value == null || (isFieldValues(value) && Object.values(value).every((kind) => fieldKinds.includes(kind))),
  );
export const fieldKindsReply = () => mixed<Record<string, FieldKind>>();

/** Values in responses and events. */
export const fieldValuesReply = () => mixed<Record<string, FieldValue>>().required();
export const fieldValuesChangeReply = () => mixed<Record<string, FieldValue | null>>();

type FieldRules = Pick<ProjectField, "kind" | "max_length" | "decimals" | "options">;

const factorOf = (decimals: number | null) => 10 ** (decimals ?? 0);

const schemas: Record<FieldKind, (field: FieldRules) => Schema> = {
  text: ({ max_length }) => lineField(max_length ?? defaultTextLength),
  link: () => webAddressField(maxLinkLength),
  number: ({ decimals }) =>
    number()
      .typeError("field.number")
      .min(-maxNumberValue)
      .max(maxNumberValue)
      .test("decimals", insertMessageValues("field.decimals", { most: decimals ?? 0 }), (value) => {
        const scaled = (value ?? 0) * factorOf(decimals);
        return Math.abs(scaled - Math.round(scaled)) < 1e-6;
      }),
  day: () => dayField(),
  flag: () => boolean(),
  choice: () => idField("option"),
  choices: () => array(idField("option").required("field.id")).typeError("field.list").max(maxOptions, "field.tooMany"),
  person: () => idField("user"),
};

const isText = (sent: unknown) => typeof sent === "string";
const isNumberLike = (sent: unknown) => typeof sent === "number" || isText(sent);

/** The JSON types of values. A value of another type belongs to another kind, so it isn't converted. */
const hasTypeOf: Record<FieldKind, (sent: unknown) => boolean> = {
  text: isText,
  link: isText,
  number: isNumberLike,
  day: isText,
  flag: (sent) => typeof sent === "boolean" || sent === "true" || sent === "false",
  choice: isNumberLike,
  choices: Array.isArray,
  person: isNumberLike,
};

export const isTypeOfKind = (kind: FieldKind, value: unknown): boolean => hasTypeOf[kind](value);

const typeErrors: Record<FieldKind, string> = {
  text: "field.text",
  link: "field.text",
  number: "field.number",
  day: "field.day",
  flag: "field.boolean",
  choice: "field.id",
  choices: "field.list",
  person: "field.id",
};

const numberedKinds: readonly FieldKind[] = ["number", "choice", "person"];

/** The entries of a change that was made for the present kinds of the fields; others wait for their refusal. */
export function changeOfPresentKinds(
  { field_values = {}, field_kinds = {} }: ValuesWithKinds,
  fields: readonly ProjectField[],
): FieldValuesChange {
  const kinds = new Map(fields.map(({ id, kind }) => [String(id), kind]));
  const isPresent = ([id, value]: [string, unknown]) => {
    const kind = kinds.get(id);
    if (kind === undefined || value === null) return true;
    return hasTypeOf[kind](value) && (field_kinds[id] ?? kind) === kind;
  };
  return Object.fromEntries(Object.entries(field_values).filter(isPresent)) as FieldValuesChange;
}

interface ValuesWithKinds {
  field_values?: Readonly<Record<string, unknown>> | undefined;
  field_kinds?: Readonly<Record<string, FieldKind>> | undefined;
}

/** The kinds for which values are entered, by field id. */
export function fieldKindsOf(
  values: Readonly<Record<string, unknown>>,
  fields: readonly Pick<ProjectField, "id" | "kind">[],
): Record<string, FieldKind> {
  return Object.fromEntries(fields.flatMap(({ id, kind }) => (id in values ? [[id, kind]] : [])));
}

/**
 * Adds the kinds for which values were entered, so that a value is refused if the kind of its field changes before it arrives. A repeated
 * change keeps the kinds of its first attempt.
 */
export function withFieldKinds<Change extends ValuesWithKinds>(
  change: Change,
  fields: readonly Pick<ProjectField, "id" | "kind">[],
): Change {
  const { field_values, field_kinds } = change;
  return field_values ? { ...change, field_kinds: { ...fieldKindsOf(field_values, fields), ...field_kinds } } : change;
}

/**
 * Checks that a value was entered for the present kind of its field. Without `enteredFor`, a number is refused if it could also be an option
 * or a person of an earlier kind.
 */
export function isOfFieldKind(
  { kind, former_kinds }: Pick<ProjectField, "kind" | "former_kinds">,
  sent: unknown,
  enteredFor: FieldKind | undefined,
): boolean {
  if (enteredFor !== undefined) return enteredFor === kind;
  if (sent === null || sent === "" || !numberedKinds.includes(kind)) return true;
  return !former_kinds.some((former) => former !== kind && numberedKinds.includes(former));
}

/** Result of `readFieldValue`: the value, null to remove it, or the message of the error. */
export type FieldValueReading = { value: FieldValue | null } | { error: string };

/**
 * Reads and checks a value sent for a field. `before` is the present value, whose deleted options may stay. Whether a person belongs to the
 * project is checked by the server.
 */
export function readFieldValue(field: FieldRules, sent: unknown, before: FieldValue | undefined): FieldValueReading {
  if (sent === null || sent === "") return { value: null };
  if (!hasTypeOf[field.kind](sent)) return { error: typeErrors[field.kind] };
  try {
    const value: unknown = schemas[field.kind](field).validateSync(sent);
    if (value === undefined || value === null || value === "") return { value: null };
    if (field.kind === "choice") return readOptions(field, [value as number], before, ([id]) => id as number);
    if (field.kind === "choices") return readOptions(field, value as number[], before, (ids) => ids);
    return { value: value as FieldValue };
  } catch (error) {
    if (error instanceof ValidationError) return { error: error.message };
    throw error;
  }
}

/** Sorts the ids in the order of the options, so that equal choices are equal values. */
function readOptions(
  { options }: FieldRules,
  ids: readonly number[],
  before: FieldValue | undefined,
  valueOf: (ids: number[]) => FieldValue,
): FieldValueReading {
  const presentIds = new Set([before].flat());
  const allowed = options.filter(({ id, deleted }) => ids.includes(id) && (!deleted || presentIds.has(id)));
  if (allowed.length < new Set(ids).size) return { error: "field.unknown" };
  return { value: allowed.length > 0 ? valueOf(allowed.map(({ id }) => id)) : null };
}

export const isSameValue = (a: FieldValue | null | undefined, b: FieldValue | null | undefined): boolean =>
  (a ?? null) === (b ?? null) || (Array.isArray(a) && Array.isArray(b) && a.join() === b.join());

/** Applies changed values; the result has no entry for removed values. */
export function changedFieldValues(values: FieldValues, change: FieldValuesChange): Record<string, FieldValue> {
  const entries = Object.entries({ ...values, ...change });
  return Object.fromEntries(entries.filter((entry): entry is [string, FieldValue] => entry[1] !== null));
}

/** The fields that a task lacks to enter a column. */
export const fieldsMissingIn = (
  fields: readonly ProjectField[],
  values: FieldValues,
  columnId: number,
): ProjectField[] =>
  fields.filter(({ id, required_column_ids }) => required_column_ids.includes(columnId) && values[id] === undefined);
