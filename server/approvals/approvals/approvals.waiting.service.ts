import { elapsedDayMs } from "../../../shared/kernel/elapsed-time";
import { findAvailableApprover } from "../../../shared/approvals/approvals/approvals.chain.rules";
import {
  type LocalDay,
  localDays,
  escalationTime,
  addWorkingTime,
  type WorkHours,
} from "../../../shared/approvals/approvals/approvals.waiting.rules";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { loadChainPeople, currentDeciders } from "./approvals.policy";
import { type LockedStep, reassignStep, lockCurrentStep } from "./approvals-routing.service";
import { earlierDeciders } from "./four-eyes.policy";
import { readEscalationSetting } from "./waiting-setting.service";

// Limits holidays to the relevant period: a tenant may have entered decades of them.
const calendarOf = sql(
  "waiting.calendar",
  `SELECT t.time_zone AS "timeZone", t.weekend, extract(epoch FROM t.workday_start)::float8 / 3600 AS starts,
     extract(epoch FROM t.workday_end)::float8 / 3600 AS ends, ARRAY(
     SELECT h.date::text FROM holiday h WHERE h.tenant_id = t.id AND h.location IS NULL AND h.half IS NULL
       AND h.date BETWEEN $1::date - 1 AND $2::date + 1) AS holidays
   FROM tenant t WHERE t.id = current_tenant()`,
);

// Skips steps that can't have waited long enough yet, even without any day off.
const waitingSteps = sql(
  "waiting.steps",
  `SELECT request_id, id, since, reminded_at AS "remindedAt",
     role_id IS NOT DISTINCT FROM (SELECT id FROM role WHERE tenant_id = current_tenant() AND code = 'administrator') AS top
   FROM request_step
   WHERE tenant_id = current_tenant() AND state = 'now'
     AND (COALESCE(reminded_at, since) <= $1::timestamptz - make_interval(hours => $2)
       OR since <= $1::timestamptz - make_interval(hours => $3))
   ORDER BY since, id`,
  { notNull: ["since"] },
);

// Users on leave today, as in `is_away`, with the first day of their leave. `noDeciderPresent` selects steps whose approvers are all on leave.
const awayToday = `away AS MATERIALIZED (
     SELECT l.user_id AS id, min(l.start_date) AS since FROM leave_request l
     JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id AND r.status IN ('approved', 'approved_by_manager')
     WHERE l.tenant_id = current_tenant() AND l.live AND l.start_time IS NULL
       AND tenant_today() BETWEEN l.start_date AND l.end_date GROUP BY 1)`;
const noDeciderPresent = `NOT EXISTS (
       SELECT FROM step_decider d WHERE d.step_id = s.id AND NOT EXISTS (SELECT FROM away a WHERE a.id = d.decider_id))`;

const awaitedSteps = sql(
  "waiting.awaited",
  `WITH ${awayToday}
   SELECT s.request_id, s.id, s.since, s.reminded_at AS "remindedAt",
     GREATEST(s.since, a.since::timestamp AT TIME ZONE t.time_zone) AS "awaitedSince"
   FROM request_step s JOIN away a ON a.id = s.approver_id JOIN tenant t ON t.id = s.tenant_id
   WHERE s.tenant_id = current_tenant() AND s.state = 'now' AND ${noDeciderPresent} ORDER BY s.since, s.id`,
  { notNull: ["since"] },
);

/** Steps that were already escalated are left out. */
const neededSteps = sql(
  "waiting.needed",
  `SELECT s.request_id, s.id, s.since, s.reminded_at AS "remindedAt", n.day::timestamp AT TIME ZONE t.time_zone AS begins
   FROM request_step s
   JOIN request_needed_by n ON n.tenant_id = s.tenant_id AND n.request_id = s.request_id
   JOIN tenant t ON t.id = s.tenant_id
   WHERE s.tenant_id = current_tenant() AND s.state = 'now' AND s.escalated_at IS NULL
     AND s.role_id IS DISTINCT FROM (SELECT id FROM role WHERE tenant_id = current_tenant() AND code = 'administrator')
     AND n.day > ($1::timestamptz AT TIME ZONE t.time_zone)::date
     AND n.day <= ($1::timestamptz AT TIME ZONE t.time_zone)::date + 31
   ORDER BY n.day, s.id`,
  { notNull: ["since"] },
);

/** An overdue step at the time of the query; callers must re-check it under lock. */
export interface OverdueStep {
  request_id: number;
  id: number;
  since: Date;
  remindedAt: Date | null;
  due: "reminder" | "escalation" | "absence";
}

