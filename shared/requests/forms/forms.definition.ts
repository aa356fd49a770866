import type { Approver } from "../../approvals/approvals/approvals.chain.rules";
import type { Translations } from "../../kernel/translations";

export const answerKinds = [
  "text",
  "long_text",
  "number",
  "money",
  "date",
  "date_range",
  "choice",
  "choices",
  "user",
  "department",
  "file",
  "table",
] as const;
export type AnswerKind = (typeof answerKinds)[number];

export const layoutKinds = ["heading", "hint"] as const;

export const fieldKinds = [...answerKinds, ...layoutKinds] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** Kinds whose answers fit on one line, so that lists can show them. */
export const oneLineKinds: readonly FieldKind[] = [
  "text",
  "number",
  "money",
  "date",
  "date_range",
  "choice",
  "department",
];

export const columnKinds = ["text", "number", "money", "date", "choice"] as const;
export type ColumnKind = (typeof columnKinds)[number];

export const conditionOps = ["filled", "empty", "is", "is_not", "more", "less"] as const;
export type ConditionOp = (typeof conditionOps)[number];

/** Condition on an earlier field. `value` is text for every kind, such as a choice id, a number or a date. */
export interface FieldCondition {
  field: string;
  op: ConditionOp;
  value: string;
}

export interface FormChoice {
  id: string;
  label: string;
  translations: Translations<string>;
}

export interface TableColumn {
  id: string;
  kind: ColumnKind;
  label: string;
  required: boolean;
  choices: FormChoice[];
  translations: Translations<string>;
}

export interface FormField {
  /** Id that stays the same across versions, so that answers keep their field. */
  id: string;
  kind: FieldKind;
  label: string;
  help: string;
  required: boolean;
  half: boolean;
  /** Whether approvers see the answer in the inbox. */
  in_inbox: boolean;
  default: unknown;
  shown_if: FieldCondition[];
  choices: FormChoice[];
  columns: TableColumn[];
  /** Bounds of a number or an amount, as decimal text; empty means no bound. */
  min: string;
  max: string;
  currencies: string[];
  translations: Translations<{ label: string; help: string }>;
}

export type FormStep = Exclude<Approver, { by: "budget_owner" }> & { id: string; only_if: FieldCondition[] };

/** Users who may use a form: all users, or those with one of the roles or in one of the departments. */
export interface FormAudience {
  everyone: boolean;
  role_ids: number[];
  department_ids: number[];
}

export type FormTranslations = Translations<{ title: string; description: string }>;

export interface FormDefinition {
  title: string;
  description: string;
  translations: FormTranslations;
  fields: FormField[];
  steps: FormStep[];
  audience: FormAudience;
}

export type FormAnswers = Record<string, unknown>;

export interface Money {
  amount: string;
  currency: string;
}
export interface DateRange {
  from: string;
  to: string;
}

export const isAnswerField = (field: FormField): boolean => !(layoutKinds as readonly string[]).includes(field.kind);

export function newField(kind: FieldKind, id: string): FormField {
  const choices = kind === "choice" || kind === "choices" ? [newChoice("c1"), newChoice("c2")] : [];
  return {
    id,
    kind,
    label: "",
    help: "",
    required: false,
    half: false,
    in_inbox: false,
    default: null,
    shown_if: [],
    choices,
    columns: kind === "table" ? [newColumn("k1"), newColumn("k2")] : [],
    min: "",
    max: "",
    currencies: kind === "money" ? ["USD"] : [],
    translations: {},
  };
}

export const newChoice = (id: string): FormChoice => ({ id, label: "", translations: {} });
export const newColumn = (id: string): TableColumn => ({
  id,
  kind: "text",
  label: "",
  required: false,
  choices: [],
  translations: {},
});

export const emptyDefinition = (title: string): FormDefinition => ({
  title,
  description: "",
  translations: {},
  fields: [],
  steps: [{ id: "s1", by: "manager", only_if: [] }],
  audience: { everyone: true, role_ids: [], department_ids: [] },
});

const idLetters = "abcdefghijklmnopqrstuvwxyz0123456789";

/**
 * Random id of a new field, choice, column or step. Ids of deleted ones aren't used again, because answers and conditions of earlier form
 * versions refer to them.
 */
export const randomId = (prefix: string): string =>
  prefix +
  Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => idLetters[byte % idLetters.length]).join("");
