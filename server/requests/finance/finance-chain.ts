import {
  type ChainStep,
  type ChainSubject,
  isFallbackToAdministrators,
} from "../../../shared/approvals/approvals/approvals.chain.rules";
import type { RequestFamily } from "../../../shared/approvals/approvals/families";
import { homeAmount } from "../../../shared/requests/finance/finance.items.rules";
import { type PlannedStep, planChain } from "../../approvals/approvals/approvals.service";
import type { Tx } from "../../platform/database/unit-of-work";
import { isOverBudget } from "./finance-budget.service";
import { exchangeRateOf } from "./finance-rates.read";
import { selectFinanceRole } from "./finance.sql";

/** Plans the approval chain. Rules compare amounts in the tenant's currency, so foreign amounts are converted at the current rate. */
export async function planFinanceChain(tx: Tx, subject: ChainSubject): Promise<PlannedStep[]> {
  return planPaidChain(tx, "finance", await withBudget(tx, await inHomeCurrency(tx, subject)));
}

/** Plans the chain of a family that finance decides after the manager. The subject's amount is in the tenant's currency. */
export async function planPaidChain(tx: Tx, family: RequestFamily, subject: ChainSubject): Promise<PlannedStep[]> {
  const role = await tx.one<{ id: number }>(selectFinanceRole, [subject.requester_id, family]);
  return planChain(tx, family, subject, (steps) => withFinance(steps, role?.id ?? null));
}

/** Adds whether the budget is exceeded, which rules can check; also used by previews. */
async function withBudget(tx: Tx, subject: ChainSubject): Promise<ChainSubject> {
  const { department_id: departmentId, amount, over_budget } = subject;
  if (over_budget !== undefined) return subject;
  return { ...subject, over_budget: await isOverBudget(tx, { departmentId, year: null, amount }) };
}

async function inHomeCurrency(tx: Tx, subject: ChainSubject): Promise<ChainSubject> {
  const [asked] = Object.entries(subject.amounts ?? {});
  if (!asked) return subject;
  const [currency, amount] = asked;
  const rate = await exchangeRateOf(tx, currency);
  if (!rate) return { ...subject, amount: null };
  const home = homeAmount(amount, rate.rate, rate.home);
  return { ...subject, amount: home, amounts: { [rate.home]: home, [currency]: amount } };
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
  const asked = ruled || routed.some((step) => step.role_id === financeRoleId) ? routed : [...routed, finance];
  return asked.filter((step, at) => at === 0 || step.role_id === null || step.role_id !== asked[at - 1]?.role_id);
}
