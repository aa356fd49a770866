import { asksSomething, type Answers, type FormDefinition, type FormField } from "../../shared/forms/forms.definition";
import { type FieldErrors, Problem } from "../../shared/kernel/problems";
import type { Tx } from "../platform/database/unit-of-work";
import { knownOfAnswers } from "./forms.sql";

/** The people and departments that answers point to. */
export function pointedTo(
  { fields }: { readonly fields: readonly FormField[] },
  answers: Answers,
): { users: number[]; departments: number[] } {
  const of = (kind: string) =>
    fields
      .filter((field) => field.kind === kind)
      .flatMap(({ id }) => (answers[id] == null ? [] : [Number(answers[id])]));
  return { users: of("user"), departments: of("department") };
}

/** @throws Problem 422 naming each answer that is wrong. */
export function refuseWrong(errors: FieldErrors): void {
  const named = Object.entries(errors).map(([path, messages]) => [`answers.${path}`, messages]);
  if (named.length > 0) throw new Problem("request.invalid", { errors: Object.fromEntries(named) });
}

/**
 * What answers point to and isn't there, or isn't theirs to choose: by the name of whomever an id stands for, everybody's would be
 * read. Whoever has left since the answer was given stays named.
 */
export async function unknownAnswers(
  tx: Tx,
  definition: FormDefinition,
  answers: Answers,
  before: Answers,
): Promise<FieldErrors> {
  const { users, departments } = pointedTo(definition, answers);
  if (users.length + departments.length === 0) return {};
  type Known = Record<"people" | "choosable" | "departments", number[]>;
  const known = (await tx.one<Known>(knownOfAnswers, [users, departments])) as Known;
  const errors: FieldErrors = {};
  for (const { id, kind } of definition.fields.filter(asksSomething)) {
    const people = before[id] === answers[id] ? known.people : known.choosable;
    const list = kind === "user" ? people : kind === "department" ? known.departments : null;
    if (list && answers[id] != null && !list.includes(Number(answers[id]))) errors[id] = ["field.unknown"];
  }
  return errors;
}

/** A draft is shown with names as well; that a department is gone is said when it is sent. @throws Problem 422. */
export async function refuseStrangers(
  tx: Tx,
  { fields, ...form }: FormDefinition,
  answers: Answers,
  before: Answers,
): Promise<void> {
  const people = fields.filter(({ kind }) => kind === "user");
  refuseWrong(await unknownAnswers(tx, { ...form, fields: people }, answers, before));
}
