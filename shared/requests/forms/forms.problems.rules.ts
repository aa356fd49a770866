import { compareAmounts, isAmount } from "../../kernel/money";
import type { FieldErrors } from "../../kernel/problems";
import { castAnswer } from "./forms.answers.rules";
import { isAnswerEmpty, operatorNeedsValue, conditionOpsOf } from "./forms.conditions.rules";
import {
  isAnswerField,
  type FormChoice,
  type FieldCondition,
  type FormDefinition,
  type FormField,
} from "./forms.definition";
import { nameKey } from "../../kernel/text/fold";

/** Problems that prevent publication, by path such as `fields.2.label` or `steps.0.role_id`. */
export function definitionProblems(definition: FormDefinition): FieldErrors {
  const errors: FieldErrors = {};
  const say = (path: string, message: string) => {
    errors[path] = [...(errors[path] ?? []), message];
  };
  const { title, fields, steps, audience } = definition;
  if (title === "") say("title", "field.required");
  if (!fields.some(isAnswerField)) say("fields", "form.nothingAsked");
  fields.forEach((field, at) =>
    fieldProblems(field, fields.slice(0, at), (path, message) => say(`fields.${at}.${path}`, message)),
  );
  steps.forEach((step, at) => {
    if (step.by === "role" && !step.role_id) say(`steps.${at}.role_id`, "field.required");
    if (step.by === "user" && !step.user_id) say(`steps.${at}.user_id`, "field.required");
    conditionProblems(step.only_if, fields, (path, message) => say(`steps.${at}.only_if.${path}`, message));
  });
  if (!audience.everyone && audience.role_ids.length + audience.department_ids.length === 0) {
    say("audience", "form.nobody");
  }
  return errors;
}

type ReportProblem = (path: string, message: string) => void;

function fieldProblems(field: FormField, above: readonly FormField[], say: ReportProblem): void {
  const { kind, label, columns, min, max, currencies } = field;
  if (label === "") say("label", "field.required");
  conditionProblems(field.shown_if, above, (path, message) => say(`shown_if.${path}`, message));
  if (kind === "choice" || kind === "choices") choiceProblems(field.choices, (path, message) => say(path, message));
  if (kind === "table") {
    if (columns.length === 0) say("columns", "form.columnsNeeded");
    columns.forEach((column, at) => {
      if (column.label === "") say(`columns.${at}.label`, "field.required");
      if (column.kind === "choice")
        choiceProblems(column.choices, (path, message) => say(`columns.${at}.${path}`, message));
    });
  }
  if (kind === "money" && currencies.length === 0) say("currencies", "field.required");
  if (isAmount(min) && isAmount(max) && compareAmounts(min, max) > 0) say("max", "form.maxBelowMin");
  if (!isAnswerEmpty(field.default) && castAnswer(field, field.default) === undefined)
    say("default", "form.defaultUnfit");
}

function choiceProblems(choices: readonly FormChoice[], say: ReportProblem): void {
  if (choices.length === 0) say("choices", "form.choicesNeeded");
  const labels = choices.map(({ label }) => nameKey(label));
  choices.forEach(({ label }, at) => {
    if (label === "") say(`choices.${at}.label`, "field.required");
    else if (labels.indexOf(nameKey(label)) < at) say(`choices.${at}.label`, "form.choiceTwice");
  });
}

function conditionProblems(
  conditions: readonly FieldCondition[],
  above: readonly FormField[],
  say: ReportProblem,
): void {
  conditions.forEach(({ field, op, value }, at) => {
    const question = above.find(({ id }) => id === field);
    if (!question) return say(`${at}.field`, "form.conditionLater");
    if (!conditionOpsOf(question.kind).includes(op)) return say(`${at}.op`, "field.oneOf");
    if (!operatorNeedsValue(op)) return;
    if (value === "") return say(`${at}.value`, "field.required");
    const isUnknownChoice =
      (question.kind === "choice" || question.kind === "choices") && !question.choices.some(({ id }) => id === value);
    if (isUnknownChoice) say(`${at}.value`, "field.unknown");
  });
}
