import { officeTimeOn, dayMs } from "../../../platform/demo/demo.calendar";
import { type DomainEvents, userStream } from "../../../../shared/kernel/events";
import type { MoneyStatus } from "../../../../shared/requests/money/money.workflow";
import type { DemoTenant } from "../../../platform/demo/demo.tenant";
import type { DemoLog } from "../../../platform/demo/demo.rows";

export interface RequestTimes {
  sent: number;
  first: number;
  second: number;
  paid: number;
  settled: number;
  archived: number;
}

/** Days from the payment of a request to its archival. */
export const demoArchiveDays = 30;

/** Times of a request sent `ago` days before now. */
export function requestTimesOf(now: Date, ago: number, id: number): RequestTimes {
  const at = (days: number, place: number) => officeTimeOn(now, now.getTime() + (days - ago) * dayMs, place, id);
  return {
    sent: at(0, 0),
    first: at(1, 1),
    second: at(2, 2),
    paid: at(4, 3),
    settled: at(11, 4),
    archived: at(4 + demoArchiveDays + 1, 5),
  };
}

export interface PlannedMoney {
  status: MoneyStatus;
  title: string;
  answer?: string;
  settled?: boolean;
}

interface MoneyHistory {
  id: number;
  number: string;
  requester: number;
  manager: number | null;
  decider: number;
  payer: number;
  times: RequestTimes;
}

const afterwards = ["approved", "paid", "archived"];

/** Emits the history of a request on its requester's stream, which the request's screen reads. */
export function writeMoneyHistory(
  log: DemoLog,
  tenant: DemoTenant,
  plan: PlannedMoney & { family?: "expense"; type: string },
  history: MoneyHistory,
): void {
  const { id, number, manager, decider, payer, times } = history;
  const people = new Map([...tenant.users.values()].map((user) => [user.id, user]));
  const person = (userId: number) => {
    const { fullname = "", image = null } = people.get(userId) ?? {};
    return { id: userId, fullname, image };
  };
  const { type, status } = plan;
  const family: "finance" | "expense" = plan.family ?? "finance";
  const of = {
    id,
    family,
    type,
    title: `${number} ${plan.title}`,
    requester: person(history.requester),
  };
  const numbered = { ...of, number };
  const about = (at: number, actorId: number | null) => {
    const stream = userStream(history.requester);
    return { at, tenantId: tenant.id, stream, actorId };
  };
  const waiting = "waiting_manager_approval";
  log.emit("request.sent", about(times.sent, history.requester), { ...of, status: waiting, version: 2, again: false });
  if (status === waiting) return;
  if (status === "cancelled") {
    log.emit("request.cancelled", about(times.first, history.requester), {
      ...of,
      status,
      version: 3,
      approved_by: [],
    });
    return;
  }
  const decisionData = { note: plan.answer ?? null, on_behalf_of: null };
  const refused = status === "rejected" || status === "changes_requested";
  log.emit("request.decided", about(times.first, manager), {
    ...of,
    ...decisionData,
    status: refused ? status : "waiting_finance_approval",
    version: 3,
    step: 0,
    decision: refused ? status : "approved",
    waits_for: refused ? [] : [decider, payer],
  });
  if (!afterwards.includes(status)) return;
  const final = { ...of, ...decisionData, status: "approved", version: 4, step: 1, waits_for: [] };
  log.emit("request.decided", about(times.second, decider), { ...final, decision: "approved" });
  if (status === "approved") return;
  const paid = { ...numbered, status: "paid", version: 5 };
  const date = new Date(times.paid).toISOString().slice(0, 10);
  log.emit("request.paid", about(times.paid, payer), { ...paid, date, reference: `TRX-${20_000 + id * 7}` });
  if (type === "cash_advance" && (plan.settled ?? true)) {
    log.emit("request.settled", about(times.settled, payer), {
      ...(paid as typeof paid & { family: "finance"; type: "cash_advance" }),
      version: 6,
      settled: true,
    });
  }
  if (status !== "archived") return;
  const archived = { ...numbered, status, version: 6 } as DomainEvents["request.archived"];
  log.emit("request.archived", about(times.archived, null), archived);
}
