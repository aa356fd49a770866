import { insertMessageValues } from "../../../../shared/kernel/text/message-values";
import { type FieldErrors, Problem } from "../../../../shared/kernel/problems";
import {
  type CountedDay,
  sumDays,
  halfDayRangeOf,
  type LeaveSpan,
  minuteRangeOf,
  needsAttachment,
  type WorkCalendar,
  countDays,
} from "../../../../shared/requests/leave/calendar/days.rules";
import { dayNumber, dayOfNumber } from "../../../../shared/kernel/day-number";
import { type EmploymentPeriod, employmentPeriods } from "../../../../shared/requests/leave/ledger/allowance.rules";
import { consecutiveDays } from "../../../../shared/requests/leave/requests/stretch.rules";
import type { Tx } from "../../../platform/database/unit-of-work";
import { countLeaveDays, loadWorkCalendar } from "../calendar/work-calendar.read";
import type { LeaveTypeEntity } from "../types/leave.entity";
import { leaveSpanOf, type SpanRow } from "../ledger/booked-days.read";
import {
  type LeavePerson,
  selectAdjacentLeave,
  selectOwnOverlaps,
  hoursOnDay,
  earlierOneTimeLeave,
} from "../types/leave.sql";

/** Limits how far ahead leave can be booked, because every balance counts all booked days. */
const maxYearsAhead = 5;

interface RequestedLeave {
  /** Id of the request; 0 for a request that isn't stored yet. */
  requestId: number;
  person: LeavePerson;
  type: LeaveTypeEntity;
  span: LeaveSpan;
  counted: readonly CountedDay[];
  hasFile: boolean;
}

export interface OwnLeave {
  id: number;
  start_date: string;
  end_date: string;
}

/** Violations by field, and the user's own overlapping leave. An insufficient balance is detected by the ledger instead. */
export async function leaveRefusalsOf(
  tx: Tx,
  requestedLeave: RequestedLeave,
): Promise<{ errors: FieldErrors; overlaps: OwnLeave[] }> {
  const { requestId, person, type, span, counted, hasFile } = requestedLeave;
  const errors: FieldErrors = {};
  const addError = (field: string, message: string) => {
    errors[field] = [...(errors[field] ?? []), message];
  };
  if (!type.active) addError("leave_type_id", "field.unknown");
  if (type.gender !== null && type.gender !== person.gender) addError("leave_type_id", "leave.notForYou");
  if (!type.halfDays && (span.start_half || span.end_half))
    addError(span.start_half ? "start_half" : "end_half", "leave.noHalves");
  if (type.counting !== "hours" && span.part) addError("start_time", "leave.noHours");
  if (span.part && (await exceedsSchedule(tx, requestedLeave))) addError("end_time", "leave.dayFull");
  if (sumDays(counted) === 0) addError("end_date", "leave.onlyDaysOff");
  const unemployed = unemployedDayOf(person, span);
  if (unemployed) addError(unemployed.field, unemployed.message);
  if (await tooEarly(tx, person, type, span)) addError("start_date", "leave.tooEarly");
  if (Number(span.start_date.slice(0, 4)) > Number(person.today.slice(0, 4)) + maxYearsAhead)
    addError("start_date", insertMessageValues("field.yearsAhead", { years: maxYearsAhead }));
  if (blocksOverlapping(type, span).some(({ stop }) => stop)) addError("start_date", "leave.blocked");
  // Rejects leave in a closed year, because its carry-over was already computed.
  if (span.start_date.slice(0, 4) < person.today.slice(0, 4) && !person.hr) addError("start_date", "leave.closedYear");
  if (!hasFile && (await requiresDocument(tx, requestedLeave)))
    addError("attachment", type.counting === "hours" ? "leave.attachmentNeededHours" : "leave.attachmentNeeded");
  const { from, to } = minuteRangeOf(span);
  const overlaps = await tx.rows<OwnLeave>(selectOwnOverlaps, [person.id, from, to, requestId]);
  if (overlaps.length > 0) addError("start_date", "leave.overlap");
  if (type.oneTime && (await tx.one(earlierOneTimeLeave, [person.id, type.id, requestId])))
    addError("leave_type_id", "leave.onlyOnce");
  if (type.longest !== null && (await continuousDays(tx, requestedLeave)) > type.longest)
    addError("end_date", "leave.tooLong");
  return { errors, overlaps };
}

/** @throws Problem 422 with all violations. */
export async function refuseInvalidLeave(tx: Tx, requestedLeave: RequestedLeave): Promise<void> {
  const { errors, overlaps } = await leaveRefusalsOf(tx, requestedLeave);
  const values = { days: requestedLeave.type.attachmentAfter ?? 0 };
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors, record: { overlaps }, values });
}

