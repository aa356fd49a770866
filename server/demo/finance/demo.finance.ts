import { grandTotal, homeAmount, itemTotal } from "../../../shared/finance/finance.items.rules";
import { decimalsOf, minusMoney, sumOfMoney, timesMoney } from "../../../shared/kernel/money";
import { dayMs } from "../demo.calendar";
import { type Times, tellFinanceHistory, timesOf } from "./demo.finance.events";
import type { PlannedFinance } from "./demo.finance.once";
import { budgets, plannedFinance, rates } from "./demo.finance.plan";
import { stepStates, versions } from "./demo.finance.steps";
import type { DemoTenant } from "../demo.history";
import type { DemoPerson } from "../demo.people";
import { type DemoLog, iso } from "../demo.rows";

const home = "USD";
const archiveDays = 30;

/** Currencies, budgets, and a year of requests of every kind in every state. */
export function writeFinance(log: DemoLog, tenant: DemoTenant, people: readonly DemoPerson[]): void {
  const tenant_id = tenant.id;
  const now = tenant.now.getTime();
  const updated_at = iso(now - 5 * dayMs);
  log.add("finance_settings", {
    tenant_id,
    currency: home,
    archive_days: archiveDays,
    version: 1,
    checked_at: iso(now),
  });
  for (const [code, rate] of rates) log.add("finance_currency", { tenant_id, code, rate, updated_at });
  const year = tenant.now.getUTCFullYear();
  for (const [code, amount] of budgets) {
    const department_id = tenant.departments.get(code);
    for (const [of, share] of [
      [year - 1, 0.9],
      [year, 1],
      [year + 1, 1],
    ] as const) {
      const id = log.id("finance_budget");
      log.add("finance_budget", { id, tenant_id, department_id, year: of, amount: amount * share, version: 1 });
    }
  }
  const desk = new Desk(log, tenant, people);
  for (const plan of plannedFinance) desk.write(plan);
  desk.writeNumbers();
  log.add("finance_archive_run", {
    id: log.id("finance_archive_run"),
    tenant_id,
    state: "done",
    due: 3,
    moved: 3,
    unsettled: 1,
    started_at: iso(now - dayMs),
    finished_at: iso(now - dayMs + 900),
  });
}

const prefixes = { purchase: "PUR", payment: "PAY", cash_advance: "ADV" } as const;

class Desk {
  private readonly numbers = new Map<string, number>();
  private readonly financeRole: unknown;
  /** Decides for finance; whoever pays is somebody else. */
  private readonly decider: number;
  private readonly payer: number;

