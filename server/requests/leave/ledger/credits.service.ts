import type { ReplyOf } from "../../../../shared/kernel/endpoint";
import { type FieldErrors, invalidFieldProblem, Problem } from "../../../../shared/kernel/problems";
import { tenantStream } from "../../../../shared/kernel/events";
import { balanceOn } from "../../../../shared/requests/leave/ledger/balance.rules";
import type { previewLeave } from "../../../../shared/requests/leave/requests/leave.contract";
import { creditExpiry, lotPeriod, unusedHours } from "../../../../shared/requests/leave/ledger/credits.rules";
import { type LeaveSpan, sumDays } from "../../../../shared/requests/leave/calendar/days.rules";
import { tenantToday } from "../../../platform/database/tenant-today";
import { constraintOf } from "../../../platform/database/constraints";
import type { Tx } from "../../../platform/database/unit-of-work";
import { readLeaveAccount } from "./accounts.read";
import { grantAllowances } from "./allowance.service";
import { addToLedger, ledgerKeyOf, lockBalances } from "./balance.service";
import { spanOfRequest } from "./booked-days.read";
import { countLeaveDays } from "../calendar/work-calendar.read";
import { type LeaveRequestEntity, LeaveTypeEntity } from "../types/leave.entity";
import { LeaveCreditEntity } from "../types/leave-credit.entity";
import type { SentTimeActions } from "./time-actions";
import type { LeavePerson, LeaveRow } from "../types/leave.sql";

export type Preview = ReplyOf<typeof previewLeave>["data"];

interface CreditInput {
  break_minutes?: number | null | undefined;
}

const breakMinutesOf = ({ break_minutes }: CreditInput) => break_minutes ?? 0;

/** Hours of worked time without the break. @throws Problem 422 if nothing is left. */
export function creditedHours({ part }: LeaveSpan, input: CreditInput): number {
  const minutes = (part?.minutes ?? 0) - breakMinutesOf(input);
  if (minutes <= 0) throw invalidFieldProblem("break_minutes", "leave.breakTooLong");
  return Math.floor((minutes * 100) / 60) / 100;
}

/** Stores the credit of a request whose dates are stored. */
export async function saveCredit(
  tx: Tx,
  { id, userId }: Pick<LeaveRequestEntity, "id" | "userId">,
  input: CreditInput,
  isNew: boolean,
): Promise<void> {
  const breakMinutes = breakMinutesOf(input);
  if (isNew) await tx.repo(LeaveCreditEntity).insert({ id, userId, breakMinutes });
  else await tx.repo(LeaveCreditEntity).update({ id }, { breakMinutes });
}

/** A draft becomes leave. */
export const deleteCredit = (tx: Tx, id: number) => tx.repo(LeaveCreditEntity).delete({ id });

/** Worked time is credited for past days on which the user did not have to work: days off, holidays, free days of the schedule. */
async function creditRefusals(
  tx: Tx,
  person: LeavePerson,
  type: LeaveTypeEntity,
  span: LeaveSpan,
): Promise<FieldErrors> {
  if (!type.active) return { leave_type_id: ["field.unknown"] };
  if (type.lieuMonths === null) return { leave_type_id: ["leave.noCredits"] };
  if (span.start_date > person.today) return { start_date: ["leave.notWorkedYet"] };
  const day = { start_date: span.start_date, end_date: span.end_date };
  const scheduled = sumDays(await countLeaveDays(tx, person.id, type, day));
  return scheduled > 0 ? { start_date: ["leave.notFreeDay"] } : {};
}

async function claimCredit(tx: Tx, request: LeaveRow, person: LeavePerson): Promise<void> {
  const type = (await tx.repo(LeaveTypeEntity).findOne({ id: request.leaveTypeId })) as LeaveTypeEntity;
  const errors = await creditRefusals(tx, person, type, spanOfRequest(request));
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
  await markClaimed(tx, request.id);
}

/** A database constraint prevents time from being credited twice, even by concurrent requests. */
async function markClaimed(tx: Tx, id: number): Promise<void> {
  try {
    await tx.repo(LeaveCreditEntity).update({ id }, { claimed: true });
  } catch (error) {
    if (constraintOf(error) !== "leave_credit_once") throw error;
    throw invalidFieldProblem("start_date", "leave.creditTwice");
  }
}

