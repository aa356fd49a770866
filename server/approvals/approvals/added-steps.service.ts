import type { Tx } from "../../platform/database/unit-of-work";
import { requestChangeKey } from "./approvals.events";
import type { PlannedStep } from "./approvals.service";
import { insertFurtherSteps, stepsOfRound } from "./approvals.sql";
import type { CurrentStep, RequestRow } from "./request.entity";

/** Adds the steps of a chain whose approvers aren't approvers of the request yet to the end of its current round. */
export async function addMissingSteps(
  tx: Tx,
  { id, round }: Pick<RequestRow, "id" | "round">,
  chain: readonly PlannedStep[],
): Promise<void> {
  const steps = await tx.rows<Pick<CurrentStep, "approver_id" | "role_id" | "meant_id">>(stepsOfRound, [id, round]);
  const isIncluded = ({ approver_id, role_id }: PlannedStep) =>
    steps.some((step) =>
      approver_id === null ? step.role_id === role_id : [step.approver_id, step.meant_id].includes(approver_id),
    );
  const missing = chain.filter((step) => !isIncluded(step));
  if (missing.length === 0) return;
  await tx.rows(insertFurtherSteps, [id, round, JSON.stringify(missing)]);
  tx.markChanged(requestChangeKey, id);
}
