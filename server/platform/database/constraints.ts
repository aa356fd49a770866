import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";

export function constraintOf(error: unknown): string | undefined {
  const raw = error as { constraint?: string; driverError?: { constraint?: string } };
  return raw?.driverError?.constraint ?? raw?.constraint;
}

/** Meaning of a violated constraint: a field whose value is taken, a field with its message, or a complete problem. */
export type ConstraintMessages = Readonly<
  Partial<Record<string, string | readonly [field: string, message: string] | Problem>>
>;

/**
 * Runs a write and translates constraint violations by `rules`.
 * @throws Problem 422 at the field, or the problem that `rules` contains for the constraint.
 */
export async function mapConstraintErrors<Result>(
  rules: ConstraintMessages,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    const rule = rules[constraintOf(error) ?? ""];
    if (!rule) throw error;
    if (rule instanceof Problem) throw rule;
    throw typeof rule === "string" ? invalidFieldProblem(rule, "field.taken") : invalidFieldProblem(...rule);
  }
}
