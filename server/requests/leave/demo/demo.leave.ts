import type { TenantDemo } from "../../../platform/demo/demo.steps";
import {
  countDays,
  daysByYear,
  isWorked,
  sumDays,
  type WorkCalendar,
  weekdayOf,
} from "../../../../shared/requests/leave/calendar/days.rules";
import { creditExpiry } from "../../../../shared/requests/leave/ledger/credits.rules";
import { dayNumber, dayOfNumber } from "../../../../shared/kernel/day-number";
import {
  grantedLeaveStatuses,
  type LeaveStatus,
  undecidedLeaveStatuses,
} from "../../../../shared/requests/leave/requests/leave.workflow";
import { dayMs, demoWeekend } from "../../../platform/demo/demo.calendar";
import type { DemoTenant } from "../../../platform/demo/demo.tenant";
import {
  demoHolidays,
  demoLeaveTypes,
  pastLeave,
  type PlannedLeave,
  plannedLeave,
  plannedLieu,
} from "./demo.leave.plan";
import { writeLeaveBatches } from "./demo.leave-batches";
import { demoSchedulesOf } from "../../../work/schedules/demo/demo.schedules";
import type { DemoPerson } from "../../../platform/demo/demo.tenant";
import { type DemoLog, isoInstantOf } from "../../../platform/demo/demo.rows";
import { grantsDue, type Entitlement, type YearState } from "../../../../shared/requests/leave/ledger/grants.rules";

export function writeLeave({ log, tenant }: TenantDemo): void {
  const { people } = tenant;
  const today = isoInstantOf(tenant.now.getTime()).slice(0, 10);
  const year = Number(today.slice(0, 4));
  const types = new Map<string, number>();
  for (const { name, icon, days, counting, hr_step, ...limits } of demoLeaveTypes) {
    const id = log.id("leave_type");
    types.set(name, id);
    const facts = { days_female: days, days_male: days, counting, hr_step };
    log.add("leave_type", { id, tenant_id: tenant.id, name, icon, ...facts, ...noLimits, ...limits });
  }
  for (const one of [year - 1, year, year + 1]) {
    for (const { day, ...names } of demoHolidays) {
      log.add("holiday", { id: log.id("holiday"), tenant_id: tenant.id, date: `${one}-${day}`, ...names });
    }
  }
  for (const person of people) {
    if (person.role === "external") continue;
    for (const kind of demoLeaveTypes) {
      const user_id = tenant.users.get(person.key)?.id as number;
      const account = { tenant_id: tenant.id, user_id, leave_type_id: types.get(kind.name) as number };
      const limits = {
        max_carried: 0,
        carried_until: null,
        prorated: true,
        proration: "days" as const,
        rounding: "half_up" as const,
        ...kind,
      };
      const of = { ...limits, accrual: "yearly" as const, joined: null, left: null };
      if (kind.name === "Annual leave") {
        grantUntil(log, account, of, `${year - 1}-01-01`);
        const past = pastLeave(person, user_id, year, today);
        for (const plan of past.lastYear) writeRequest(log, tenant, people, plan, types, today);
        grantUntil(log, account, of, `${year}-01-01`);
        for (const plan of past.spring) writeRequest(log, tenant, people, plan, types, today);
      }
      grantUntil(log, account, of, today);
    }
  }
  for (const plan of plannedLeave) writeRequest(log, tenant, people, plan, types, today);
  writeLieu(log, tenant, people, types, today);
  writeLeaveBatches(log, tenant, people, types);
}

const noLimits = {
  attachment_after: null,
  max_carried: 0,
  carried_until: null,
  longest: null,
  prorated: true,
  half_days: true,
  lieu_months: null,
};