const never = 1_000_000; // hours, more than a century
const hoursOf = (after: number | null, unit: "hours" | "days") =>
  after === null ? never : after * (unit === "days" ? 24 : 1);

type Found = Omit<OverdueStep, "due">;

/** Steps that have waited longer than the tenant's settings allow, in working time. Each step is returned once. */
export async function overdueSteps(tx: Tx, now: Date): Promise<OverdueStep[]> {
  const setting = await readEscalationSetting(tx);
  const { remind_after, remind_unit, escalate_after, escalate_unit, absent_after, absent_unit } = setting;
  const awaited = absent_after === null ? [] : await tx.rows<Found & { awaitedSince: Date }>(awaitedSteps);
  const needed = escalate_after === null ? [] : await tx.rows<Found & { begins: Date }>(neededSteps, [now]);
  const atLeast = [hoursOf(remind_after, remind_unit), hoursOf(escalate_after, escalate_unit)];
  const hasDeadline = remind_after !== null || escalate_after !== null;
  const steps = hasDeadline ? await tx.rows<Found & { top: boolean }>(waitingSteps, [now, ...atLeast]) : [];
  const since = [...awaited, ...needed, ...steps].map((step) => step.since.getTime());
  if (since.length === 0) return [];
  const last = needed.map(({ begins }) => begins.getTime());
  const { dayAt, hours } = await timeOfTenant(
    tx,
    new Date(Math.min(...since)),
    new Date(Math.max(now.getTime(), ...last)),
  );
  const isOver = (from: Date, after: number | null, unit: "hours" | "days") =>
    after !== null && addWorkingTime(from, after, unit, dayAt, now) <= now;
  const due = new Map<number, OverdueStep>();
  const note = ({ request_id, id, since: from, remindedAt }: Found, why: OverdueStep["due"]) =>
    due.has(id) || due.set(id, { request_id, id, since: from, remindedAt, due: why });
  for (const step of awaited) if (isOver(step.awaitedSince, absent_after, absent_unit)) note(step, "absence");
  for (const step of needed) {
    const at = escalationTime(step.since, step.begins, dayAt, hours);
    if (at && at <= now) note(step, "escalation");
  }
  for (const { top, ...step } of steps) {
    // Steps of the administrators can't be escalated; their approvers get a reminder instead.
    if (!top && isOver(step.since, escalate_after, escalate_unit)) note(step, "escalation");
    else if (isOver(step.remindedAt ?? step.since, remind_after, remind_unit)) note(step, "reminder");
  }
  return [...due.values()];
}

async function timeOfTenant(
  tx: Tx,
  from: Date,
  to: Date,
): Promise<{ dayAt: (at: number) => LocalDay; hours: WorkHours }> {
  const calendar = await tx.one<{ timeZone: string; weekend: number[]; holidays: string[] } & WorkHours>(calendarOf, [
    from,
    to,
  ]);
  if (!calendar) throw new Error("No tenant");
  return { dayAt: localDays({ ...calendar, holidays: new Set(calendar.holidays) }), hours: calendar };
}

const maxForecastMs = 10 * 366 * elapsedDayMs;

export interface OpenStep {
  since: Date;
  /** Start of waiting for an approver on leave who has no delegate. */
  awaited_since: Date | null;
  /** Start of the day before which the request must be decided; null once it was escalated. */
  needed_by: Date | null;
}

/** Creates a function that computes when an undecided step is reassigned; null if never or in more than ten years. */
export async function createEscalationTime(tx: Tx): Promise<(step: OpenStep) => Date | null> {
  const { escalate_after, escalate_unit, absent_after, absent_unit } = await readEscalationSetting(tx);
  if (escalate_after === null && absent_after === null) return () => null;
  const [from, latest] = [new Date(Date.now() - maxForecastMs), new Date(Date.now() + maxForecastMs)];
  const { dayAt, hours } = await timeOfTenant(tx, from, latest);
  const after = (since: Date | null, amount: number | null, unit: "hours" | "days") =>
    since === null || amount === null ? null : addWorkingTime(since, amount, unit, dayAt, latest);
  const now = Date.now();
  return ({ since, awaited_since, needed_by }) => {
    // Once the day has begun, nothing is gained by an earlier escalation (`neededSteps`).
    const isNeededLater = needed_by !== null && needed_by.getTime() > now;
    const moments = [
      after(since, escalate_after, escalate_unit),
      after(awaited_since, absent_after, absent_unit),
      isNeededLater && escalate_after !== null ? escalationTime(since, needed_by, dayAt, hours) : null,
    ].filter((moment) => moment !== null);
    const first = Math.min(...moments.map((moment) => moment.getTime()));
    return moments.length > 0 && first <= latest.getTime() ? new Date(first) : null;
  };
}