/** Returns the violation of a leave that isn't within one employment, with the first or last day that the leave exceeds. */
function unemployedDayOf(person: LeavePerson, { start_date, end_date }: LeaveSpan) {
  const periods = employmentPeriods(person);
  const starts = (period: EmploymentPeriod) => period.joined === null || period.joined <= start_date;
  const begun = periods.findLast(starts);
  if (!begun) {
    const day = periods[0]?.joined as string;
    return { field: "start_date", message: insertMessageValues("leave.beforeFirstDay", { day }) };
  }
  if (begun.left === null || end_date <= begun.left) return null;
  const next = periods.find((period) => !starts(period));
  return next && start_date > begun.left
    ? { field: "start_date", message: insertMessageValues("leave.beforeFirstDay", { day: next.joined as string }) }
    : { field: "end_date", message: insertMessageValues("leave.afterLastDay", { day: begun.left }) };
}

/** Whether this and the user's other parts of the day together exceed the day's schedule, disregarding holidays. */
async function exceedsSchedule(tx: Tx, { requestId, person, type, span, counted }: RequestedLeave): Promise<boolean> {
  const others = await tx.one<{ hours: number }>(hoursOnDay, [person.id, span.start_date, requestId]);
  if (!others?.hours) return false;
  const day = { start_date: span.start_date, end_date: span.end_date };
  const whole = sumDays(await countLeaveDays(tx, person.id, type, day));
  return others.hours + sumDays(counted) > whole;
}

/** Blocks of a type that overlap the leave, including those that only warn. */
export const blocksOverlapping = ({ blocks }: Pick<LeaveTypeEntity, "blocks">, { start_date, end_date }: LeaveSpan) =>
  blocks.filter((block) => block.start_date <= end_date && block.end_date >= start_date);

/** Number of days after which every type's waiting period has ended, so that working days needn't be counted. */
const longestWaitDays = 20 * 366;

/** Whether the leave begins before the type's waiting period of working days after joining has ended. */
async function tooEarly(tx: Tx, person: LeavePerson, type: LeaveTypeEntity, span: LeaveSpan): Promise<boolean> {
  const { waitingDays } = type;
  const joined = employmentPeriods(person).findLast(
    (one) => one.joined === null || one.joined <= span.start_date,
  )?.joined;
  if (waitingDays === null || !joined) return false;
  if (span.start_date <= joined) return true;
  const last = dayNumber(span.start_date) - 1;
  if (last - dayNumber(joined) > longestWaitDays) return false;
  const end_date = dayOfNumber(last);
  const calendar = await loadWorkCalendar(tx, person.id, joined, end_date);
  return sumDays(countDays({ start_date: joined, end_date }, "working", calendar)) < waitingDays;
}

interface AdjacentLeave extends SpanRow {
  days: number;
}

/** Adjacent requests count as one absence, so that splitting a leave doesn't avoid the document. */
export const requiresDocument = async (tx: Tx, requestedLeave: Omit<RequestedLeave, "hasFile">): Promise<boolean> =>
  requestedLeave.type.attachmentAfter !== null &&
  needsAttachment(await continuousDays(tx, requestedLeave), requestedLeave.type.attachmentAfter);

/** Days of a leave plus adjacent leave of the same type, with only days off in between. */
async function continuousDays(
  tx: Tx,
  { requestId, person, type, span, counted }: Omit<RequestedLeave, "hasFile">,
): Promise<number> {
  const adjacentLeave = await tx.rows<AdjacentLeave>(selectAdjacentLeave, [
    person.id,
    type.id,
    requestId,
    span.start_date,
    span.end_date,
  ]);
  const from = dayOfNumber(dayNumber(span.start_date) - 61);
  const to = dayOfNumber(dayNumber(span.end_date) + 61);
  const calendar = await loadWorkCalendar(tx, person.id, from, to);
  const others = adjacentLeave.map((other) => ({ ...halfDayRangeOf(leaveSpanOf(other)), days: other.days }));
  const isOffHere = (start: number, end: number) => isOffBetween(start, end, calendar);
  return consecutiveDays({ ...halfDayRangeOf(span), days: sumDays(counted) }, others, isOffHere);
}

function isOffBetween(from: number, to: number, calendar: WorkCalendar): boolean {
  if (from > to) return false;
  if (from === to) return true;
  const span: LeaveSpan = {
    start_date: dayOfNumber(Math.floor(from / 2)),
    end_date: dayOfNumber(Math.floor((to - 1) / 2)),
    start_half: from % 2 ? "afternoon" : null,
    end_half: to % 2 ? "morning" : null,
  };
  return sumDays(countDays(span, "working", calendar)) === 0;
}
