import type { ChainSubject } from "../../../shared/approvals/approvals/approvals.chain.rules";
import { homeAmount } from "../../../shared/requests/finance/finance.items.rules";
import type { PlannedStep } from "../../approvals/approvals/approvals.service";
import type { Tx } from "../../platform/database/unit-of-work";
import { isOverBudget } from "./finance-budget.service";
import { planPaidChain } from "../money/paid-chain";
import { exchangeRateOf } from "../money/rates.read";

/** Plans the approval chain. Rules compare amounts in the tenant's currency, so foreign amounts are converted at the current rate. */
export async function planFinanceChain(tx: Tx, subject: ChainSubject): Promise<PlannedStep[]> {
  return planPaidChain(tx, "finance", await withBudget(tx, await inHomeCurrency(tx, subject)));
}

/** Adds whether the budget is exceeded, which rules can check; also used by previews. */
async function withBudget(tx: Tx, subject: ChainSubject): Promise<ChainSubject> {
  const { department_id: departmentId, amount, over_budget, budget_year: year = null } = subject;
  if (over_budget !== undefined) return subject;
  return { ...subject, over_budget: await isOverBudget(tx, { departmentId, year, amount }) };
}

async function inHomeCurrency(tx: Tx, subject: ChainSubject): Promise<ChainSubject> {
  const [firstAmount] = Object.entries(subject.amounts ?? {});
  if (!firstAmount) return subject;
  const [currency, amount] = firstAmount;
  const rate = await exchangeRateOf(tx, currency);
  if (!rate) return { ...subject, amount: null };
  const home = homeAmount(amount, rate.rate, rate.home);
  return { ...subject, amount: home, amounts: { [rate.home]: home, [currency]: amount } };
}
