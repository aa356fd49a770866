import type {
  AskedBooking,
  BookingRequest,
  BookingRequestDetail,
  OtherBooking,
} from "../../shared/reservations/booking-requests.contract";
import type { RequestStep } from "../../shared/approvals/approvals.contract";
import type { RequestAction } from "../../shared/approvals/approvals.workflow";
import { reservationLife } from "../../shared/reservations/reservations.workflow";
import { isAsked, mayHandOver, standingOn } from "../approvals/approvals.policy";
import { presentRequest, stepsOf, withoutNotes } from "../approvals/approvals.present";
import type { Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { costsOf } from "./booking-costs.service";
import { decideByOf, withMovesOn } from "./decide-by.service";
import { sameDay, sameRequester, type BookingRequestRow } from "./booking-requests.sql";
import { assignable, noChoices } from "./reservations.choices";

/** Lists and the inbox are the same for all readers: what is private has no words there. */
export const withoutWords = (asked: AskedBooking): AskedBooking =>
  asked.private ? { ...asked, title: null, note: null, from_place: null, to_place: null, purpose: null } : asked;

export const presentBookingRequest = (row: BookingRequestRow, steps: readonly RequestStep[]): BookingRequest => ({
  ...presentRequest(row, steps),
  booking: withoutWords(row.asked),
});

/** Whether it is theirs, or asked of them: of whoever looks through somebody's eyes as well, as with all that is private. */
async function concernsAll(
  tx: Tx,
  { id, viewing }: Pick<Actor, "id" | "viewing">,
  row: BookingRequestRow,
): Promise<boolean> {
  for (const reader of viewing ? [id, viewing.viewer.id] : [id])
    if (row.requesterId !== reader && !(await isAsked(tx, reader, row.id))) return false;
  return true;
}

/** Whether this reader reads what stands in it and what is said of it: of what is private those whom it concerns. */
export const readsWords = async (tx: Tx, actor: Actor, row: BookingRequestRow): Promise<boolean> =>
  !row.asked.private || (await concernsAll(tx, actor, row));

/** Of these people those who read them, as they themselves. */
export async function wordsReaders(tx: Tx, people: readonly number[], row: BookingRequestRow): Promise<number[]> {
  const reading: number[] = [];
  for (const id of people) if (!row.asked.private || (await concernsAll(tx, { id }, row))) reading.push(id);
  return reading;
}

/** With its way, what this reader may do, and what else is booked then. */
export async function presentBookingRequestDetail(
  tx: Tx,
  actor: Actor,
  row: BookingRequestRow,
): Promise<BookingRequestDetail> {
  const steps = (await stepsOf(tx, [row.id])).get(row.id) ?? [];
  const round = steps.filter((step) => step.round === row.round);
  const kinds = round.map(() => "approver");
  const possible = reservationLife.actions({ status: row.status, steps: kinds, at: row.step });
  const standing = await standingOn(tx, actor.id, row.id);
  const decides = (action: RequestAction) => standing !== undefined && possible.includes(action);
  const own = row.requesterId === actor.id;
  const concerned = await concernsAll(tx, actor, row);
  const isLast = row.step + 1 >= round.length;
  const { start_date, end_date, time_zone, car_type } = row.asked;
  const decide_by = await decideByOf(tx, row, steps);
  return {
    ...presentBookingRequest(row, steps),
    booking: concerned ? row.asked : withoutWords(row.asked),
    choices: decides("APPROVE") && isLast ? await assignable(tx, row.bookingId) : noChoices,
    decide_by,
    cost: decide_by && (await costsOf(tx)(row)),
    day: await tx.rows<OtherBooking>(sameDay, [
      row.bookingId,
      start_date,
      end_date,
      time_zone,
      row.roomId,
      car_type,
      row.equipmentIds,
    ]),
    others: concerned
      ? await tx.rows<OtherBooking>(sameRequester, [row.bookingId, start_date, end_date, row.requesterId])
      : [],
    steps: withMovesOn(concerned || !row.asked.private ? steps : withoutNotes(steps), decide_by),
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
