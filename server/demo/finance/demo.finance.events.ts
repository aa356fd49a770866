import { atWork, dayMs } from "../demo.calendar";
import { userStream } from "../../../shared/kernel/events";
import type { PlannedFinance } from "./demo.finance.once";
import type { DemoTenant } from "../demo.history";
import type { DemoLog } from "../demo.rows";

/** When what happens to a request happens, for those to which it happens. */
export interface Times {
  sent: number;
  first: number;
  second: number;
  paid: number;
  settled: number;
  archived: number;
}

/** Of a request that was sent `ago` days before now. */
export function timesOf(now: Date, ago: number, { id, archiveDays }: { id: number; archiveDays: number }): Times {
  const at = (days: number, place: number) => atWork(now, now.getTime() + (days - ago) * dayMs, place, id);
  return {
    sent: at(0, 0),
    first: at(1, 1),
    second: at(2, 2),
    paid: at(4, 3),
    settled: at(11, 4),
    archived: at(4 + archiveDays + 1, 5),
  };
}

interface Told {
  id: number;
  number: string;
  requester: number;
  /** Null where nobody stands above. */
  manager: number | null;
  decider: number;
  payer: number;
  times: Times;
}

const afterwards = ["approved", "paid", "archived"];

/** What the history of a request says, as it happened: on its requester's stream, from where its screen reads it. */
export function tellFinanceHistory(log: DemoLog, tenant: DemoTenant, plan: PlannedFinance, told: Told): void {
  const { id, number, manager, decider, payer, times } = told;
  const people = new Map([...tenant.users.values()].map((user) => [user.id, user]));
  const person = (userId: number) => {
    const { fullname = "", image = null } = people.get(userId) ?? {};
    return { id: userId, fullname, image };
  };
  const { type, status } = plan;
  const of = {
    id,
    family: "finance" as const,
    type,
    title: `${number} ${plan.title}`,
    requester: person(told.requester),
  };
  const named = { ...of, number };
  const about = (at: number, actorId: number | null) => {
    const stream = userStream(told.requester);
    return { at, tenantId: tenant.id, stream, actorId };
  };
  const waiting = "waiting_manager_approval";
  log.emit("request.sent", about(times.sent, told.requester), { ...of, status: waiting, version: 2, again: false });
  if (status === waiting) return;
  if (status === "cancelled") {
    log.emit("request.cancelled", about(times.first, told.requester), { ...of, status, version: 3, approved_by: [] });
    return;
  }
  const said = { note: plan.answer ?? null, on_behalf_of: null };
  const refused = status === "rejected" || status === "changes_requested";
  log.emit("request.decided", about(times.first, manager), {
    ...of,
    ...said,
    status: refused ? status : "waiting_finance_approval",
    version: 3,
    step: 0,
    decision: refused ? status : "approved",
    waits_for: refused ? [] : [decider, payer],
  });
  if (!afterwards.includes(status)) return;
  const final = { ...of, ...said, status: "approved", version: 4, step: 1, waits_for: [] };
  log.emit("request.decided", about(times.second, decider), { ...final, decision: "approved" });
  if (status === "approved") return;
  const paid = { ...named, status: "paid", version: 5 };
  const date = new Date(times.paid).toISOString().slice(0, 10);
  log.emit("request.paid", about(times.paid, payer), { ...paid, date, reference: `TRX-${20_000 + id * 7}` });
  if (type === "cash_advance" && (plan.settled ?? true)) {
    log.emit("request.settled", about(times.settled, payer), { ...paid, version: 6, settled: true });
  }
  if (status !== "archived") return;
  log.emit("request.archived", about(times.archived, null), { ...named, status, version: 6 });
}