  constructor(
    private readonly log: DemoLog,
    private readonly tenant: DemoTenant,
    private readonly people: readonly DemoPerson[],
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

  write(plan: PlannedFinance): void {
    const { log, tenant } = this;
    const { type, currency, status } = plan;
    const person = this.people.find(({ key }) => key === plan.who) as DemoPerson;
    const user = tenant.users.get(plan.who)?.id as number;
    const id = log.id("request");
    const times = timesOf(tenant.now, plan.ago, { id, archiveDays });
    const at = times.sent;
    const isSent = status !== "draft";
    const items = plan.items.map(([details, price, quantity]) => {
      const filled = price === "" ? null : price;
      return { details, price: filled, quantity, total: itemTotal({ price: filled, quantity }, currency) };
    });
    const amount = grandTotal(items, currency);
    const rate = currency === home ? "1" : (rates.find(([code]) => code === currency)?.[1] as string);
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
      sent_at: isSent ? iso(times.sent) : null,
      decided_at: this.decidedAt(plan, times) === times.sent ? null : iso(this.decidedAt(plan, times)),
      created_at: iso(times.sent),
      updated_at: iso(last),
    });
    log.add("finance_request", {
      id,
      tenant_id: tenant.id,
      requester_id: user,
      type,
      status,
      department_id,
      number: number?.last ?? null,
      number_year: number?.year ?? null,
      dated: iso(times.sent).slice(0, 10),
      title: plan.title,
      details: plan.title,
      supplier: plan.supplier,
      invoice_number: plan.invoice ?? (type === "payment" ? this.invoice(plan, at) : null),
      note: plan.note ?? null,
      currency,
      amount,
      ...(number
        ? { rate, home_currency: home, home_amount: worth, cost: settled ? homeAmount(spent, rate, home) : worth }
        : { rate: null, home_currency: null, home_amount: null, cost: null }),
      paid_on: isPaid ? iso(times.paid).slice(0, 10) : null,
      paid_reference: isPaid ? `TRX-${20_000 + id * 7}` : null,
      paid_by: isPaid ? this.payer : null,
      settled,
      archive_from: isPaid ? iso(times.paid).slice(0, 10) : null,
      archived_at: status === "archived" ? iso(times.archived) : null,
    });
    for (const [position, item] of items.entries()) {
      const decimals = decimalsOf(currency);
      log.add("finance_item", { tenant_id: tenant.id, request_id: id, position, ...item, decimals });
    }
    if (code) {
      this.writeSteps(plan, person, { id, user }, times);
      const manager = (person.manager && tenant.users.get(person.manager)?.id) || null;
      tellFinanceHistory(log, tenant, plan, {
        id,
        number: code,
        requester: user,
        manager,
        decider: this.decider,
        payer: this.payer,
        times,
      });
    }
    if (settled !== null) this.writeLedger(id, plan, amount, settled, times);
  }

  private number(type: string, year: number): { last: number; year: number } {
    const key = `${type} ${year}`;
    const last = (this.numbers.get(key) ?? 0) + 1;
    this.numbers.set(key, last);
    return { last, year };
  }

  private invoice({ supplier }: PlannedFinance, at: number): string {
    const initials = (supplier ?? "").replace(/[^A-Z]/g, "").slice(0, 3);
    return `${initials}-${iso(at).slice(0, 7).replace("-", "")}`;
  }

  private decidedAt({ status }: PlannedFinance, times: Times): number {
    if (["draft", "waiting_manager_approval", "waiting_finance_approval"].includes(status)) return times.sent;
    return ["rejected", "changes_requested", "cancelled"].includes(status) ? times.first : times.second;
  }

  private writeSteps(plan: PlannedFinance, person: DemoPerson, of: { id: number; user: number }, times: Times): void {
    const manager = person.manager ? this.tenant.users.get(person.manager)?.id : undefined;
    const [first, second] = stepStates[plan.status] ?? ["approved", "approved"];
    const base = { tenant_id: this.tenant.id, request_id: of.id, round: 1, route: "rule" };
    const decided = (state: string, at: number, by: number | undefined) =>
      ["now", "next", "dropped"].includes(state) ? {} : { decided_at: iso(at), decided_by: by };
    this.log.add("request_step", {
      ...base,
      id: this.log.id("request_step"),
      position: 0,
      approver: "manager",
      approver_id: manager,
      role_id: null,
      state: first,
      since: iso(times.sent),
      note: plan.answer ?? null,
      ...decided(first, times.first, manager),
    });
    const asked = second === "now" || second === "approved";
    this.log.add("request_step", {
      ...base,
      id: this.log.id("request_step"),
      position: 1,
      approver: "role",
      approver_id: null,
      role_id: this.financeRole,
      state: second,
      since: asked ? iso(times.first) : null,
      note: null,
      ...decided(second, times.second, this.decider),
    });
  }

  /** Two receipts, for a little less than what was given. */
  private receipts(amount: string, currency: string): string[] {
    return [timesMoney(amount, "0.62", currency), timesMoney(amount, "0.31", currency)];
  }

  private writeLedger(request_id: number, plan: PlannedFinance, amount: string, settled: boolean, times: Times): void {
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
        date: iso(at).slice(0, 10),
        actor_id: this.payer,
        created_at: iso(at),
      });
    }
  }
}
