import { countDays, daysByYear, daysIn, weekdayOf } from "../../shared/leave/leave.days.rules";
import { dayNumber, dayOfNumber } from "../../shared/kernel/days";
import { grantedLeave, type LeaveStatus, undecidedLeave } from "../../shared/leave/leave.workflow";
import { dayMs } from "./demo.calendar";
import type { DemoTenant } from "./demo.history";
import { giveBy } from "./demo.leave.history";
import { holidays, kinds, pastLeave, type Planned, planned, weekend } from "./demo.leave.plan";
import type { DemoPerson } from "./demo.people";
import { type DemoLog, iso } from "./demo.rows";

/** Leave types, holidays, what everyone is given, and a year of requests in each state. */
export function writeLeave(log: DemoLog, tenant: DemoTenant, people: readonly DemoPerson[]): void {
  const today = iso(tenant.now.getTime()).slice(0, 10);
  const year = Number(today.slice(0, 4));
  const types = new Map<string, number>();
  for (const { name, icon, days, counting, hr_step, ...limits } of kinds) {
    const id = log.id("leave_type");
    types.set(name, id);
    const facts = { days_female: days, days_male: days, counting, hr_step };
    log.add("leave_type", { id, tenant_id: tenant.id, name, icon, ...facts, ...noLimits, ...limits });
  }
  for (const one of [year - 1, year, year + 1]) {
    for (const { day, ...names } of holidays) {
      log.add("holiday", { id: log.id("holiday"), tenant_id: tenant.id, date: `${one}-${day}`, ...names });
    }
  }
  for (const person of people) {
    if (person.role === "external") continue;
    for (const kind of kinds) {
      const user_id = tenant.users.get(person.key)?.id as number;
      const account = { tenant_id: tenant.id, user_id, leave_type_id: types.get(kind.name) as number };
      const limits = { max_carried: 0, carried_until: null, ...kind };
      const of = { ...limits, accrual: "yearly" as const, joined: null, left: null };
      if (kind.name === "Annual leave") {
        giveBy(log, account, of, `${year - 1}-01-01`);
        const past = pastLeave(person, user_id, year, today);
        for (const plan of past.lastYear) writeRequest(log, tenant, people, plan, types, today);
        giveBy(log, account, of, `${year}-01-01`);
        for (const plan of past.spring) writeRequest(log, tenant, people, plan, types, today);
      }
      giveBy(log, account, of, today);
    }
  }
  for (const plan of planned) writeRequest(log, tenant, people, plan, types, today);
}

const noLimits = { attachment_after: null, max_carried: 0, carried_until: null, longest: null };

function writeRequest(
  log: DemoLog,
  tenant: DemoTenant,
  people: readonly DemoPerson[],
  plan: Planned,
  types: ReadonlyMap<string, number>,
  today: string,
): void {
  const person = people.find(({ key }) => key === plan.who) as DemoPerson;
  const kind = kinds.find(({ name }) => name === plan.kind) as (typeof kinds)[number];
  const user = tenant.users.get(plan.who)?.id as number;
  const manager = person.manager ? tenant.users.get(person.manager)?.id : undefined;
  const id = log.id("request");
  const leave_type_id = types.get(plan.kind) as number;
  const start_date = workday(today, plan.from);
  const end_date = dayOfNumber(dayNumber(start_date) + plan.length - 1);
  const end_half = plan.endsAtNoon ? ("morning" as const) : null;
  const off = holidays.flatMap(({ day, ...names }) =>
    [start_date, end_date].map((one) => ({ date: `${one.slice(0, 4)}-${day}`, ...names, half: null })),
  );
  const counted = countDays({ start_date, end_date, end_half }, kind.counting, { weekend, holidays: off });
  const sentAt = tenant.now.getTime() - (plan.from > 0 ? (2 + (id % 5)) * dayMs : (8 - plan.from) * dayMs);
  const decidedAt = sentAt + 20 * 3_600_000;
  const waits = undecidedLeave.includes(plan.status);
  const base = { tenant_id: tenant.id };
  log.add("request", {
    ...base,
    id,
    family: "leave",
    requester_id: user,
    department_id: person.department ? tenant.departments.get(person.department) : null,
    type: String(leave_type_id),
    title: plan.kind,
    status: plan.status,
    round: 1,
    step: plan.status === "waiting_hr_approval" || plan.status === "approved" ? 1 : 0,
    version: waits ? 2 : 3,
    sent_at: iso(sentAt),
    decided_at: waits ? null : iso(decidedAt),
    created_at: iso(sentAt),
    updated_at: iso(waits ? sentAt : decidedAt),
  });
  log.add("leave_request", {
    ...base,
    id,
    family: "leave",
    user_id: user,
    leave_type_id,
    start_date,
    end_date,
    from_noon: false,
    to_noon: end_half !== null,
    days: daysIn(counted),
    reason: plan.reason ?? null,
    live: waits || grantedLeave.includes(plan.status),
  });
  writeSteps(log, tenant, plan, { id, manager, hrStep: kind.hr_step, sentAt, decidedAt });
  writeLedger(log, { ...base, user_id: user, leave_type_id, request_id: id }, plan.status, daysByYear(counted), sentAt);
}