function writeRequest(
  log: DemoLog,
  tenant: DemoTenant,
  people: readonly DemoPerson[],
  plan: PlannedLeave,
  types: ReadonlyMap<string, number>,
  today: string,
): void {
  const person = people.find(({ key }) => key === plan.who) as DemoPerson;
  const kind = demoLeaveTypes.find(({ name }) => name === plan.kind) as (typeof demoLeaveTypes)[number];
  const user = tenant.users.get(plan.who)?.id as number;
  const manager = person.manager ? tenant.users.get(person.manager)?.id : undefined;
  const id = log.id("request");
  const leave_type_id = types.get(plan.kind) as number;
  const schedules = demoSchedulesOf(plan.who, tenant.now);
  const start_date = workday(today, plan.from, { weekend: demoWeekend, holidays: [], schedules });
  const end_date = dayOfNumber(dayNumber(start_date) + plan.length - 1);
  const end_half = plan.endsAtNoon ? ("morning" as const) : null;
  const off = demoHolidays.flatMap(({ day, ...names }) =>
    [start_date, end_date].map((one) => ({ date: `${one.slice(0, 4)}-${day}`, ...names, half: null })),
  );
  const calendar = { weekend: demoWeekend, holidays: off, schedules };
  const counted = countDays({ start_date, end_date, end_half }, kind.counting, calendar);
  const sentAt = tenant.now.getTime() - (plan.from > 0 ? (2 + (id % 5)) * dayMs : (8 - plan.from) * dayMs);
  const decidedAt = sentAt + 20 * 3_600_000;
  const waits = undecidedLeaveStatuses.includes(plan.status);
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
    sent_at: isoInstantOf(sentAt),
    decided_at: waits ? null : isoInstantOf(decidedAt),
    created_at: isoInstantOf(sentAt),
    updated_at: isoInstantOf(waits ? sentAt : decidedAt),
  });
  log.add("leave_request", {
    ...base,
    id,
    family: "leave",
    kind: "leave",
    user_id: user,
    leave_type_id,
    start_date,
    end_date,
    from_noon: false,
    to_noon: end_half !== null,
    days: sumDays(counted),
    reason: plan.reason ?? null,
    live: waits || grantedLeaveStatuses.includes(plan.status),
  });
  writeSteps(log, tenant, plan, { id, manager, hrStep: kind.hr_step, sentAt, decidedAt });
  writeLedger(log, { ...base, user_id: user, leave_type_id, request_id: id }, plan.status, daysByYear(counted), sentAt);
}

/** Credits the hours of a Saturday to an employee, who then takes some of the hours. */
function writeLieu(
  log: DemoLog,
  tenant: DemoTenant,
  people: readonly DemoPerson[],
  types: ReadonlyMap<string, number>,
  today: string,
): void {
  const { who, kind, status, worked, taken: timeOff } = plannedLieu;
  const person = people.find(({ key }) => key === who);
  const user_id = tenant.users.get(who)?.id;
  if (!person?.manager || user_id === undefined) return;
  const manager = tenant.users.get(person.manager)?.id;
  const leave_type_id = types.get(kind) as number;
  const saturday = dayOfNumber(dayNumber(today) - weekdayOf(today) - 8);
  const hours = (worked.minutes - worked.break_minutes) / 60;
  const add = (day: string, days: number, sentAt: number, facts: Record<string, unknown>, reason: string | null) => {
    const id = log.id("request");
    const decidedAt = sentAt + 3_600_000;
    log.add("request", {
      tenant_id: tenant.id,
      id,
      family: "leave",
      requester_id: user_id,
      department_id: person.department ? tenant.departments.get(person.department) : null,
      type: String(leave_type_id),
      title: kind,
      status,
      round: 1,
      step: 0,
      version: 3,
      sent_at: isoInstantOf(sentAt),
      decided_at: isoInstantOf(decidedAt),
      created_at: isoInstantOf(sentAt),
      updated_at: isoInstantOf(decidedAt),
    });
    const span = { start_date: day, end_date: day, from_noon: false, to_noon: false };
    log.add("leave_request", {
      tenant_id: tenant.id,
      id,
      family: "leave",
      kind: "leave",
      user_id,
      leave_type_id,
      ...span,
      days,
      reason,
      live: false,
      ...facts,
    });
    const plan = { who, kind, from: 0, length: 1, status } as const;
    writeSteps(log, tenant, plan, { id, manager, hrStep: false, sentAt, decidedAt });
    return { id, decidedAt };
  };
  const ledger = (request_id: number, year: number, reason: string, days: number, at: number) =>
    log.add("leave_ledger", {
      id: log.id("leave_ledger"),
      tenant_id: tenant.id,
      user_id,
      leave_type_id,
      request_id,
      year,
      reason,
      days,
      period: null,
      actor_id: user_id,
      created_at: isoInstantOf(at),
    });
  const creditedAt = tenant.now.getTime() - 6 * dayMs;
  const creditedOn = isoInstantOf(creditedAt).slice(0, 10);
  const { start_time, end_time, minutes, break_minutes } = worked;
  const facts = { kind: "credit", start_time, end_time, part_minutes: minutes };
  const credit = add(saturday, hours, creditedAt, facts, worked.reason);
  log.add("leave_credit", {
    tenant_id: tenant.id,
    id: credit.id,
    user_id,
    break_minutes,
    claimed: true,
    credited_on: creditedOn,
    expires_on: creditExpiry(creditedOn, 12),
  });
  ledger(credit.id, Number(creditedOn.slice(0, 4)), "credit", hours, credit.decidedAt);
  const day = workday(today, timeOff.from, { weekend: demoWeekend, holidays: [] });
  const part = { start_time: timeOff.start_time, end_time: timeOff.end_time, part_minutes: timeOff.minutes };
  const off = { ...part, from_noon: true, live: true };
  const { id, decidedAt } = add(day, timeOff.minutes / 60, tenant.now.getTime() - 2 * dayMs, off, null);
  const year = Number(day.slice(0, 4));
  ledger(id, year, "waiting", -timeOff.minutes / 60, decidedAt - 3_600_000);
  ledger(id, year, "waiting", timeOff.minutes / 60, decidedAt);
  ledger(id, year, "taken", -timeOff.minutes / 60, decidedAt);
}

