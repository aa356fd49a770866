import type { Approver } from "../approvals/approvals.chain.rules";
import type { Translations } from "../kernel/translations";

/** Fields that people answer. */
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

/** What stands between fields and asks nothing. */
export const layoutKinds = ["heading", "hint"] as const;

export const fieldKinds = [...answerKinds, ...layoutKinds] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** Answers that fit into a line; of those that a form's maker wants to be seen at once, lists show the first few. */
export const lineKinds: readonly FieldKind[] = [
  "text",
  "number",
  "money",
  "date",
  "date_range",
  "choice",
  "department",
];

/** What a column of a table may hold. */
export const columnKinds = ["text", "number", "money", "date", "choice"] as const;
export type ColumnKind = (typeof columnKinds)[number];

export const conditionOps = ["filled", "empty", "is", "is_not", "more", "less"] as const;
export type ConditionOp = (typeof conditionOps)[number];

/** What an earlier field must hold. `value` is text whatever the field's kind: a choice's id, a number, a day. */
export interface Condition {
  field: string;
  op: ConditionOp;
  value: string;
}

export interface Choice {
  id: string;
  label: string;
  translations: Translations<string>;
}

export interface Column {
  id: string;
  kind: ColumnKind;
  label: string;
  required: boolean;
  choices: Choice[];
  translations: Translations<string>;
}

export interface FormField {
  /** Stays the same over all versions, so that answers find their field again. */
  id: string;
  kind: FieldKind;
  label: string;
  help: string;
  required: boolean;
  /** Takes half of the width beside another one. */
  half: boolean;
  /** Approvers see it in the inbox without opening the request. */
  in_inbox: boolean;
  /** What stands there at first; of the shape that an answer has. */
  default: unknown;
  /** Shown only if all of these hold. */
  shown_if: Condition[];
  choices: Choice[];
  columns: Column[];
  /** Bounds of a number or an amount, as text with decimals; empty: none. */
  min: string;
  max: string;
  currencies: string[];
  translations: Translations<{ label: string; help: string }>;
}

/** A step of approval: who, and under which answers only. */
export type FormStep = Approver & { id: string; only_if: Condition[] };

/** Who may use a form: everyone, or who has one of the roles or is in one of the departments. */
export interface Audience {
  everyone: boolean;
  role_ids: number[];
  department_ids: number[];
}

/** What a form is called and what it is for, in other languages. */
export type FormTranslations = Translations<{ title: string; description: string }>;

export interface FormDefinition {
  title: string;
  description: string;
  translations: FormTranslations;
  fields: FormField[];
  steps: FormStep[];
  audience: Audience;
}

/** An answer by the id of its field. Files lie beside them: they are stored before a request is sent. */
export type Answers = Record<string, unknown>;

export interface Money {
  amount: string;
  currency: string;
}
export interface DateRange {
  from: string;
  to: string;
}

export const asksSomething = (field: FormField): boolean => !(layoutKinds as readonly string[]).includes(field.kind);

/** A field that nobody has described yet. */
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

export const newChoice = (id: string): Choice => ({ id, label: "", translations: {} });
export const newColumn = (id: string): Column => ({
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

/** An id that none of these has: `f1`, `f2`, … */
export function freeId(prefix: string, taken: readonly { id: string }[]): string {
  const known = new Set(taken.map(({ id }) => id));
  for (let number = 1; ; number++) if (!known.has(`${prefix}${number}`)) return `${prefix}${number}`;
}
