import { invalid } from "../../shared/kernel/problems";
import { constraintOf } from "./leave-balance.service";

/**
 * `fields` says at which field a constraint is told.
 * @throws Problem 422 at the field when what is written stands there already.
 */
export async function unlessTaken<Result>(
  fields: Readonly<Partial<Record<string, string>>>,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    const field = fields[constraintOf(error) ?? ""];
    if (!field) throw error;
    throw invalid(field, "field.taken");
  }
}
