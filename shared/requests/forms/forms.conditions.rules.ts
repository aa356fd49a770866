import { compareAmounts } from "../../kernel/money";
import { dayNumber } from "../../kernel/day-number";
import type {
  AnswerKind,
  FormAnswers,
  FieldCondition,
  ConditionOp,
  DateRange,
  FieldKind,
  FormDefinition,
  FormField,
  Money,
} from "./forms.definition";
import { isSameText } from "../../kernel/text/fold";

export type FileCounts = Readonly<Record<string, number>>;

const always: readonly ConditionOp[] = ["filled", "empty"];
const equal: readonly ConditionOp[] = [...always, "is", "is_not"];
const ordered: readonly ConditionOp[] = [...equal, "more", "less"];

const ops: Record<AnswerKind, readonly ConditionOp[]> = {
  text: equal,
  long_text: always,
  number: ordered,
  money: ordered,
  date: ordered,
  // A date range is compared by its number of days.
  date_range: [...always, "more", "less"],
  choice: equal,
  choices: equal,
  user: equal,
  department: equal,
  file: always,
  // A table is compared by its number of rows.
  table: [...always, "more", "less"],
};

export const conditionOpsOf = (kind: FieldKind): readonly ConditionOp[] => (kind in ops ? ops[kind as AnswerKind] : []);

export const operatorNeedsValue = (op: ConditionOp): boolean => op !== "filled" && op !== "empty";

export function isAnswerEmpty(answer: unknown): boolean {
  if (answer === null || answer === undefined || answer === "") return true;
  if (Array.isArray(answer)) return answer.length === 0;
  if (typeof answer !== "object") return false;
  const { amount, from, to } = answer as Partial<Money & DateRange>;
  return "amount" in answer ? isAnswerEmpty(amount) : isAnswerEmpty(from) && isAnswerEmpty(to);
}

const daysOf = ({ from, to }: DateRange) => String(dayNumber(to) - dayNumber(from) + 1);

function sizeOf(kind: FieldKind, answer: unknown): string {
  if (kind === "money") return (answer as Money).amount;
  if (kind === "date_range") return daysOf(answer as DateRange);
  if (kind === "table") return String((answer as unknown[]).length);
  return String(answer);
}

const decimal = /^-?\d+(\.\d+)?$/;

function compare(kind: FieldKind, answer: unknown, value: string): number | null {
  const size = sizeOf(kind, answer);
  if (kind === "date") return size < value ? -1 : size > value ? 1 : 0;
  return decimal.test(size) && decimal.test(value) ? compareAmounts(size, value) : null;
}

function matchesAnswer(kind: FieldKind, answer: unknown, value: string): boolean {
  if (kind === "choices") return (answer as string[]).includes(value);
  if (kind === "number" || kind === "money") return compare(kind, answer, value) === 0;
  if (kind === "text") return isSameText(String(answer), value);
  return String(answer) === value;
}

/** Whether an answer satisfies a condition. An empty answer satisfies only `empty` and `is_not`. */
export function isConditionMet(
  field: Pick<FormField, "kind">,
  answer: unknown,
  { op, value }: FieldCondition,
): boolean {
  const empty = isAnswerEmpty(answer);
  if (op === "empty") return empty;
  if (op === "filled") return !empty;
  if (op === "is_not") return empty || !matchesAnswer(field.kind, answer, value);
  if (empty) return false;
  if (op === "is") return matchesAnswer(field.kind, answer, value);
  const order = compare(field.kind, answer, value);
  return order !== null && (op === "more" ? order > 0 : order < 0);
}

/**
 * Fields visible with these answers. Conditions refer only to earlier fields, so evaluation terminates; a hidden field counts as unanswered
 * even if it has a value.
 */
export function shownFields(
  { fields }: Pick<FormDefinition, "fields">,
  answers: FormAnswers,
  files: FileCounts = {},
): Set<string> {
  const fieldStates = new Map<string, { field: FormField; shown: boolean }>();
  for (const field of fields) {
    fieldStates.set(field.id, { field, shown: allHold(field.shown_if, fieldStates, answers, files) });
  }
  return new Set([...fieldStates.values()].flatMap(({ field, shown }) => (shown ? [field.id] : [])));
}

export function areConditionsMet(
  definition: Pick<FormDefinition, "fields">,
  conditions: readonly FieldCondition[],
  answers: FormAnswers,
  files: FileCounts = {},
): boolean {
  const shownIds = shownFields(definition, answers, files);
  const fieldStates = new Map(definition.fields.map((field) => [field.id, { field, shown: shownIds.has(field.id) }]));
  return allHold(conditions, fieldStates, answers, files);
}

function allHold(
  conditions: readonly FieldCondition[],
  fieldStates: ReadonlyMap<string, { field: FormField; shown: boolean }>,
  answers: FormAnswers,
  files: FileCounts,
): boolean {
  return conditions.every((condition) => {
    const fieldState = fieldStates.get(condition.field);
    if (!fieldState) return false;
    const { field, shown: isVisible } = fieldState;
    const value = field.kind === "file" ? files[field.id] || null : answers[field.id];
    return isConditionMet(field, isVisible ? value : null, condition);
  });
}
