import type { MoneyStatus } from "../../../../shared/requests/money/money.workflow";
import { type DemoLog, isoInstantOf } from "../../../platform/demo/demo.rows";
import type { DemoPerson, DemoTenant } from "../../../platform/demo/demo.tenant";
import type { PlannedMoney, RequestTimes } from "./demo.money.events";

export const demoHomeCurrency = "USD";

/** US dollars per unit of each currency. */
export const demoRates = [
  ["EUR", "1.0834"],
  ["GBP", "1.2719"],
  ["IQD", "0.00076"],
  ["TRY", "0.029"],
] as const;

export const demoRateOf = (currency: string): string =>
  currency === demoHomeCurrency ? "1" : (demoRates.find(([code]) => code === currency)?.[1] as string);

export const demoVersions = {
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
const stepStates: Partial<Record<MoneyStatus, readonly [string, string]>> = {
  waiting_manager_approval: ["now", "next"],
  waiting_finance_approval: ["approved", "now"],
  changes_requested: ["changes_requested", "dropped"],
  rejected: ["rejected", "dropped"],
  cancelled: ["dropped", "dropped"],
};

export const demoCostAccountIds = (log: DemoLog, tenant: DemoTenant): ReadonlyMap<string, number> =>
  new Map(
    (log.rows.cost_account ?? [])
      .filter(({ tenant_id }) => tenant_id === tenant.id)
      .map(({ code, id }) => [code as string, id as number]),
  );

/** The finance approver, who never pays, and the payer. */
export const demoFinanceUsers = (tenant: DemoTenant) => ({
  decider: tenant.users.get("ingrid")?.id as number,
  payer: tenant.users.get("mei")?.id as number,
});

/** Common parts of the demos of the families with payment: numbers of requests and the manager's and the finance step. */
export class DemoMoneyDesk {
  readonly decider: number;
  readonly payer: number;
  private readonly numbers = new Map<string, number>();
  private readonly financeRole: unknown;

  constructor(
    private readonly log: DemoLog,
    private readonly tenant: DemoTenant,
  ) {
    this.financeRole = log.rows.role?.find((role) => role.tenant_id === tenant.id && role.code === "finance")?.id;
    ({ decider: this.decider, payer: this.payer } = demoFinanceUsers(tenant));
  }

  takeNumber(type: string, year: number): { last: number; year: number } {
    const key = `${type} ${year}`;
    const last = (this.numbers.get(key) ?? 0) + 1;
    this.numbers.set(key, last);
    return { last, year };
  }

  writeNumbers(): void {
    for (const [key, last] of this.numbers) {
      const [type, year] = key.split(" ");
      this.log.add("finance_number", { tenant_id: this.tenant.id, type, year: Number(year), last });
    }
  }

  decidedAt({ status }: Pick<PlannedMoney, "status">, times: RequestTimes): number {
    if (["draft", "waiting_manager_approval", "waiting_finance_approval"].includes(status)) return times.sent;
    return ["rejected", "changes_requested", "cancelled"].includes(status) ? times.first : times.second;
  }

  writeSteps(
    plan: Pick<PlannedMoney, "status" | "answer">,
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
}