interface Way {
  id: number;
  manager: number | undefined;
  hrStep: boolean;
  sentAt: number;
  decidedAt: number;
}

function writeSteps(log: DemoLog, tenant: DemoTenant, plan: Planned, way: Way): void {
  const hr = log.rows.role?.find(({ tenant_id, code }) => tenant_id === tenant.id && code === "hr")?.id;
  const jonas = tenant.users.get("jonas")?.id;
  const passed =
    plan.status === "waiting_hr_approval" || plan.status === "approved" || plan.status === "approved_by_manager";
  const first = plan.status === "waiting_manager_approval" ? "now" : passed ? "approved" : stepAfter(plan.status);
  const base = { tenant_id: tenant.id, request_id: way.id, round: 1, route: "rule" };
  const at = iso(way.decidedAt);
  const decidedBy = (state: string, by: number | undefined) =>
    state === "now" || state === "next" || state === "dropped" ? {} : { decided_at: at, decided_by: by };
  log.add("request_step", {
    ...base,
    id: log.id("request_step"),
    position: 0,
    approver: "manager",
    approver_id: way.manager,
    role_id: null,
    state: first,
    since: iso(way.sentAt),
    note: plan.note ?? null,
    ...decidedBy(first, way.manager),
  });
  if (!way.hrStep) return;
  const second =
    plan.status === "approved"
      ? "approved"
      : plan.status === "waiting_hr_approval"
        ? "now"
        : passed || first === "now"
          ? "next"
          : "dropped";
  log.add("request_step", {
    ...base,
    id: log.id("request_step"),
    position: 1,
    approver: "role",
    approver_id: null,
    role_id: hr,
    state: second,
    since: second === "next" ? null : at,
    note: null,
    ...decidedBy(second, jonas),
  });
}

const stepAfter = (status: LeaveStatus) =>
  status === "rejected_by_manager" ? "rejected" : status === "changes_requested" ? "changes_requested" : "dropped";

/** What is set aside, taken and given back, as the services would have written it. */
function writeLedger(
  log: DemoLog,
  of: Record<string, unknown>,
  status: LeaveStatus,
  years: ReadonlyMap<number, number>,
  at: number,
): void {
  for (const [year, days] of years) {
    const add = (reason: string, change: number) =>
      log.add("leave_ledger", {
        id: log.id("leave_ledger"),
        ...of,
        year,
        reason,
        days: change,
        period: null,
        actor_id: of.user_id,
        created_at: iso(at),
      });
    if (days === 0) continue;
    add("waiting", -days);
    if (undecidedLeave.includes(status)) continue;
    add("waiting", days);
    if (grantedLeave.includes(status)) add("taken", -days);
  }
}

/** So many days from today, or the Monday after where that is a week-end. */
function workday(today: string, from: number): string {
  let day = dayNumber(today) + from;
  while (weekend.includes(weekdayOf(dayOfNumber(day)))) day += 1;
  return dayOfNumber(day);
}