interface LeaveRecord {
  id: number;
  manager: number | undefined;
  hrStep: boolean;
  sentAt: number;
  decidedAt: number;
}

function writeSteps(log: DemoLog, tenant: DemoTenant, plan: PlannedLeave, record: LeaveRecord): void {
  const hr = log.rows.role?.find(({ tenant_id, code }) => tenant_id === tenant.id && code === "hr")?.id;
  const jonas = tenant.users.get("jonas")?.id;
  const passed =
    plan.status === "waiting_hr_approval" || plan.status === "approved" || plan.status === "approved_by_manager";
  const first = plan.status === "waiting_manager_approval" ? "now" : passed ? "approved" : stepAfter(plan.status);
  const base = { tenant_id: tenant.id, request_id: record.id, round: 1, route: "rule" };
  const at = isoInstantOf(record.decidedAt);
  const decidedBy = (state: string, by: number | undefined) =>
    state === "now" || state === "next" || state === "dropped" ? {} : { decided_at: at, decided_by: by };
  log.add("request_step", {
    ...base,
    id: log.id("request_step"),
    position: 0,
    approver: "manager",
    approver_id: record.manager,
    role_id: null,
    state: first,
    since: isoInstantOf(record.sentAt),
    note: plan.note ?? null,
    ...decidedBy(first, record.manager),
  });
  if (!record.hrStep) return;
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

/** Writes the ledger entries for reserving, taking and returning days, as the services would write them. */
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
        created_at: isoInstantOf(at),
      });
    if (days === 0) continue;
    add("waiting", -days);
    if (undecidedLeaveStatuses.includes(status)) continue;
    add("waiting", days);
    if (grantedLeaveStatuses.includes(status)) add("taken", -days);
  }
}

function workday(today: string, from: number, calendar: WorkCalendar): string {
  let day = dayNumber(today) + from;
  while (!isWorked(dayOfNumber(day), calendar)) day += 1;
  return dayOfNumber(day);
}

interface DemoAccount {
  tenant_id: number;
  user_id: number;
  leave_type_id: number;
}

type Row = Record<string, unknown>;

/**
 * Adds ledger entries that the schedules would have written by `day`: allowances, carry-over and expiry. Must be called in order of days,
 * so that ids follow the dates.
 */
function grantUntil(log: DemoLog, account: DemoAccount, of: Entitlement, day: string): void {
  for (const grant of grantsDue(day, of, standings(log, account, of))) {
    const expires = `${grant.year}-${String((of.carried_until ?? 0) + 1).padStart(2, "0")}-01`;
    const at = grant.reason === "expired" ? expires : [`${grant.year}-01-01`, day].toSorted()[0];
    log.add("leave_ledger", {
      id: log.id("leave_ledger"),
      ...account,
      ...grant,
      created_at: `${at}T04:00:00.000Z`,
    });
  }
}

function standings(log: DemoLog, account: DemoAccount, of: Entitlement): Map<number, YearState> {
  const own = (row: Row) =>
    row.tenant_id === account.tenant_id &&
    row.user_id === account.user_id &&
    row.leave_type_id === account.leave_type_id;
  const years = new Map<number, YearState>();
  for (const row of (log.rows.leave_ledger ?? []).filter(own)) {
    const year = row.year as number;
    const { balance = 0, given = [], used_by_expiry = 0 } = years.get(year) ?? {};
    const entry = row as unknown as YearState["given"][number];
    const days = row.days as number;
    years.set(year, { balance: balance + days, given: row.period ? [...given, entry] : given, used_by_expiry });
  }
  for (const [year, standing] of years) standing.used_by_expiry = usedInTime(log, own, of, year);
  return years;
}

function usedInTime(log: DemoLog, own: (row: Row) => boolean, { carried_until }: Entitlement, year: number): number {
  if (carried_until === null) return 0;
  const [first, last] = [`${year}-01-01`, `${year}-${String(carried_until).padStart(2, "0")}-31`];
  const before = (log.rows.leave_request ?? []).filter(
    (row) => own(row) && row.live && (row.start_date as string) >= first && (row.end_date as string) <= last,
  );
  return before.reduce((sum, row) => sum + (row.days as number), 0);
}
