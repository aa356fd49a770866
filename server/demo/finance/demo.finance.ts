import type { TenantDemo } from "../../platform/demo/demo.steps";
import {
  grandTotals,
  homeAmount,
  itemAmounts as financeAmounts,
} from "../../../shared/requests/finance/finance.items.rules";
import { decimalsOf, minusMoney, sumOfMoney, timesMoney } from "../../../shared/kernel/money";
import { homeAmountOf, itemAmounts } from "../../../shared/requests/expenses/expenses.rules";
import { dayMs } from "../../platform/demo/demo.calendar";
import { demoCategories, type PlannedClaim, plannedClaims } from "./demo.expenses.plan";
import { type RequestTimes, writeFinanceHistory, requestTimesOf } from "./demo.finance.events";
import type { PlannedFinance } from "./demo.finance.single";
import {
  demoBudgets,
  demoCostAccounts,
  demoSuppliers,
  demoUserAccounts,
  demoVatRates,
  demoFinanceRequests,
  demoRates,
} from "./demo.finance.plan";
import { type DemoPayment, writePaymentBatches } from "./demo.payments";
import type { DemoTenant } from "../../platform/demo/demo.tenant";
import type { DemoPerson } from "../../platform/demo/demo.tenant";
import { type DemoLog, isoInstantOf } from "../../platform/demo/demo.rows";

const versions = {
  draft: 1,
  submitted: 2,
  waiting_manager_approval: 2,
  waiting_finance_approval: 3,
  approved: 4,
  paid: 5,
  archived: 6,
  changes_requested: 3,
  rejected: 3,
  cancelled: 3,
} as const;

/** States of the manager's and the finance step; both steps are approved for statuses not listed. */
const stepStates: Partial<Record<PlannedFinance["status"], readonly [string, string]>> = {
  waiting_manager_approval: ["now", "next"],
  waiting_finance_approval: ["approved", "now"],
  changes_requested: ["changes_requested", "dropped"],
  rejected: ["rejected", "dropped"],
  cancelled: ["dropped", "dropped"],
};

const home = "USD";
const archiveDays = 30;

