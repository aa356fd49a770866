import { decimalsOf, minusMoney, sumOfMoney, timesMoney } from "../../../../shared/kernel/money";
import { grandTotals, homeAmount, itemAmounts } from "../../../../shared/requests/finance/finance.items.rules";
import { dayMs } from "../../../platform/demo/demo.calendar";
import { type DemoLog, isoInstantOf } from "../../../platform/demo/demo.rows";
import type { TenantDemo } from "../../../platform/demo/demo.steps";
import type { DemoPerson, DemoTenant } from "../../../platform/demo/demo.tenant";
import { demoHomeCurrency, DemoMoneyDesk, demoRateOf, demoRates, demoVersions } from "../../money/demo/demo.money";
import {
  demoArchiveDays,
  type RequestTimes,
  requestTimesOf,
  writeMoneyHistory,
} from "../../money/demo/demo.money.events";
import { demoBudgets, demoFinanceRequests } from "./demo.finance.plan";
import type { PlannedFinance } from "./demo.finance.single";

export function writeFinance({ log, tenant }: TenantDemo): void {
  const tenant_id = tenant.id;
  const now = tenant.now.getTime();
  const updated_at = isoInstantOf(now - 5 * dayMs);
  log.add("finance_settings", {
    tenant_id,
    currency: demoHomeCurrency,
    archive_days: demoArchiveDays,
    version: 1,
    checked_at: isoInstantOf(now),
  });
  for (const [code, rate] of demoRates) log.add("finance_currency", { tenant_id, code, rate, updated_at });
  const year = tenant.now.getUTCFullYear();
  for (const [code, amount, owner] of demoBudgets) {
    const [department_id, owner_id] = [tenant.departments.get(code), tenant.users.get(owner)?.id];
    for (const [of, share] of [
      [year - 1, 0.9],
      [year, 1],
      [year + 1, 1],
    ] as const) {
      const id = log.id("finance_budget");
      log.add("finance_budget", {
        id,
        tenant_id,
        department_id,
        year: of,
        amount: amount * share,
        owner_id,
        version: 1,
      });
    }
  }
  const requests = new FinanceDesk(log, tenant);
  for (const plan of demoFinanceRequests) requests.write(plan);
  requests.desk.writeNumbers();
  log.add("finance_archive_run", {
    id: log.id("finance_archive_run"),
    tenant_id,
    state: "done",
    due: 3,
    moved: 3,
    unsettled: 1,
    started_at: isoInstantOf(now - dayMs),
    finished_at: isoInstantOf(now - dayMs + 900),
  });
}

/** Days between an invoice and the request for its payment. */
const demoInvoiceAge = 3;
const noService = { service_from: null, service_to: null };
/** The month before a time, as a period. */
function monthBefore(time: number): { service_from: string; service_to: string } {
  const date = new Date(time);
  const dayOf = (month: number, day: number) =>
    isoInstantOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + month, day)).slice(0, 10);
  return { service_from: dayOf(-1, 1), service_to: dayOf(0, 0) };
}

const prefixes = { purchase: "PUR", payment: "PAY", cash_advance: "ADV" } as const;

class FinanceDesk {
  readonly desk: DemoMoneyDesk;

  constructor(
    private readonly log: DemoLog,
    private readonly tenant: DemoTenant,
  ) {
    this.desk = new DemoMoneyDesk(log, tenant);
  }