const markStepReminded = sql(
  "waiting.remind",
  "UPDATE request_step SET reminded_at = $2 WHERE tenant_id = current_tenant() AND id = $1",
);

const isSameMoment = (a: Date | null, b: Date | null) => a?.getTime() === b?.getTime();

/** Locks the step if it is unchanged. Returns undefined when a user has decided it or another worker has processed it meanwhile. */
async function lockIfStillWaiting(tx: Tx, found: OverdueStep): Promise<LockedStep | undefined> {
  const step = await lockCurrentStep(tx, found.request_id);
  const same = step?.step.id === found.id && isSameMoment(step.step.since, found.since);
  return same && isSameMoment(step.step.remindedAt, found.remindedAt) ? step : undefined;
}

export async function markReminded(
  tx: Tx,
  found: OverdueStep,
  now: Date,
): Promise<(LockedStep & { people: number[] }) | undefined> {
  const step = await lockIfStillWaiting(tx, found);
  if (!step) return undefined;
  await tx.rows(markStepReminded, [found.id, now]);
  return { ...step, people: await currentDeciders(tx, step.request.id) };
}

export interface LastResortStep {
  request: LockedStep["request"];
  absent: { id: number; fullname: string };
  managerId: number | null;
}

/**
 * Escalates a step to the next available superior, otherwise to the administrators. Does nothing when already done.
 * @returns the absent approver when their leave is the reason that the step reached the administrators.
 */
export async function escalateRequestStep(tx: Tx, found: OverdueStep, now: Date): Promise<LastResortStep | undefined> {
  const step = await lockIfStillWaiting(tx, found);
  if (!step) return undefined;
  const { approver_id } = step.step;
  const currentApprover = approver_id === null ? [] : [{ by: "user" as const, user_id: approver_id }];
  const people = await loadChainPeople(tx, step.request.family, step.request.requesterId, currentApprover);
  const person = approver_id === null ? undefined : people.find(approver_id);
  const except = await earlierDeciders(tx, step.request.id);
  const above = findAvailableApprover(person?.parent_id ?? null, step.request.requesterId, people, {
    atWork: true,
    except,
    involved: except,
  });
  const isPassedUp = above !== null && above !== approver_id;
  if (!isPassedUp && !people.isStaffed(people.administrator_role_id, except)) return undefined; // no one to escalate to
  const assignment = isPassedUp
    ? { approver_id: above, role_id: null }
    : { approver_id: null, role_id: people.administrator_role_id };
  const type = "request.escalated" as const;
  if (approver_id === null || !person?.away) {
    await reassignStep(tx, step, { ...assignment, route: "escalated" }, { type }, now);
    return undefined;
  }
  // An approver on leave may still decide.
  const route = isPassedUp ? ("away" as const) : ("last_resort" as const);
  const request = await reassignStep(tx, step, { ...assignment, route, meant_id: approver_id }, { type }, now);
  if (isPassedUp) return undefined;
  const absent = (await tx.one<LastResortStep["absent"]>(personById, [approver_id])) as LastResortStep["absent"];
  return { request, absent, managerId: person.parent_id };
}

const personById = sql(
  "waiting.person",
  "SELECT id, fullname FROM app_user WHERE tenant_id = current_tenant() AND id = $1",
);

const selectUnattendedRequests = sql(
  "waiting.deserted",
  `WITH ${awayToday}
   SELECT s.request_id FROM request_step s
   WHERE s.tenant_id = current_tenant() AND s.state = 'now'
     AND NOT EXISTS (SELECT FROM step_decider d WHERE d.step_id = s.id)
     AND (s.role_id IS DISTINCT FROM (SELECT id FROM role WHERE tenant_id = current_tenant() AND code = 'administrator')
       OR EXISTS (SELECT FROM step_way w WHERE w.step_id = s.id))
   UNION
   SELECT s.request_id FROM request_step s
   WHERE s.tenant_id = current_tenant() AND s.state = 'now' AND s.approver_id IN (SELECT id FROM away) AND ${noDeciderPresent}
   ORDER BY request_id`,
);

/**
 * Requests that no available approver can decide: the approver is on leave without a delegate, has left, may not approve them, or decided
 * an earlier step; or the role has no other holder.
 */
export async function requestsWithoutAvailableApprover(tx: Tx): Promise<number[]> {
  return (await tx.rows<{ request_id: number }>(selectUnattendedRequests)).map(({ request_id }) => request_id);
}
