import type {
  RequestedBooking,
  BookingRequest,
  BookingRequestDetail,
  OtherBooking,
} from "../../../../shared/bookings/bookings/approval/booking-requests.contract";
import type { RequestStep } from "../../../../shared/approvals/approvals/approvals.contract";
import type { RequestAction } from "../../../../shared/approvals/approvals/approvals.workflow";
import { bookingLifecycle } from "../../../../shared/bookings/bookings/approval/bookings.workflow";
import { isDecider, mayHandOver, findDecisionAuthority } from "../../../approvals/approvals/approvals.policy";
import { presentRequest, stepsOfRequests, withoutDecisionNotes } from "../../../approvals/approvals/approvals.present";
import type { Tx } from "../../../platform/database/unit-of-work";
import type { Actor } from "../../../platform/session";
import { createCostCalculator } from "./booking-costs";
import { decisionDeadlineOf, withEscalationTime } from "./decision-deadline";
import {
  selectOtherBookingsOnDays,
  selectOtherBookingsOfRequester,
  type BookingRequestRow,
} from "./booking-requests.sql";
import { readAssignmentChoices, noAssignmentChoices } from "./assignment";

/** Removes the texts of private bookings, because lists and the inbox show the same texts to all readers. */
export const withoutPrivateText = (request: RequestedBooking): RequestedBooking =>
  request.private ? { ...request, title: null, note: null, from_place: null, to_place: null, purpose: null } : request;

export const presentBookingRequest = (row: BookingRequestRow, steps: readonly RequestStep[]): BookingRequest => ({
  ...presentRequest(row, steps),
  booking: withoutPrivateText(row.asked),
});

/**
 * Whether the request is the reader's own or waits for their decision. While viewing as another user, this must hold for the viewing
 * administrator as well.
 */
async function concernsAll(
  tx: Tx,
  { id, viewing }: Pick<Actor, "id" | "viewing">,
  row: BookingRequestRow,
): Promise<boolean> {
  for (const reader of viewing ? [id, viewing.viewer.id] : [id])
    if (row.requesterId !== reader && !(await isDecider(tx, reader, row.id))) return false;
  return true;
}

/**
 * Whether the reader may see the texts of a booking. The texts of a private booking are visible only if the request concerns the reader.
 */
export const mayReadBookingText = async (tx: Tx, actor: Actor, row: BookingRequestRow): Promise<boolean> =>
  !row.asked.private || (await concernsAll(tx, actor, row));

/** The users among `people` who may see the texts; viewing as another user doesn't apply here. */
export async function bookingTextReaders(tx: Tx, people: readonly number[], row: BookingRequestRow): Promise<number[]> {
  const reading: number[] = [];
  for (const id of people) if (!row.asked.private || (await concernsAll(tx, { id }, row))) reading.push(id);
  return reading;
}

/** A request with its steps, the reader's permissions, and other bookings at that time. */
export async function presentBookingRequestDetail(
  tx: Tx,
  actor: Actor,
  row: BookingRequestRow,
): Promise<BookingRequestDetail> {
  const steps = (await stepsOfRequests(tx, [row.id])).get(row.id) ?? [];
  const round = steps.filter((step) => step.round === row.round);
  const kinds = round.map(() => "approver");
  const possible = bookingLifecycle.actions({ status: row.status, steps: kinds, at: row.step });
  const standing = await findDecisionAuthority(tx, actor.id, row.id);
  const decides = (action: RequestAction) => standing !== undefined && possible.includes(action);
  const own = row.requesterId === actor.id;
  const concerned = await concernsAll(tx, actor, row);
  const isLast = row.step + 1 >= round.length;
  const { start_date, end_date, time_zone, car_type } = row.asked;
  const decide_by = await decisionDeadlineOf(tx, row, steps);
  return {
    ...presentBookingRequest(row, steps),
    booking: concerned ? row.asked : withoutPrivateText(row.asked),
    choices: decides("APPROVE") && isLast ? await readAssignmentChoices(tx, row.bookingId) : noAssignmentChoices,
    decide_by,
    cost: decide_by && (await createCostCalculator(tx)(row)),
    day: await tx.rows<OtherBooking>(selectOtherBookingsOnDays, [
      row.bookingId,
      start_date,
      end_date,
      time_zone,
      row.roomId,
      car_type,
      row.equipmentIds,
    ]),
    others: concerned
      ? await tx.rows<OtherBooking>(selectOtherBookingsOfRequester, [
          row.bookingId,
          start_date,
          end_date,
          row.requesterId,
        ])
      : [],
    steps: withEscalationTime(concerned || !row.asked.private ? steps : withoutDecisionNotes(steps), decide_by),
    can: {
      approve: decides("APPROVE"),
      reject: decides("REJECT"),
      request_changes: decides("REQUEST_CHANGES"),
      hand_over: mayHandOver(actor, row, steps),
      edit: own && (row.status === "pending" || row.status === "changes_requested"),
    },
    on_behalf_of:
      standing && !standing.own ? { id: standing.id, fullname: standing.fullname, image: standing.image } : null,
  };
}
