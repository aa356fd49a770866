import { array, type InferType, mixed, object, type StringSchema } from "yup";
import { boolean, string } from "../../kernel/schemas";
import { idField, idList, lineField, textField, wholeNumber } from "../../kernel/fields";
import { currencyCodes } from "../../kernel/money";
import { insertMessageValues } from "../../kernel/text/message-values";
import { perLanguage, nameInLanguages, tidyNames, tidyTranslations } from "../../kernel/translations";
import {
  columnKinds,
  conditionOps,
  fieldKinds,
  type FormDefinition,
  type FormField,
  type FormStep,
} from "./forms.definition";
import { formStatuses } from "./forms.workflow";
import { approverKindsWithoutBudget } from "../../approvals/approvals/approvals.chain.rules";

export const formLimits = {
  fields: 60,
  choices: 100,
  columns: 8,
  rows: 100,
  steps: 10,
  conditions: 5,
  files: 5,
} as const;

/** Rejects lone surrogates, which PostgreSQL cannot store in JSON. */
const withoutLoneSurrogates = <Field extends ReturnType<typeof textField>>(field: Field) =>
  field.test("whole", "field.text", (value) => !value || !/\p{Cs}/u.test(value));

export const multiLineText = (max: number) => withoutLoneSurrogates(textField(max));
export const oneLineText = (max: number) => withoutLoneSurrogates(lineField(max));

const key = () =>
  string()
    .matches(/^[a-z][a-z0-9]{0,15}$/, "field.invalid")
    .required("field.required");

const numberText = /^-?\d+(\.\d+)?$/;
const wholeDigits = 12;
const tooLarge = insertMessageValues("field.atMost", { max: 10 ** wholeDigits - 1 });

/** Adds validation of a decimal number in text form, with messages that name the exceeded limit. */
export const decimalNumber = (field: StringSchema, decimals: number) =>
  field
    .matches(numberText, { message: "field.number", excludeEmptyString: true })
    .test("whole digits", tooLarge, (value) => !value || value.replace(/^-|\..*/g, "").length <= wholeDigits)
    .test(
      "decimals",
      insertMessageValues("field.decimals", { most: decimals }),
      (value) => !value || (value.split(".")[1] ?? "").length <= decimals,
    );

const decimalText = () => decimalNumber(multiLineText(20), 4);

const condition = object({
  field: key(),
  op: string()
    .oneOf([...conditionOps], "field.oneOf")
    .required("field.required"),
  value: oneLineText(200).nullable(),
});
const conditions = () => array(condition).max(formLimits.conditions, "field.tooMany");

const labelInLanguages = () => nameInLanguages(120);

const choice = object({ id: key(), label: oneLineText(120), translations: labelInLanguages() });
const choices = () => array(choice).max(formLimits.choices, "field.tooMany");

const column = object({
  id: key(),
  kind: string()
    .oneOf([...columnKinds], "field.oneOf")
    .required("field.required"),
  label: oneLineText(120),
  required: boolean(),
  choices: choices(),
  translations: labelInLanguages(),
});

const field = object({
  id: key(),
  kind: string()
    .oneOf([...fieldKinds], "field.oneOf")
    .required("field.required"),
  label: oneLineText(200),
  help: multiLineText(500).nullable(),
  required: boolean(),
  half: boolean(),
  in_inbox: boolean(),
  default: mixed().nullable(),
  shown_if: conditions(),
  choices: choices(),
  columns: array(column).max(formLimits.columns, "field.tooMany"),
  min: decimalText().nullable(),
  max: decimalText().nullable(),
  currencies: array(
    string()
      .transform((value, original) => (typeof original === "string" ? original.toUpperCase() : value))
      .oneOf([...currencyCodes], "field.oneOf")
      .required("field.required"),
  ).max(20, "field.tooMany"),
  translations: object(
    perLanguage(() => object({ label: oneLineText(200).nullable(), help: multiLineText(500).nullable() })),
  ),
});

const step = object({
  id: key(),
  by: string().oneOf(approverKindsWithoutBudget, "field.oneOf").required("field.required"),
  role_id: idField("role").nullable(),
  user_id: idField("user").nullable(),
  only_if: conditions(),
});

export const definitionSchema = object({
  title: oneLineText(120),
  description: multiLineText(1_000).nullable(),
  translations: object(
    perLanguage(() => object({ title: oneLineText(120).nullable(), description: multiLineText(1_000).nullable() })),
  ),
  fields: array(field).max(formLimits.fields, "field.tooMany").test("ids", "field.invalid", areDistinct),
  steps: array(step).max(formLimits.steps, "field.tooMany").test("ids", "field.invalid", areDistinct),
  audience: object({ everyone: boolean(), role_ids: idList("role"), department_ids: idList("department") }),
});

