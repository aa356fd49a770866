import { compareAmounts } from "../kernel/money";
import { dayNumber } from "../kernel/days";
import type {
  AnswerKind,
  Answers,
  Condition,
  ConditionOp,
  DateRange,
  FieldKind,
  FormDefinition,
  FormField,
  Money,
} from "./forms.definition";

/** How many files lie at each field. */
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
  // By the number of its days.
  date_range: [...always, "more", "less"],
  choice: equal,
  choices: equal,
  user: equal,
  department: equal,
  file: always,
  // By the number of its rows.
  table: [...always, "more", "less"],
};

/** What can be asked of a field; nothing of what isn't answered. */
export const opsOf = (kind: FieldKind): readonly ConditionOp[] => (kind in ops ? ops[kind as AnswerKind] : []);

export const needsValue = (op: ConditionOp): boolean => op !== "filled" && op !== "empty";

/** Whether nothing is said, however an answer of that kind says it. */
export function isEmpty(answer: unknown): boolean {
  if (answer === null || answer === undefined || answer === "") return true;
  if (Array.isArray(answer)) return answer.length === 0;
  if (typeof answer !== "object") return false;
  const { amount, from, to } = answer as Partial<Money & DateRange>;
  return "amount" in answer ? isEmpty(amount) : isEmpty(from) && isEmpty(to);
}

const daysOf = ({ from, to }: DateRange) => String(dayNumber(to) - dayNumber(from) + 1);

/** What is compared by size: numbers as they are, days by their order, spans and tables by their length. */
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

function isThat(kind: FieldKind, answer: unknown, value: string): boolean {
  if (kind === "choices") return (answer as string[]).includes(value);
  if (kind === "number" || kind === "money") return compare(kind, answer, value) === 0;
  if (kind === "text") return String(answer).trim().toLowerCase() === value.trim().toLowerCase();
  return String(answer) === value;
}

/** Whether a field's answer is what a condition wants. An empty answer is nothing, and is none of the others. */
export function holds(field: Pick<FormField, "kind">, answer: unknown, { op, value }: Condition): boolean {
  const empty = isEmpty(answer);
  if (op === "empty") return empty;
  if (op === "filled") return !empty;
  if (op === "is_not") return empty || !isThat(field.kind, answer, value);
  if (empty) return false;
  if (op === "is") return isThat(field.kind, answer, value);
  const order = compare(field.kind, answer, value);
  return order !== null && (op === "more" ? order > 0 : order < 0);
}

/**
 * The fields that are asked under these answers. Conditions look at fields further up only, so there is always an end;
 * what is hidden counts as not answered, whatever was typed there before.
 */
export function shownFields(
  { fields }: Pick<FormDefinition, "fields">,
  answers: Answers,
  files: FileCounts = {},
): Set<string> {
  const seen = new Map<string, { field: FormField; shown: boolean }>();
  for (const field of fields) {
    seen.set(field.id, { field, shown: allHold(field.shown_if, seen, answers, files) });
  }
  return new Set([...seen.values()].flatMap(({ field, shown }) => (shown ? [field.id] : [])));
}

/** Whether conditions hold once everything is answered: those of a step. */
export function conditionsHold(
  definition: Pick<FormDefinition, "fields">,
  conditions: readonly Condition[],
  answers: Answers,
  files: FileCounts = {},
): boolean {
  const shown = shownFields(definition, answers, files);
  const seen = new Map(definition.fields.map((field) => [field.id, { field, shown: shown.has(field.id) }]));
  return allHold(conditions, seen, answers, files);
}

function allHold(
  conditions: readonly Condition[],
  seen: ReadonlyMap<string, { field: FormField; shown: boolean }>,
  answers: Answers,
  files: FileCounts,
): boolean {
  return conditions.every((condition) => {
    const asked = seen.get(condition.field);
    if (!asked) return false;
    const { field, shown } = asked;
    const given = field.kind === "file" ? files[field.id] || null : answers[field.id];
    return holds(field, shown ? given : null, condition);
  });
}
