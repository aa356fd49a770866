import type { FieldErrors } from "../../shared/kernel/problems";
import {
  type CountedDay,
  daysIn,
  halvesOf,
  type LeaveSpan,
  needsAttachment,
  type WorkCalendar,
  countDays,
} from "../../shared/leave/leave.days.rules";
import { dayNumber, dayOfNumber } from "../../shared/kernel/days";
import { daysInARow } from "../../shared/leave/leave.stretch.rules";
import type { Tx } from "../platform/database/unit-of-work";
import { workCalendar } from "./leave.calendar";
import type { LeaveTypeEntity } from "./leave.entity";
import { spanOf } from "./leave-booked.read";
import { type LeavePerson, nearby, ownOverlaps, takenBefore } from "./leave.sql";

/** Each day that is booked ahead is counted wherever a balance is shown. */
const mostYearsAhead = 5;

interface Asked {
  /** 0 for what isn't stored yet. */
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

/**
 * Everything that stands against a leave, by field, and the leave of one's own that it lies upon; what a lack of days
 * says is the ledger's to say.
 */
export async function refusalsOf(tx: Tx, asked: Asked): Promise<{ errors: FieldErrors; overlaps: OwnLeave[] }> {
  const { requestId, person, type, span, counted, hasFile } = asked;
  const errors: FieldErrors = {};
  const say = (field: string, message: string) => {
    errors[field] = [...(errors[field] ?? []), message];
  };
  if (!type.active) say("leave_type_id", "field.unknown");
  if (type.gender !== null && type.gender !== person.gender) say("leave_type_id", "leave.notForYou");
  if (!type.halfDays && (span.start_half || span.end_half))
    say(span.start_half ? "start_half" : "end_half", "leave.noHalves");
  if (daysIn(counted) === 0) say("end_date", "leave.onlyDaysOff");
  if (await tooEarly(tx, person, type, span)) say("start_date", "leave.tooEarly");
  if (Number(span.start_date.slice(0, 4)) > Number(person.today.slice(0, 4)) + mostYearsAhead)
    say("start_date", "field.outOfRange");
  if (blocksOn(type, span).some(({ stop }) => stop)) say("start_date", "leave.blocked");
  // What was carried over follows from a closed year.
  if (span.start_date.slice(0, 4) < person.today.slice(0, 4) && !person.hr) say("start_date", "leave.closedYear");
  if (!hasFile && (await asksForDocument(tx, asked))) say("attachment", "leave.attachmentNeeded");
  const { from, to } = halvesOf(span);
  const overlaps = await tx.rows<OwnLeave>(ownOverlaps, [person.id, from, to, requestId]);
  if (overlaps.length > 0) say("start_date", "leave.overlap");
  if (type.oneTime && (await tx.one(takenBefore, [person.id, type.id, requestId])))
    say("leave_type_id", "leave.onlyOnce");
  if (type.longest !== null && (await stretch(tx, asked)) > type.longest) say("end_date", "leave.tooLong");
  return { errors, overlaps };
}

/** Dates of a type, to stop at or to warn of, that a leave lies upon. */
export const blocksOn = ({ blocks }: Pick<LeaveTypeEntity, "blocks">, { start_date, end_date }: LeaveSpan) =>
  blocks.filter((block) => block.start_date <= end_date && block.end_date >= start_date);

/** Who has been there for so long has waited through every type's working days: what comes after isn't counted. */
const longestWaitDays = 20 * 366;

/** Not before so many working days after joining. */
async function tooEarly(tx: Tx, person: LeavePerson, type: LeaveTypeEntity, span: LeaveSpan): Promise<boolean> {
  const { waitingDays } = type;
  if (waitingDays === null || person.joinedOn === null) return false;
  if (span.start_date <= person.joinedOn) return true;
  const last = dayNumber(span.start_date) - 1;
  if (last - dayNumber(person.joinedOn) > longestWaitDays) return false;
  const end_date = dayOfNumber(last);
  const calendar = await workCalendar(tx, person.id, person.joinedOn, end_date);
  return daysIn(countDays({ start_date: person.joinedOn, end_date }, "working", calendar)) < waitingDays;
}

interface Near {
  start_date: string;
  end_date: string;
  from_noon: boolean;
  to_noon: boolean;
  days: number;
}

/** Requests in a row are one absence: nobody gets around a document by asking twice. */
export const asksForDocument = async (tx: Tx, asked: Omit<Asked, "hasFile">): Promise<boolean> =>
  asked.type.attachmentAfter !== null && needsAttachment(await stretch(tx, asked), asked.type.attachmentAfter);

/** Days of a leave together with what adjoins it: only days off lie between. */
async function stretch(tx: Tx, { requestId, person, type, span, counted }: Omit<Asked, "hasFile">): Promise<number> {
  const around = await tx.rows<Near>(nearby, [person.id, type.id, requestId, span.start_date, span.end_date]);
  const from = dayOfNumber(Date.parse(`${span.start_date}T00:00:00Z`) / 86_400_000 - 61);
  const to = dayOfNumber(Date.parse(`${span.end_date}T00:00:00Z`) / 86_400_000 + 61);
  const calendar = await workCalendar(tx, person.id, from, to);
  const others = around.map((other) => ({ ...halvesOf(spanOf(other)), days: other.days }));
  const isOffHere = (start: number, end: number) => isOff(start, end, calendar);
  return daysInARow({ ...halvesOf(span), days: daysIn(counted) }, others, isOffHere);
}

/** Whether nobody works between two half days. */
function isOff(from: number, to: number, calendar: WorkCalendar): boolean {
  if (from > to) return false;
  if (from === to) return true;
  const span: LeaveSpan = {
    start_date: dayOfNumber(Math.floor(from / 2)),
    end_date: dayOfNumber(Math.floor((to - 1) / 2)),
    start_half: from % 2 ? "afternoon" : null,
    end_half: to % 2 ? "morning" : null,
  };
  return daysIn(countDays(span, "working", calendar)) === 0;
}
