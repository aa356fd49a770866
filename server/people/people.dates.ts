import { invalid } from "../../shared/kernel/problems";
import type { UserRow } from "./people.sql";
import type { UserChange } from "../../shared/people/people.schema";

/** Of two days that belong together one may be changed alone: the other is the one that stands. */
export function requireOrder(input: UserChange, now: UserRow): void {
  const start = input.contract_start === undefined ? now.contract_start : input.contract_start;
  const end = input.contract_end === undefined ? now.contract_end : input.contract_end;
  if (start && end && start > end) throw invalid("contract_end", "field.endBeforeStart");
}
