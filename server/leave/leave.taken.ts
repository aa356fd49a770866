import { invalid } from "../../shared/kernel/problems";
import { constraintOf } from "./leave-balance.service";

/** @throws Problem 422 at the field when what is written stands there already. */
export async function unlessTaken<Result>(
  field: string,
  constraint: string,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (constraintOf(error) !== constraint) throw error;
    throw invalid(field, "field.taken");
  }
}
