import { type ChainStep, type ChainSubject, isAstray } from "../../shared/approvals/approvals.chain.rules";
import { homeAmount } from "../../shared/finance/finance.items.rules";
import { type PlannedStep, planChain } from "../approvals/approvals.service";
import type { Tx } from "../platform/database/unit-of-work";
import { rateOf } from "./finance-rates.service";
import { financeRole } from "./finance.sql";

/**
 * Who would be asked, in order. Rules speak of amounts in the tenant's currency: what is asked for in another one is
 * converted at the rate of now.
 */
export async function planFinance(tx: Tx, subject: ChainSubject): Promise<PlannedStep[]> {
  const role = await tx.one<{ id: number }>(financeRole, [subject.requester_id]);
  const known = await inHomeCurrency(tx, subject);
  return planChain(tx, "finance", known, (steps) => withFinance(steps, role?.id ?? null));
}

async function inHomeCurrency(tx: Tx, subject: ChainSubject): Promise<ChainSubject> {
  const [asked] = Object.entries(subject.amounts ?? {});
  if (!asked) return subject;
  const [currency, amount] = asked;
  const rate = await rateOf(tx, currency);
  if (!rate) return { ...subject, amount: null };
  const home = homeAmount(amount, rate.rate, rate.home);
  return { ...subject, amount: home, amounts: { [rate.home]: home, [currency]: amount } };
}

/**
 * Without a rule of the tenant the manager decides and then finance. Whoever has nobody above is finance's to decide.
 * @param financeRoleId null when nobody but the requester is there to decide for finance.
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
    return isAstray(step) ? { ...finance, rule_id: step.rule_id, route: "upward", meant_id: step.meant_id } : step;
  });
  const ruled = steps.some((step) => step.rule_id !== null);
  const asked = ruled || routed.some((step) => step.role_id === financeRoleId) ? routed : [...routed, finance];
  return asked.filter((step, at) => at === 0 || step.role_id === null || step.role_id !== asked[at - 1]?.role_id);
}
