import { isOtherTrip } from "../../shared/bookings/bookings.rules";
import { reservationLife } from "../../shared/reservations/reservations.workflow";
import { Problem } from "../../shared/kernel/problems";
import { lockAsked } from "../approvals/approvals-routing.service";
import {
  cancelRequest,
  expireRequest,
  type FamilyRules,
  type PlannedStep,
  planChain,
} from "../approvals/approvals.service";
import { authorizeSeeing } from "../approvals/request-readers.policy";
import { changedRequest } from "../approvals/requests-changed.service";
import type { BookingRow } from "../bookings/bookings.present";
import { tellBookings } from "../bookings/bookings-tell.service";
import { costsOf } from "./booking-costs.service";
import type { Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { sendRequest, sendRequests } from "../approvals/approvals-sending.service";
import * as statements from "./booking-requests.sql";
import type { BookingRequestRow } from "./booking-requests.sql";

/** What the engine of approvals must know of bookings. */
export const bookingRules: FamilyRules = {
  family: "booking",
  workflow: reservationLife,
  kindOf: () => "approver",
  title: async (tx, id) => (await titlesOf(tx, [id])).get(id) ?? "",
  titles: titlesOf,
};

async function titlesOf(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await tx.rows<{ id: number; title: string }>(statements.titlesOfRequests, [ids]);
  return new Map(rows.map(({ id, title }) => [id, title]));
}

const rowsById = (tx: Tx, ids: readonly number[]) => tx.rows<BookingRequestRow>(statements.requestsById, [[...ids]]);

/** The request of a booking; undefined where nobody has to decide it. */
export const requestOfBooking = (tx: Tx, bookingId: number): Promise<BookingRequestRow | undefined> =>
  tx.one<BookingRequestRow>(statements.requestsOfBookings, [[bookingId]]);

/** @throws Problem 404 when it doesn't exist or isn't theirs to see. */
export async function visibleBookingRequest(tx: Tx, actor: Actor, id: number): Promise<BookingRequestRow> {
  const [row] = await rowsById(tx, [id]);
  if (!row) throw new Problem("notFound");
  await authorizeSeeing(tx, actor, row);
  return row;
}

const hourMs = 3_600_000;

/** Its length in hours, as rules measure it. */
export const hoursOf = ({ startsAt, endsAt }: Pick<BookingRequestRow, "startsAt" | "endsAt">): string =>
  String(Math.round(((endsAt.getTime() - startsAt.getTime()) / hourMs) * 100) / 100);

const subjectOf = (row: BookingRequestRow, cost: string | null) => ({
  requester_id: row.requesterId,
  department_id: row.departmentId,
  type: row.type,
  amount: hoursOf(row),
  cost,
});

/** Chains for requests that are sent together: the dates of a series mostly go the same way. */
function planner(tx: Tx): (row: BookingRequestRow) => Promise<PlannedStep[]> {
  const known = new Map<string, Promise<PlannedStep[]>>();
  const costOf = costsOf(tx);
  return async (row) => {
    const subject = subjectOf(row, (await costOf(row))?.amount ?? null);
    const key = JSON.stringify(subject);
    const chain = known.get(key) ?? planChain(tx, "booking", subject);
    known.set(key, chain);
    return chain;
  };
}

/** Asks for what waits and hasn't been asked for yet, each date by itself. @returns the requests that there are now. */
export async function askForBookings(tx: Tx, bookingIds: readonly number[]): Promise<number[]> {
  const made = await tx.rows<{ id: number }>(statements.insertRequests, [[...bookingIds]]);
  const ids = made.map(({ id }) => id);
  if (ids.length >= statements.many) await tx.rows(statements.analyzeBookings);
  const plan = planner(tx);
  const rows = ids.length > 0 ? await rowsById(tx, ids) : [];
  const sendings = await Promise.all(rows.map(async (request) => ({ request, chain: await plan(request) })));
  await sendRequests(tx, bookingRules, sendings, "SEND");
  return ids;
}

/** Another time, room, piece or trip: whoever decided, or would, has to look again. */
const isMoved = (was: BookingRow, now: BookingRow): boolean =>
  was.starts_at.getTime() !== now.starts_at.getTime() ||
  was.ends_at.getTime() !== now.ends_at.getTime() ||
  was.room_id !== now.room_id ||
  (now.bookable_type === "equipment" && was.equipment_ids[0] !== now.equipment_ids[0]) ||
  (now.bookable_type === "car" && isOtherTrip(was, now));

/**
 * Bookings were changed, moved or cancelled, and are locked: what has to be decided is asked for, again where it was
 * already, and what nobody has to decide any more is taken back.
 */
export async function followBookings(
  tx: Tx,
  before: readonly BookingRow[],
  after: readonly BookingRow[],
): Promise<void> {
  const ids = after.map(({ id }) => id);
  const known = await tx.rows<BookingRequestRow>(statements.requestsOfBookings, [ids]);
  await askForBookings(tx, ids);
  const plan = planner(tx);
  const [was, now] = [before, after].map((rows) => new Map(rows.map((row) => [row.id, row])));
  for (const { id, bookingId } of known) {
    const [old, booking] = [was?.get(bookingId), now?.get(bookingId)];
    if (!old || !booking) continue;
    await lockAsked(tx, id);
    const [row] = await rowsById(tx, [id]);
    if (row) await follow(tx, row, { moved: isMoved(old, booking), plan });
  }
}

const isOpen = ({ status }: BookingRequestRow) => status === "pending" || status === "changes_requested";

async function follow(
  tx: Tx,
  row: BookingRequestRow,
  { moved, plan }: { moved: boolean; plan: (row: BookingRequestRow) => Promise<PlannedStep[]> },
): Promise<void> {
  if (row.bookingStatus !== "pending") {
    // Called off; or a room that grants by itself, to which it was moved while it waited.
    const isOver = row.bookingStatus === "cancelled" ? isOpen(row) || row.status === "approved" : isOpen(row);
    if (isOver) await cancelRequest(tx, bookingRules, row);
    else await refresh(tx, row.id);
    return;
  }
  await refresh(tx, row.id);
  const [fresh] = await rowsById(tx, [row.id]);
  if (!fresh || (row.status === "pending" && !moved)) return;
  const action = row.status === "changes_requested" ? "RESUBMIT" : "MOVE";
  await sendRequest(tx, bookingRules, fresh, await plan(fresh), action);
}

async function refresh(tx: Tx, requestId: number): Promise<void> {
  await tx.rows(statements.refreshRequest, [requestId]);
  tx.noteChange(changedRequest, requestId);
}

/** What nobody has decided by its end is over, once, whichever worker comes first. @returns how many. */
export async function expireUndecided(tx: Tx, now: Date): Promise<number> {
  const expired = await tx.rows<{ id: number }>(statements.expireBookings, [now]);
  if (expired.length === 0) return 0;
  const ids = expired.map(({ id }) => id);
  for (const { id } of await tx.rows<BookingRequestRow>(statements.requestsOfBookings, [ids])) {
    await lockAsked(tx, id);
    const [row] = await rowsById(tx, [id]);
    if (row) await expireRequest(tx, bookingRules, row);
  }
  await tellBookings(tx, "booking.expired", ids);
  return ids.length;
}
