import { present } from "../../shared/approvals/approvals.chain.rules";
import { type DayThere, daysThere, waitedSince } from "../../shared/approvals/approvals.waiting.rules";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { chainPeople, whoDecides } from "./approvals.policy";
import { type Asked, askSomebodyElse, lockAsked } from "./approvals-routing.service";
import { involvedIn } from "./four-eyes.service";
import { readWaiting } from "./waiting-setting.service";

// Holidays of the time that is looked at: an organisation may have entered those of a lifetime.
const calendarOf = sql(
  "waiting.calendar",
  `SELECT t.time_zone AS "timeZone", t.weekend, ARRAY(
     SELECT h.date::text FROM holiday h WHERE h.tenant_id = t.id AND h.location IS NULL AND h.half IS NULL
       AND h.date BETWEEN $1::date - 1 AND $2::date + 1) AS holidays
   FROM tenant t WHERE t.id = current_tenant()`,
);

// What can't have waited long enough yet, even with no free day in between, isn't read.
const waitingSteps = sql(
  "waiting.steps",
  `SELECT request_id, id, since, reminded_at AS "remindedAt",
     role_id IS NOT DISTINCT FROM (SELECT id FROM role WHERE tenant_id = current_tenant() AND code = 'administrator') AS top
   FROM request_step
   WHERE tenant_id = current_tenant() AND state = 'now'
     AND (COALESCE(reminded_at, since) <= $1::timestamptz - make_interval(hours => $2)
       OR since <= $1::timestamptz - make_interval(hours => $3))
   ORDER BY since, id`,
);

/** A step that has waited too long, as it was when that was found out: whoever acts on it looks again. */
export interface Overdue {
  request_id: number;
  id: number;
  since: Date;
  remindedAt: Date | null;
  due: "reminder" | "escalation";
}

const never = 1_000_000; // hours: a lifetime
const hoursOf = (after: number | null, unit: "hours" | "days") =>
  after === null ? never : after * (unit === "days" ? 24 : 1);

/** What has waited too long by the tenant's settings, counted in its working time. */
export async function overdueSteps(tx: Tx, now: Date): Promise<Overdue[]> {
  const setting = await readWaiting(tx);
  const { remind_after, remind_unit, escalate_after, escalate_unit } = setting;
  if (remind_after === null && escalate_after === null) return [];
  const atLeast = [hoursOf(remind_after, remind_unit), hoursOf(escalate_after, escalate_unit)];
  const steps = await tx.rows<Omit<Overdue, "due"> & { top: boolean }>(waitingSteps, [now, ...atLeast]);
  if (steps.length === 0) return [];
  const dayAt = await daysOfTenant(tx, (steps[0] as { since: Date }).since, now);
  const isOver = (since: Date, after: number | null, unit: "hours" | "days") =>
    after !== null && waitedSince(since, after, unit, dayAt, now) <= now;
  return steps.flatMap(({ top, ...step }): Overdue[] => {
    // Above the administrators is nobody: they are reminded.
    if (!top && isOver(step.since, escalate_after, escalate_unit)) return [{ ...step, due: "escalation" }];
    return isOver(step.remindedAt ?? step.since, remind_after, remind_unit) ? [{ ...step, due: "reminder" }] : [];
  });
}

async function daysOfTenant(tx: Tx, from: Date, to: Date): Promise<(at: number) => DayThere> {
  const calendar = await tx.one<{ timeZone: string; weekend: number[]; holidays: string[] }>(calendarOf, [from, to]);
  if (!calendar) throw new Error("No tenant");
  return daysThere({ ...calendar, holidays: new Set(calendar.holidays) });
}

/** Who decides by then is nobody's guess. */
const foreseenMs = 10 * 366 * 86_400_000;

/** When a step that is asked since then goes to somebody else; null where it never does, or in more than ten years. */
export async function escalationTime(tx: Tx): Promise<(since: Date) => Date | null> {
  const { escalate_after, escalate_unit } = await readWaiting(tx);
  if (escalate_after === null) return () => null;
  const [from, latest] = [new Date(Date.now() - foreseenMs), new Date(Date.now() + foreseenMs)];
  const dayAt = await daysOfTenant(tx, from, latest);
  return (since) => {
    const moment = waitedSince(since, escalate_after, escalate_unit, dayAt, latest);
    return moment <= latest ? moment : null;
  };
}

const remind = sql(
  "waiting.remind",
  "UPDATE request_step SET reminded_at = $2 WHERE tenant_id = current_tenant() AND id = $1",
);

const sameMoment = (a: Date | null, b: Date | null) => a?.getTime() === b?.getTime();

/** The step as it was found, locked; undefined when somebody was here: a decision, or another worker. */
async function stillWaiting(tx: Tx, found: Overdue): Promise<Asked | undefined> {
  const asked = await lockAsked(tx, found.request_id);
  const same = asked?.step.id === found.id && sameMoment(asked.step.since, found.since);
  return same && sameMoment(asked.step.remindedAt, found.remindedAt) ? asked : undefined;
}

/** Whom to remind of what, and the mark that they were. Undefined when it has been done already. */
export async function markReminded(
  tx: Tx,
  found: Overdue,
  now: Date,
): Promise<(Asked & { people: number[] }) | undefined> {
  const asked = await stillWaiting(tx, found);
  if (!asked) return undefined;
  await tx.rows(remind, [found.id, now]);
  return { ...asked, people: await whoDecides(tx, asked.request.id) };
}

/** Passes a step on to the next one above who is there, else to the administrators. Done already: nothing happens. */
export async function escalate(tx: Tx, found: Overdue, now: Date): Promise<void> {
  const asked = await stillWaiting(tx, found);
  if (!asked) return;
  const { approver_id } = asked.step;
  const named = approver_id === null ? [] : [{ by: "user" as const, user_id: approver_id }];
  const people = await chainPeople(tx, asked.request.family, asked.request.requesterId, named);
  const parent = approver_id === null ? null : (people.find(approver_id)?.parent_id ?? null);
  const except = await involvedIn(tx, asked.request.id);
  const above = present(parent, asked.request.requesterId, people, { atWork: true, except });
  if (above === null && !people.isStaffed(people.administrator_role_id, except)) return; // nobody to pass it on to
  const way =
    above === null || above === approver_id
      ? { approver_id: null, role_id: people.administrator_role_id }
      : { approver_id: above, role_id: null };
  await askSomebodyElse(tx, asked, { ...way, route: "escalated" }, { type: "request.escalated" }, now);
}

const deserted = sql(
  "waiting.deserted",
  `SELECT s.request_id FROM request_step s
   WHERE s.tenant_id = current_tenant() AND s.state = 'now'
     AND NOT EXISTS (SELECT FROM step_decider d WHERE d.step_id = s.id)
     AND (s.role_id IS DISTINCT FROM (SELECT id FROM role WHERE tenant_id = current_tenant() AND code = 'administrator')
       OR EXISTS (SELECT FROM step_way w WHERE w.step_id = s.id))
   ORDER BY s.request_id`,
);

/** Requests that wait for who has left or may not approve them, for a role that nobody else holds, or for who has decided before. */
export async function desertedRequests(tx: Tx): Promise<number[]> {
  return (await tx.rows<{ request_id: number }>(deserted)).map(({ request_id }) => request_id);
}
