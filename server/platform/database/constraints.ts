import { invalid, Problem } from "../../../shared/kernel/problems";

/** The constraint that a write has broken, if it was one. */
export function constraintOf(error: unknown): string | undefined {
  const raw = error as { constraint?: string; driverError?: { constraint?: string } };
  return raw?.driverError?.constraint ?? raw?.constraint;
}

/** What a broken constraint means: the field that it is said at, which is taken; a field with its message; or a refusal. */
export type BrokenRules = Readonly<
  Partial<Record<string, string | readonly [field: string, message: string] | Problem>>
>;

/**
 * `rules` says what each constraint means to whoever wrote.
 * @throws Problem 422 at the field, or the refusal that stands for the constraint.
 */
export async function unlessTaken<Result>(rules: BrokenRules, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    const rule = rules[constraintOf(error) ?? ""];
    if (!rule) throw error;
    if (rule instanceof Problem) throw rule;
    throw typeof rule === "string" ? invalid(rule, "field.taken") : invalid(...rule);
  }
}
