import { decimalsOf, sumOfMoney } from "../../../../shared/kernel/money";
import { homeAmountOf, itemAmounts } from "../../../../shared/requests/expenses/expenses.rules";
import { dayMs } from "../../../platform/demo/demo.calendar";
import { type DemoLog, isoInstantOf } from "../../../platform/demo/demo.rows";
import type { TenantDemo } from "../../../platform/demo/demo.steps";
import type { DemoPerson, DemoTenant } from "../../../platform/demo/demo.tenant";
import {
  demoCostAccountIds,
  demoHomeCurrency,
  DemoMoneyDesk,
  demoRateOf,
  demoVersions,
} from "../../money/demo/demo.money";
import { requestTimesOf, writeMoneyHistory } from "../../money/demo/demo.money.events";
import { demoCategories, type PlannedClaim, plannedClaims } from "./demo.expenses.plan";

export function writeExpenses({ log, tenant }: TenantDemo): void {
  new ExpenseDesk(log, tenant).writeClaims();
}

class ExpenseDesk {
  private readonly desk: DemoMoneyDesk;

  constructor(
    private readonly log: DemoLog,
    private readonly tenant: DemoTenant,
  ) {
    this.desk = new DemoMoneyDesk(log, tenant);
  }

  /** Expense claims without receipts, in several states. */
  writeClaims(): void {
    const { log, tenant } = this;
    const accounts = demoCostAccountIds(log, tenant);
    const categories = new Map<string, { id: number; km_rate: string | null }>();
    for (const [name, item_limit, day_limit, receipt_above, km_rate, account] of demoCategories) {
      const id = log.id("expense_category");
      const limits = { item_limit, day_limit, receipt_above, km_rate, strict: false };
      const cost_account_id = accounts.get(account) ?? null;
      log.add("expense_category", { id, tenant_id: tenant.id, name, ...limits, cost_account_id, version: 1 });
      categories.set(name, { id, km_rate });
    }
    for (const plan of plannedClaims) this.writeClaim(plan, categories);
    this.desk.writeNumbers();
  }

  private writeClaim(
    plan: PlannedClaim,
    categories: ReadonlyMap<string, { id: number; km_rate: string | null }>,
  ): void {
    const { log, tenant } = this;
    const { status, title } = plan;
    const person = tenant.people.find(({ key }) => key === plan.who) as DemoPerson;
    const user = tenant.users.get(plan.who)?.id as number;
    const id = log.id("request");
    const times = requestTimesOf(tenant.now, plan.ago, id);
    const isSent = status !== "draft";
    const number = isSent ? this.desk.takeNumber("expense", new Date(times.sent).getUTCFullYear()) : null;
    const code = number && `EXP-${number.year}-${String(number.last).padStart(4, "0")}`;
    const department_id = person.department ? tenant.departments.get(person.department) : null;
    const isPaid = status === "paid";
    const items = plan.items.map(([category, ago, supplier, currency, amount, vat_rate = null], position) => {
      const { id: category_id, km_rate } = categories.get(category) as { id: number; km_rate: string | null };
      const typed = { amount, currency, kilometres: amount, vat_rate, vat_amount: null };
      const amounts = itemAmounts(typed, km_rate, demoHomeCurrency);
      const rate = demoRateOf(currency);
      const spent_on = isoInstantOf(times.sent - ago * dayMs).slice(0, 10);
      const home_amount = homeAmountOf(amounts.amount, rate, demoHomeCurrency);
      return {
        position,
        category_id,
        supplier,
        spent_on,
        ...amounts,
        rate,
        home_amount,
        decimals: decimalsOf(demoHomeCurrency),
      };
    });
    const decided = this.desk.decidedAt(plan, times);
    log.add("request", {
      id,
      tenant_id: tenant.id,
      family: "expense",
      requester_id: user,
      department_id,
      type: "expense",
      status,
      title: code && `${code} ${title}`,
      round: isSent ? 1 : 0,
      step: status === "waiting_finance_approval" ? 1 : isPaid || status === "approved" ? 2 : 0,
      version: demoVersions[status],
      sent_at: isSent ? isoInstantOf(times.sent) : null,
      decided_at: decided === times.sent ? null : isoInstantOf(decided),
      created_at: isoInstantOf(times.sent),
      updated_at: isoInstantOf(isPaid ? times.paid : decided),
    });
    log.add("expense_claim", {
      id,
      tenant_id: tenant.id,
      requester_id: user,
      type: "expense",
      status,
      number: number?.last ?? null,
      number_year: number?.year ?? null,
      dated: isoInstantOf(times.sent).slice(0, 10),
      title,
      note: null,
      currency: demoHomeCurrency,
      amount: sumOfMoney(
        items.map(({ home_amount }) => home_amount),
        demoHomeCurrency,
      ),
      paid_on: isPaid ? isoInstantOf(times.paid).slice(0, 10) : null,
      paid_reference: isPaid ? `TRX-${20_000 + id * 7}` : null,
      paid_by: isPaid ? this.desk.payer : null,
    });
    for (const item of items)
      log.add("expense_item", { id: log.id("expense_item"), tenant_id: tenant.id, claim_id: id, ...item });
    if (!code) return;
    this.desk.writeSteps(plan, person, { id, user, decider: this.desk.decider }, times);
    const manager = (person.manager && tenant.users.get(person.manager)?.id) || null;
    const { decider, payer } = this.desk;
    const listed = { id, number: code, requester: user, manager, decider, payer, times };
    writeMoneyHistory(log, tenant, { ...plan, family: "expense", type: "expense" }, listed);
  }
}