export function writeFinance({ log, tenant }: TenantDemo): void {
  const { people } = tenant;
  const tenant_id = tenant.id;
  const now = tenant.now.getTime();
  const updated_at = isoInstantOf(now - 5 * dayMs);
  log.add("finance_settings", {
    tenant_id,
    currency: home,
    archive_days: archiveDays,
    version: 1,
    checked_at: isoInstantOf(now),
  });
  log.add("accounting_settings", {
    tenant_id,
    consultant_number: 29_098,
    client_number: 55_003,
    fiscal_month: 1,
    account_length: 4,
    clearing_account: "70000",
    fallback_account: "1590",
    version: 1,
  });
  for (const [code, rate] of demoRates) log.add("finance_currency", { tenant_id, code, rate, updated_at });
  const accounts = new Map<string, number>();
  for (const [code, name] of demoCostAccounts) {
    const id = log.id("cost_account");
    accounts.set(code, id);
    log.add("cost_account", { id, tenant_id, code, name, version: 1 });
  }
  const rates = new Map<string, { id: number; percent: string }>();
  for (const [code, name, percent, accounting_key] of demoVatRates) {
    const id = log.id("vat_rate");
    rates.set(code, { id, percent });
    log.add("vat_rate", { id, tenant_id, code, name, percent, accounting_key, version: 1 });
  }
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
  const desk = new Desk(log, tenant, people, rates);
  desk.writeSuppliers(accounts);
  desk.writeUserAccounts();
  for (const plan of demoFinanceRequests) desk.write(plan);
  desk.writeClaims(accounts);
  desk.writeBatches();
  desk.writeNumbers();
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

class Desk {
  private readonly suppliers = new Map<
    string,
    { id: number; days: number; account: number | null; iban: string | undefined }
  >();
  private readonly payments: DemoPayment[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly financeRole: unknown;
  /** Finance approver; never the payer. */
  private readonly decider: number;
  private readonly payer: number;

  constructor(
    private readonly log: DemoLog,
    private readonly tenant: DemoTenant,
    private readonly people: readonly DemoPerson[],
    private readonly vatRates: ReadonlyMap<string, { id: number; percent: string }>,
  ) {
    this.financeRole = log.rows.role?.find((role) => role.tenant_id === tenant.id && role.code === "finance")?.id;
    this.decider = tenant.users.get("ingrid")?.id as number;
    this.payer = tenant.users.get("mei")?.id as number;
  }

  writeNumbers(): void {
    for (const [key, last] of this.numbers) {
      const [type, year] = key.split(" ");
      this.log.add("finance_number", { tenant_id: this.tenant.id, type, year: Number(year), last });
    }
  }

  writeBatches(): void {
    // Of four eyes: nobody makes or approves a batch with requests that they approved.
    const administrator = this.tenant.users.get("layla")?.id as number;
    const users = {
      completed: { creatorId: this.payer, approver: administrator },
      submitted: { creatorId: administrator },
    };
    writePaymentBatches(this.log, this.tenant, this.payments, users, (year) => this.number("payment_batch", year).last);
  }

  writeSuppliers(accounts: ReadonlyMap<string, number>): void {
    const { log, tenant } = this;
    const tenant_id = tenant.id;
    const daysAgo = (days: number) => isoInstantOf(tenant.now.getTime() - days * dayMs);
    for (const [at, { name, days, account, vatId, ibans }] of demoSuppliers.entries()) {
      const id = log.id("supplier");
      const cost_account_id = accounts.get(account) ?? null;
      this.suppliers.set(name, { id, days, account: cost_account_id, iban: ibans[0] });
      log.add("supplier", {
        id,
        tenant_id,
        name,
        vat_id: vatId ?? null,
        payment_days: days,
        cost_account_id,
        creditor_account: String(70_101 + at),
        version: 1 + 2 * ibans.length,
      });
      for (const [at, iban] of ibans.entries()) {
        const confirmed = at === 0 && { decided_by: this.payer, decided_at: daysAgo(399) };
        log.add("supplier_bank_account", {
          id: log.id("supplier_bank_account"),
          tenant_id,
          supplier_id: id,
          iban,
          state: confirmed ? "confirmed" : "proposed",
          proposed_by: this.decider,
          proposed_at: daysAgo(confirmed ? 400 : 2),
          ...(confirmed || { decided_by: null, decided_at: null }),
        });
      }
    }
  }

  writeUserAccounts(): void {
    const { log, tenant, people } = this;
    const daysAgo = (days: number) => isoInstantOf(tenant.now.getTime() - days * dayMs);
    const hr = tenant.users.get("jonas")?.id;
    for (const { who, ibans } of demoUserAccounts) {
      const user_id = tenant.users.get(who)?.id;
      const holder = people.find(({ key }) => key === who)?.fullname;
      for (const [at, iban] of ibans.entries()) {
        const confirmed = at === 0;
        log.add("user_bank_account", {
          id: log.id("user_bank_account"),
          tenant_id: tenant.id,
          user_id,
          holder,
          iban,
          state: confirmed ? "confirmed" : "proposed",
          proposed_by: user_id,
          proposed_at: daysAgo(confirmed ? 300 : 2),
          decided_by: confirmed ? hr : null,
          decided_at: confirmed ? daysAgo(299) : null,
        });
      }
    }
  }

  write(plan: PlannedFinance): void {
    const { log, tenant } = this;
    const { type, currency, status } = plan;
    const person = this.people.find(({ key }) => key === plan.who) as DemoPerson;
    const user = tenant.users.get(plan.who)?.id as number;
    const id = log.id("request");
    const supplier = this.suppliers.get(plan.supplier ?? "");
    const times = requestTimesOf(tenant.now, plan.ago, { id, archiveDays });
    const at = times.sent;
    const isSent = status !== "draft";
    const items = this.pricedItems(plan, supplier?.account ?? null);
    const { total: amount, tax } = grandTotals(items, currency);
    const rate = currency === home ? "1" : (demoRates.find(([code]) => code === currency)?.[1] as string);
    const worth = homeAmount(amount, rate, home);
    const number = isSent ? this.number(type, new Date(at).getUTCFullYear()) : null;
    const code = number && `${prefixes[type]}-${number.year}-${String(number.last).padStart(4, "0")}`;
    const isPaid = status === "paid" || status === "archived";
    const spent = sumOfMoney(this.receipts(amount, currency), currency);
    const settled = isPaid && type === "cash_advance" ? (plan.settled ?? true) : null;
    const department_id = person.department ? tenant.departments.get(person.department) : null;
    const last = isPaid ? times.paid : this.decidedAt(plan, times);
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
      version: versions[status] + (settled ? 1 : 0),
      sent_at: isSent ? isoInstantOf(times.sent) : null,
      decided_at: this.decidedAt(plan, times) === times.sent ? null : isoInstantOf(this.decidedAt(plan, times)),
      created_at: isoInstantOf(times.sent),
      updated_at: isoInstantOf(last),
    });
    const invoice_number = plan.invoice ?? (type === "payment" ? this.invoice(plan, at) : null);
    const invoiceDay = times.sent - demoInvoiceAge * dayMs;
    const dayOf = (time: number) => isoInstantOf(time).slice(0, 10);
    const invoice_date = type === "payment" ? dayOf(invoiceDay) : null;
    const service = type === "payment" && plan.title.includes("month") ? monthBefore(invoiceDay) : noService;
    const due_on = supplier && type === "payment" ? dayOf(invoiceDay + supplier.days * dayMs) : null;
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
        ? { rate, home_currency: home, home_amount: worth, cost: settled ? homeAmount(spent, rate, home) : worth }
        : { rate: null, home_currency: null, home_amount: null, cost: null }),
      paid_on: isPaid ? isoInstantOf(times.paid).slice(0, 10) : null,
      paid_reference,
      paid_by: isPaid ? this.payer : null,
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
      this.writeSteps(plan, person, { id, user, decider }, times);
      const manager = (person.manager && tenant.users.get(person.manager)?.id) || null;
      writeFinanceHistory(log, tenant, plan, {
        id,
        number: code,
        requester: user,
        manager,
        decider,
        payer: this.payer,
        times,
      });
    }
    if (code && type === "payment" && supplier?.iban && (isPaid || status === "approved"))
      this.payments.push({
        id,
        code,
        supplier: { id: supplier.id, name: plan.supplier as string, iban: supplier.iban },
        amount,
        currency,
        invoice: invoice_number,
        dueOn: due_on,
        paid: paid_reference ? { at: times.paid, reference: paid_reference } : null,
      });
    if (settled !== null) this.writeLedger(id, plan, amount, settled, times);
  }

  private pricedItems({ items, vat: vatCode, currency }: PlannedFinance, account: number | null) {
    const vat = vatCode ? this.vatRates.get(vatCode) : undefined;
    const vat_percent = vat?.percent ?? null;
    return items.map(([details, price, quantity]) => {
      const priced = { price: price === "" ? null : price, quantity, vat_percent };
      const { tax, total } = financeAmounts(priced, currency);
      const choices = { vat_rate_id: vat?.id ?? null, cost_account_id: (vat && account) ?? null };
      return { details, ...priced, ...choices, discount: "0", tax, total };
    });
  }

  /** Expense claims without receipts, in several states. */
  writeClaims(accounts: ReadonlyMap<string, number>): void {
    const { log, tenant } = this;
    const categories = new Map<string, { id: number; km_rate: string | null }>();
    for (const [name, item_limit, day_limit, receipt_above, km_rate, account] of demoCategories) {
      const id = log.id("expense_category");
      const limits = { item_limit, day_limit, receipt_above, km_rate, strict: false };
      const cost_account_id = accounts.get(account) ?? null;
      log.add("expense_category", { id, tenant_id: tenant.id, name, ...limits, cost_account_id, version: 1 });
      categories.set(name, { id, km_rate });
    }
    for (const plan of plannedClaims) this.writeClaim(plan, categories);
  }

  private writeClaim(
    plan: PlannedClaim,
    categories: ReadonlyMap<string, { id: number; km_rate: string | null }>,
  ): void {
    const { log, tenant } = this;
    const { status, title } = plan;
    const person = this.people.find(({ key }) => key === plan.who) as DemoPerson;
    const user = tenant.users.get(plan.who)?.id as number;
    const id = log.id("request");
    const times = requestTimesOf(tenant.now, plan.ago, { id, archiveDays });
    const isSent = status !== "draft";
    const number = isSent ? this.number("expense", new Date(times.sent).getUTCFullYear()) : null;
    const code = number && `EXP-${number.year}-${String(number.last).padStart(4, "0")}`;
    const department_id = person.department ? tenant.departments.get(person.department) : null;
    const isPaid = status === "paid";
    const items = plan.items.map(([category, ago, supplier, currency, amount, vat_rate = null], position) => {
      const { id: category_id, km_rate } = categories.get(category) as { id: number; km_rate: string | null };
      const typed = { amount, currency, kilometres: amount, vat_rate, vat_amount: null };
      const amounts = itemAmounts(typed, km_rate, home);
      const rate = currency === home ? "1" : (demoRates.find(([of]) => of === currency)?.[1] as string);
      const spent_on = isoInstantOf(times.sent - ago * dayMs).slice(0, 10);
      const home_amount = homeAmountOf(amounts.amount, rate, home);
      return { position, category_id, supplier, spent_on, ...amounts, rate, home_amount, decimals: decimalsOf(home) };
    });
    const decided = this.decidedAt(plan, times);
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
      version: versions[status],
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
      currency: home,
      amount: sumOfMoney(
        items.map(({ home_amount }) => home_amount),
        home,
      ),
      paid_on: isPaid ? isoInstantOf(times.paid).slice(0, 10) : null,
      paid_reference: isPaid ? `TRX-${20_000 + id * 7}` : null,
      paid_by: isPaid ? this.payer : null,
    });
    for (const item of items)
      log.add("expense_item", { id: log.id("expense_item"), tenant_id: tenant.id, claim_id: id, ...item });
    if (!code) return;
    this.writeSteps(plan, person, { id, user, decider: this.decider }, times);
    const manager = (person.manager && tenant.users.get(person.manager)?.id) || null;
    const { decider, payer } = this;
    const listed = { id, number: code, requester: user, manager, decider, payer, times };
    writeFinanceHistory(log, tenant, { ...plan, family: "expense", type: "expense" }, listed);
  }

  private number(type: string, year: number): { last: number; year: number } {
    const key = `${type} ${year}`;
    const last = (this.numbers.get(key) ?? 0) + 1;
    this.numbers.set(key, last);
    return { last, year };
  }

  private invoice({ supplier }: PlannedFinance, at: number): string {
    const initials = (supplier ?? "").replace(/[^A-Z]/g, "").slice(0, 3);
    return `${initials}-${isoInstantOf(at).slice(0, 7).replace("-", "")}`;
  }

  private decidedAt({ status }: Pick<PlannedFinance, "status">, times: RequestTimes): number {
    if (["draft", "waiting_manager_approval", "waiting_finance_approval"].includes(status)) return times.sent;
    return ["rejected", "changes_requested", "cancelled"].includes(status) ? times.first : times.second;
  }

  private writeSteps(
    plan: Pick<PlannedFinance, "status" | "answer">,
    person: DemoPerson,
    of: { id: number; user: number; decider: number },
    times: RequestTimes,
  ): void {
    const manager = person.manager ? this.tenant.users.get(person.manager)?.id : undefined;
    const [first, second] = stepStates[plan.status] ?? ["approved", "approved"];
    const base = { tenant_id: this.tenant.id, request_id: of.id, round: 1, route: "rule" };
    const decided = (state: string, at: number, by: number | undefined) =>
      ["now", "next", "dropped"].includes(state) ? {} : { decided_at: isoInstantOf(at), decided_by: by };
    this.log.add("request_step", {
      ...base,
      id: this.log.id("request_step"),
      position: 0,
      approver: "manager",
      approver_id: manager,
      role_id: null,
      state: first,
      since: isoInstantOf(times.sent),
      note: plan.answer ?? null,
      ...decided(first, times.first, manager),
    });
    const needsSecond = second === "now" || second === "approved";
    this.log.add("request_step", {
      ...base,
      id: this.log.id("request_step"),
      position: 1,
      approver: "role",
      approver_id: null,
      role_id: this.financeRole,
      state: second,
      since: needsSecond ? isoInstantOf(times.first) : null,
      note: null,
      ...decided(second, times.second, of.decider),
    });
  }

  /** The head of finance, except for payments that wait for her approval of their batch. */
  private deciderOf(type: PlannedFinance["type"], status: PlannedFinance["status"]): number {
    return type === "payment" && status === "approved" ? this.payer : this.decider;
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
        actor_id: this.payer,
        created_at: isoInstantOf(at),
      });
    }
  }
}