  write(plan: PlannedFinance): void {
    const { log, tenant } = this;
    const { type, currency, status } = plan;
    const person = tenant.people.find(({ key }) => key === plan.who) as DemoPerson;
    const user = tenant.users.get(plan.who)?.id as number;
    const id = log.id("request");
    const supplier = this.ownRows("supplier").find(({ name }) => name === plan.supplier);
    const times = requestTimesOf(tenant.now, plan.ago, id);
    const at = times.sent;
    const isSent = status !== "draft";
    const items = this.pricedItems(plan, supplier?.cost_account_id ?? null);
    const { total: amount, tax } = grandTotals(items, currency);
    const rate = demoRateOf(currency);
    const worth = homeAmount(amount, rate, demoHomeCurrency);
    const number = isSent ? this.desk.takeNumber(type, new Date(at).getUTCFullYear()) : null;
    const code = number && `${prefixes[type]}-${number.year}-${String(number.last).padStart(4, "0")}`;
    const isPaid = status === "paid" || status === "archived";
    const spent = sumOfMoney(this.receipts(amount, currency), currency);
    const settled = isPaid && type === "cash_advance" ? (plan.settled ?? true) : null;
    const department_id = person.department ? tenant.departments.get(person.department) : null;
    const last = isPaid ? times.paid : this.desk.decidedAt(plan, times);
    log.add("request", {
      id,
      tenant_id: tenant.id,
      family: "finance",
      requester_id: user,
      department_id,
      type,
      status,
      title: code && `${code} ${plan.title}`,
      round: isSent ? 1 : 0,
      step: status === "waiting_finance_approval" ? 1 : isPaid || status === "approved" ? 2 : 0,
      version: demoVersions[status] + (settled ? 1 : 0),
      sent_at: isSent ? isoInstantOf(times.sent) : null,
      decided_at:
        this.desk.decidedAt(plan, times) === times.sent ? null : isoInstantOf(this.desk.decidedAt(plan, times)),
      created_at: isoInstantOf(times.sent),
      updated_at: isoInstantOf(last),
    });
    const invoice_number = plan.invoice ?? (type === "payment" ? this.invoice(plan, at) : null);
    const invoiceDay = times.sent - demoInvoiceAge * dayMs;
    const dayOf = (time: number) => isoInstantOf(time).slice(0, 10);
    const invoice_date = type === "payment" ? dayOf(invoiceDay) : null;
    const service = type === "payment" && plan.title.includes("month") ? monthBefore(invoiceDay) : noService;
    const due_on = supplier && type === "payment" ? dayOf(invoiceDay + Number(supplier.payment_days) * dayMs) : null;
    const paid_reference = isPaid ? `TRX-${20_000 + id * 7}` : null;
    log.add("finance_request", {
      id,
      tenant_id: tenant.id,
      requester_id: user,
      type,
      status,
      department_id,
      number: number?.last ?? null,
      number_year: number?.year ?? null,
      dated: isoInstantOf(times.sent).slice(0, 10),
      title: plan.title,
      details: plan.title,
      supplier: plan.supplier,
      supplier_id: supplier?.id ?? null,
      due_on,
      invoice_number,
      invoice_date,
      ...service,
      note: plan.note ?? null,
      currency,
      amount,
      tax,
      ...(number
        ? {
            rate,
            home_currency: demoHomeCurrency,
            home_amount: worth,
            cost: settled ? homeAmount(spent, rate, demoHomeCurrency) : worth,
          }
        : { rate: null, home_currency: null, home_amount: null, cost: null }),
      paid_on: isPaid ? isoInstantOf(times.paid).slice(0, 10) : null,
      paid_reference,
      paid_by: isPaid ? this.desk.payer : null,
      settled,
      archive_from: isPaid ? isoInstantOf(times.paid).slice(0, 10) : null,
      archived_at: status === "archived" ? isoInstantOf(times.archived) : null,
    });
    for (const [position, item] of items.entries()) {
      const decimals = decimalsOf(currency);
      log.add("finance_item", { tenant_id: tenant.id, request_id: id, position, ...item, decimals });
    }
    if (code) {
      const decider = this.deciderOf(type, status);
      this.desk.writeSteps(plan, person, { id, user, decider }, times);
      const manager = (person.manager && tenant.users.get(person.manager)?.id) || null;
      writeMoneyHistory(log, tenant, plan, {
        id,
        number: code,
        requester: user,
        manager,
        decider,
        payer: this.desk.payer,
        times,
      });
    }
    if (settled !== null) this.writeLedger(id, plan, amount, settled, times);
  }

  private pricedItems({ items, vat: vatCode, currency }: PlannedFinance, account: unknown) {
    const vat = this.ownRows("vat_rate").find(({ code }) => code === vatCode);
    const vat_percent = (vat?.percent as string | undefined) ?? null;
    return items.map(([details, price, quantity]) => {
      const priced = { price: price === "" ? null : price, quantity, vat_percent };
      const { tax, total } = itemAmounts(priced, currency);
      const choices = { vat_rate_id: vat?.id ?? null, cost_account_id: (vat && account) ?? null };
      return { details, ...priced, ...choices, discount: "0", tax, total };
    });
  }

  private ownRows(table: string) {
    return (this.log.rows[table] ?? []).filter(({ tenant_id }) => tenant_id === this.tenant.id);
  }

  private invoice({ supplier }: PlannedFinance, at: number): string {
    const initials = (supplier ?? "").replace(/[^A-Z]/g, "").slice(0, 3);
    return `${initials}-${isoInstantOf(at).slice(0, 7).replace("-", "")}`;
  }

  /** The head of finance, except for payments that wait for her approval of their batch. */
  private deciderOf(type: PlannedFinance["type"], status: PlannedFinance["status"]): number {
    return type === "payment" && status === "approved" ? this.desk.payer : this.desk.decider;
  }

  private receipts(amount: string, currency: string): string[] {
    return [timesMoney(amount, "0.62", currency), timesMoney(amount, "0.31", currency)];
  }

  private writeLedger(
    request_id: number,
    plan: PlannedFinance,
    amount: string,
    settled: boolean,
    times: RequestTimes,
  ): void {
    const [first, second] = this.receipts(amount, plan.currency) as [string, string];
    const rest = minusMoney(amount, sumOfMoney([first, second], plan.currency), plan.currency);
    const entries = [
      ["given", amount, null, times.paid],
      ["receipt", first, "Receipts of the first day", times.settled],
      ...(settled
        ? [
            ["receipt", second, "Receipts of the second day", times.settled] as const,
            ["returned", rest, null, times.settled] as const,
          ]
        : []),
    ] as const;
    for (const [kind, value, details, at] of entries) {
      this.log.add("finance_entry", {
        id: this.log.id("finance_entry"),
        tenant_id: this.tenant.id,
        request_id,
        kind,
        amount: value,
        details,
        date: isoInstantOf(at).slice(0, 10),
        actor_id: this.desk.payer,
        created_at: isoInstantOf(at),
      });
    }
  }
}
