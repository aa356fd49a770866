import {
  type ChainStep,
  type ChainSubject,
  isFallbackToAdministrators,
} from "../../../../shared/approvals/approvals/approvals.chain.rules";
import { type PlannedStep, planChain } from "../../../approvals/approvals/approvals.service";
import type { Tx } from "../../../platform/database/unit-of-work";
import { LeaveTypeEntity } from "../types/leave.entity";
import { selectHrRole } from "../types/leave.sql";

/** Plans the approval chain for a leave type: the tenant's rules, then HR if the type requires it. */
export async function planLeaveChain(tx: Tx, subject: ChainSubject): Promise<PlannedStep[]> {
  const type = await tx.repo(LeaveTypeEntity).findOne({ id: Number(subject.type) });
  const hr = await tx.one<{ id: number }>(selectHrRole, [subject.requester_id]);
  return planChain(tx, "leave", subject, (steps) => withHr(steps, type?.hrStep ?? false, hr?.id ?? null));
}

/** Whether the step would wait for a manager or head who is absent without a delegate or superior. HR decides instead. */
const isAwaited = ({ by, route }: ChainStep): boolean => (by === "manager" || by === "head") && route === "absent";
const absentApproverId = (step: ChainStep) => (isAwaited(step) ? step.approver_id : step.meant_id);

/** HR decides for employees without a manager, and last where the type requires it. */
function withHr(steps: ChainStep[], hrStep: boolean, hrRoleId: number | null): ChainStep[] {
  if (hrRoleId === null) return steps;
  const hr = {
    rule_id: null,
    by: "role",
    approver_id: null,
    role_id: hrRoleId,
    route: "rule",
    meant_id: null,
  } as const;
  const routed = steps.map(
    (step): ChainStep =>
      isFallbackToAdministrators(step) || isAwaited(step)
        ? { ...hr, route: absentApproverId(step) === null ? "upward" : "away", meant_id: absentApproverId(step) }
        : step,
  );
  const approvalSteps = hrStep && !routed.some((step) => step.role_id === hrRoleId) ? [...routed, hr] : routed;
  return approvalSteps.filter(
    (step, at) => at === 0 || step.role_id === null || step.role_id !== approvalSteps[at - 1]?.role_id,
  );
}