/** Adds the hours to the balance. They expire `lieuMonths` months after the approval. */
async function grantCredit(tx: Tx, request: LeaveRow): Promise<void> {
  const type = (await tx.repo(LeaveTypeEntity).findOne({ id: request.leaveTypeId })) as LeaveTypeEntity;
  const creditedOn = await tenantToday(tx);
  const expiresOn = creditExpiry(creditedOn, type.lieuMonths ?? 12);
  await tx.repo(LeaveCreditEntity).update({ id: request.id }, { creditedOn, expiresOn });
  await addCredit(tx, request, creditedOn, request.days);
}

/**
 * Takes approved hours back from the balance.
 * @throws Problem 409 with the remaining hours, when leave has used some or they have expired.
 */
async function takeBackCredit(tx: Tx, request: LeaveRow): Promise<void> {
  const { id, days: hours } = request;
  // Read after the request was locked: the lock doesn't refresh joined rows.
  const creditedOn = (await tx.repo(LeaveCreditEntity).findOne({ id }))?.creditedOn ?? null;
  if (creditedOn === null) return;
  await lockBalances(tx, ledgerKeyOf(request), [Number(creditedOn.slice(0, 4))]);
  const { of, years } = await readLeaveAccount(tx, request.requesterId, request.leaveTypeId);
  const key = lotPeriod(id);
  const expired = [...years.values()]
    .flatMap(({ given }) => given)
    .reduce((sum, { period, days }) => sum - (period === key || period.startsWith(`${key}:`) ? days : 0), 0);
  const left = (of?.lots ? (unusedHours(of.lots, of.uses ?? []).get(id) ?? 0) : 0) - expired;
  if (left < hours) throw new Problem("leave.creditUsed", { values: { left: Math.max(0, left), hours } });
  await tx.repo(LeaveCreditEntity).update({ id }, { creditedOn: null, expiresOn: null });
  await addCredit(tx, request, creditedOn, -hours);
}

async function addCredit(tx: Tx, request: LeaveRow, day: string, hours: number): Promise<void> {
  const of = ledgerKeyOf(request);
  const year = Number(day.slice(0, 4));
  await addToLedger(tx, of, "credit", [{ year, days: hours }], { requestId: request.id });
  await grantAllowances(tx, { userId: of.userId, typeId: of.leaveTypeId }); // the carry-over of a past year changes
  tx.emit("leave.balances_changed", tenantStream(tx.tenantId), { year });
}

async function withdrawClaim(tx: Tx, { id }: LeaveRow): Promise<void> {
  await tx.repo(LeaveCreditEntity).update({ id }, { claimed: false });
}

export const creditActions: SentTimeActions = {
  async reserve(tx, request, person) {
    await claimCredit(tx, request, person);
    return null;
  },
  grant: grantCredit,
  revokeGrant: takeBackCredit,
  release: withdrawClaim,
  reserveAgain: (tx, { id }) => markClaimed(tx, id),
  async cancel(tx, request) {
    await takeBackCredit(tx, request);
    await withdrawClaim(tx, request);
  },
};

export async function previewCredit(
  tx: Tx,
  person: LeavePerson,
  type: LeaveTypeEntity,
  span: LeaveSpan,
  input: CreditInput,
): Promise<Preview> {
  const hours = creditedHours(span, input);
  const errors = await creditRefusals(tx, person, type, span);
  const before = balanceOn(await readLeaveAccount(tx, person.id, type.id), person.today);
  return {
    days: hours,
    absence_days: 0,
    part: span.part ?? null,
    each: [{ date: span.start_date, days: hours, why: null, holiday: null, holiday_translations: {} }],
    balances: [{ year: Number(person.today.slice(0, 4)), before, after: before + hours }],
    overlaps: [],
    away: [],
    cover: null,
    blocks: [],
    needs_attachment: false,
    refusals: Object.entries(errors).flatMap(([field, messages]) => messages.map((message) => ({ field, message }))),
  };
}
