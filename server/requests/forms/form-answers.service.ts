import {
  isAnswerField,
  type FormAnswers,
  type FormDefinition,
  type FormField,
} from "../../../shared/requests/forms/forms.definition";
import { type FieldErrors, Problem } from "../../../shared/kernel/problems";
import type { Tx } from "../../platform/database/unit-of-work";
import { selectExistingReferences } from "./forms.sql";

export function referencedIds(
  { fields }: { readonly fields: readonly FormField[] },
  answers: FormAnswers,
): { users: number[]; departments: number[] } {
  const of = (kind: string) =>
    fields
      .filter((field) => field.kind === kind)
      .flatMap(({ id }) => (answers[id] == null ? [] : [Number(answers[id])]));
  return { users: of("user"), departments: of("department") };
}

export function refuseInvalidAnswers(errors: FieldErrors): void {
  const errorsByPath = Object.entries(errors).map(([path, messages]) => [`answers.${path}`, messages]);
  if (errorsByPath.length > 0) throw new Problem("request.invalid", { errors: Object.fromEntries(errorsByPath) });
}

/**
 * Returns answers that refer to unknown records or to users the actor may not choose, because their names would be revealed. Users who left
 * after the answer was saved stay valid.
 */
export async function unknownAnswers(
  tx: Tx,
  definition: FormDefinition,
  answers: FormAnswers,
  before: FormAnswers,
): Promise<FieldErrors> {
  const { users, departments } = referencedIds(definition, answers);
  if (users.length + departments.length === 0) return {};
  type Known = Record<"people" | "choosable" | "departments", number[]>;
  const existingIds = (await tx.one<Known>(selectExistingReferences, [users, departments])) as Known;
  const errors: FieldErrors = {};
  for (const { id, kind } of definition.fields.filter(isAnswerField)) {
    const people = before[id] === answers[id] ? existingIds.people : existingIds.choosable;
    const list = kind === "user" ? people : kind === "department" ? existingIds.departments : null;
    if (list && answers[id] != null && !list.includes(Number(answers[id]))) errors[id] = ["field.unknown"];
  }
  return errors;
}

/**
 * Drafts show the names of referenced records, so references are checked on saving. Deleted departments are reported only when sending.
 * @throws Problem 422.
 */
export async function refuseUnknownReferences(
  tx: Tx,
  { fields, ...form }: FormDefinition,
  answers: FormAnswers,
  before: FormAnswers,
): Promise<void> {
  const people = fields.filter(({ kind }) => kind === "user");
  refuseInvalidAnswers(await unknownAnswers(tx, { ...form, fields: people }, answers, before));
}