function areDistinct(list: readonly { id?: string }[] | undefined): boolean {
  return !Array.isArray(list) || new Set(list.map((one) => one?.id)).size === list.length;
}

/** Maximum number of values in all answers of a form, equal to six tables of maximum size. Each value is validated several times. */
const maxValues = 6_000;

function valuesIn(answers: unknown, most = maxValues): number {
  if (typeof answers !== "object" || answers === null) return 1;
  let count = 1;
  for (const inner of Object.values(answers)) {
    count += valuesIn(inner, most - count);
    if (count > most) break;
  }
  return count;
}

const answersField = () =>
  mixed<Record<string, unknown>>()
    .nullable()
    .test("values", "field.tooMany", (answers) => valuesIn(answers) <= maxValues);

export const createTemplateSchema = object({ title: oneLineText(120).required("field.required") });

const version = wholeNumber(1, 2_000_000_000);
export const saveTemplateSchema = object({
  definition: definitionSchema.required("field.required"),
  version,
});
export const publishSchema = object({ version });
export const formAvailableSchema = object({ active: boolean().required("field.required") });
export const dryRunSchema = object({
  /** The unsaved definition in the form builder; if omitted, the saved definition is used. */
  definition: definitionSchema.nullable().default(undefined),
  answers: answersField(),
  requester_id: idField("user"),
});

export const formRequestSchema = object({
  form_id: idField("form").required("field.required"),
  /** Form version that the requester filled in. If a newer version was published, the requester must review it before sending. */
  form_version: wholeNumber(1, 2_000_000_000),
  answers: answersField(),
  draft: boolean(),
});
export const updateFormRequestSchema = object({
  form_version: wholeNumber(1, 2_000_000_000),
  answers: answersField(),
  draft: boolean(),
  version,
});
export const formFileSchema = object({ field: key() });

export const formListQuery = {
  scope: string().oneOf(["mine", "team", "all", ""] as const, "field.oneOf"),
  status: string().oneOf([...formStatuses, ""], "field.oneOf"),
  form_id: idField("form"),
  q: lineField(100),
};

type Input = InferType<typeof definitionSchema>;

/** Normalizes the input so that no property of the definition is undefined. */
export function tidyDefinition(input: Input): FormDefinition {
  return {
    title: input.title ?? "",
    description: input.description ?? "",
    translations: tidyTranslations(input.translations, (texts) =>
      texts?.title || texts?.description ? { title: texts.title ?? "", description: texts.description ?? "" } : null,
    ),
    fields: (input.fields ?? []).map(tidyField),
    steps: (input.steps ?? []).map(tidyStep),
    audience: {
      everyone: input.audience?.everyone ?? true,
      role_ids: [...new Set(input.audience?.role_ids ?? [])],
      department_ids: [...new Set(input.audience?.department_ids ?? [])],
    },
  };
}

type FieldInput = NonNullable<Input["fields"]>[number];

function tidyField(one: FieldInput): FormField {
  return {
    id: one.id,
    kind: one.kind,
    label: one.label ?? "",
    help: one.help ?? "",
    required: one.required ?? false,
    half: one.half ?? false,
    in_inbox: one.in_inbox ?? false,
    default: one.default ?? null,
    shown_if: tidyConditions(one.shown_if),
    choices: tidyChoices(one.choices),
    columns: (one.columns ?? []).map((column) => ({
      id: column.id,
      kind: column.kind,
      label: column.label ?? "",
      required: column.required ?? false,
      choices: tidyChoices(column.choices),
      translations: tidyNames(column.translations),
    })),
    min: one.min ?? "",
    max: one.max ?? "",
    currencies: one.currencies ?? [],
    translations: tidyTranslations(one.translations, (texts) =>
      texts?.label || texts?.help ? { label: texts.label ?? "", help: texts.help ?? "" } : null,
    ),
  };
}

const tidyConditions = (list: FieldInput["shown_if"]) =>
  (list ?? []).map((one) => ({ field: one.field, op: one.op, value: one.value ?? "" }));

const tidyChoices = (list: FieldInput["choices"]) =>
  (list ?? []).map(({ id, label, translations }) => ({
    id,
    label: label ?? "",
    translations: tidyNames(translations),
  }));

function tidyStep(one: NonNullable<Input["steps"]>[number]): FormStep {
  const rest = { id: one.id, only_if: tidyConditions(one.only_if) };
  if (one.by === "role") return { ...rest, by: "role", role_id: one.role_id ?? 0 };
  if (one.by === "user") return { ...rest, by: "user", user_id: one.user_id ?? 0 };
  return { ...rest, by: one.by };
}
