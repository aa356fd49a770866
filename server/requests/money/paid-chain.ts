import {
  type ChainStep,
  type ChainSubject,
  isFallbackToAdministrators,
} from "../../../shared/approvals/approvals/approvals.chain.rules";
import type { RequestFamily } from "../../../shared/approvals/approvals/families";
import { type PlannedStep, planChain } from "../../approvals/approvals/approvals.service";
import { sql, type Tx } from "../../platform/database/unit-of-work";

const selectFinanceRole = sql(
  "finance.role",
  `SELECT r.id FROM role r WHERE r.tenant_id = current_tenant() AND r.code = 'finance' AND EXISTS (
     SELECT FROM family_decider e WHERE e.role_id = r.id AND e.family = $2 AND e.id <> $1)`,
);

/** Plans the chain of a family that finance decides after the manager. The subject's amount is in the tenant's currency. */
export async function planPaidChain(tx: Tx, family: RequestFamily, subject: ChainSubject): Promise<PlannedStep[]> {
  const role = await tx.one<{ id: number }>(selectFinanceRole, [subject.requester_id, family]);
  return planChain(tx, family, subject, (steps) => withFinance(steps, role?.id ?? null));
}

/**
 * Without a rule, the manager decides first and then finance; without a manager, only finance.
 * @param financeRoleId null when the requester is the only finance user.
 */
function withFinance(steps: ChainStep[], financeRoleId: number | null): ChainStep[] {
  if (financeRoleId === null) return steps;
  const finance = {
    rule_id: null,
    by: "role",
    approver_id: null,
    role_id: financeRoleId,
    route: "rule",
    meant_id: null,
  } as const;
  const routed = steps.map((step): ChainStep => {
    return isFallbackToAdministrators(step)
      ? { ...finance, rule_id: step.rule_id, route: "upward", meant_id: step.meant_id }
      : step;
  });
  const ruled = steps.some((step) => step.rule_id !== null);
  const approvalSteps = ruled || routed.some((step) => step.role_id === financeRoleId) ? routed : [...routed, finance];
  return approvalSteps.filter(
    (step, at) => at === 0 || step.role_id === null || step.role_id !== approvalSteps[at - 1]?.role_id,
  );
}
