import { type ChainStep, type ChainSubject, isAstray } from "../../shared/approvals/approvals.chain.rules";
import { type PlannedStep, planChain } from "../approvals/approvals.service";
import type { Tx } from "../platform/database/unit-of-work";
import { LeaveTypeEntity } from "./leave.entity";
import { hrRole } from "./leave.sql";

/** Who is asked for leave of a type, in order: by the tenant's rules, and HR where the type says so. */
export async function planLeave(tx: Tx, subject: ChainSubject): Promise<PlannedStep[]> {
  const type = await tx.repo(LeaveTypeEntity).findOne({ id: Number(subject.type) });
  const hr = await tx.one<{ id: number }>(hrRole, [subject.requester_id]);
  return planChain(tx, "leave", subject, (steps) => withHr(steps, type?.hrStep ?? false, hr?.id ?? null));
}

/** Whoever has no manager is HR's to decide; types may ask HR after everyone else. */
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
      isAstray(step) ? { ...hr, route: step.meant_id === null ? "upward" : "away", meant_id: step.meant_id } : step,
  );
  const asked = hrStep && !routed.some((step) => step.role_id === hrRoleId) ? [...routed, hr] : routed;
  return asked.filter((step, at) => at === 0 || step.role_id === null || step.role_id !== asked[at - 1]?.role_id);
}
