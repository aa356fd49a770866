import { bookingLifecycle } from "../../../../shared/bookings/bookings/approval/bookings.workflow";
import { lockCurrentStep, rerouteRequest } from "../../../approvals/approvals/approvals-routing.service";
import {
  cancelRequest,
  expireRequest,
  type RequestFamilyRules,
  type PlannedStep,
  planChain,
} from "../../../approvals/approvals/approvals.service";
import { requireVisibleRequest } from "../../../approvals/approvals/request-readers.policy";
import { requestChangeKey } from "../../../approvals/approvals/approvals.events";
import type { BookingRow } from "../bookings.present";
import { emitBookings } from "../bookings-events.service";
import { createCostCalculator } from "./booking-costs";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import type { Actor } from "../../../platform/session";
import { sendRequest, sendRequests } from "../../../approvals/approvals/approvals-sending.service";
import { resourceKinds } from "../resource-kinds";
import * as statements from "./booking-requests.sql";
import type { BookingRequestRow } from "./booking-requests.sql";

/**
 * Bookings among $1 that user $2 can decide: those with a pending step for this user or, if the user edits approval rules ($3), those whose
 * step the user may hand over to themselves. The user's own requests and those excluded by separation of duties are never included.
 */
const selectDecidableBookings = sql(
  "bookingRequests.decidable",
  `WITH asked AS MATERIALIZED (
     SELECT q.booking_id, r.id, r.requester_id FROM booking_request q JOIN request r ON r.tenant_id = q.tenant_id AND r.id = q.id
     WHERE q.tenant_id = current_tenant() AND q.booking_id = ANY($1) AND r.status = 'pending' AND r.requester_id <> $2)
   SELECT booking_id AS id FROM asked
   WHERE id IN (SELECT w.request_id FROM step_decider w WHERE w.decider_id = $2 AND w.request_id = ANY(ARRAY(SELECT id FROM asked)))
     OR ($3 AND id NOT IN (SELECT w.request_id FROM step_way w WHERE w.decider_id = $2 AND w.request_id = ANY(ARRAY(SELECT id FROM asked))))`,
);

export async function bookingsDecidableBy(
  tx: Tx,
  actor: Pick<Actor, "id" | "permissions">,
  bookingIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (bookingIds.length === 0 || !actor.permissions.has("reservation-approve")) return new Set();
  const mayReassign = actor.permissions.has("approval-rule-edit");
  const rows = await tx.rows<{ id: number }>(selectDecidableBookings, [bookingIds, actor.id, mayReassign]);
  return new Set(rows.map(({ id }) => id));
}

export const bookingRules: RequestFamilyRules = {
  family: "booking",
  workflow: bookingLifecycle,
  kindOf: () => "approver",
  title: async (tx, id) => (await titlesOf(tx, [id])).get(id) ?? "",
  titles: titlesOf,
};

async function titlesOf(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await tx.rows<{ id: number; title: string }>(statements.selectRequestTitles, [ids]);
  return new Map(rows.map(({ id, title }) => [id, title]));
}

const rowsById = (tx: Tx, ids: readonly number[]) =>
  tx.rows<BookingRequestRow>(statements.selectRequestsById, [[...ids]]);

/** The request of a booking; undefined if it needs no approval. */
export const requestOfBooking = (tx: Tx, bookingId: number): Promise<BookingRequestRow | undefined> =>
  tx.one<BookingRequestRow>(statements.selectRequestsOfBookings, [[bookingId]]);

export const loadVisibleBookingRequest = async (tx: Tx, actor: Actor, id: number): Promise<BookingRequestRow> =>
  requireVisibleRequest(tx, actor, (await rowsById(tx, [id]))[0]);

const hourMs = 3_600_000;

export const durationInHours = ({ startsAt, endsAt }: Pick<BookingRequestRow, "startsAt" | "endsAt">): string =>
  String(Math.round(((endsAt.getTime() - startsAt.getTime()) / hourMs) * 100) / 100);

const subjectOf = (row: BookingRequestRow, cost: string | null) => ({
  requester_id: row.requesterId,
  department_id: row.departmentId,
  type: row.type,
  amount: durationInHours(row),
  cost,
});

/** Plans the approval steps of several requests. Plans are cached, since the dates of a series mostly have the same steps. */
function planner(tx: Tx): (row: BookingRequestRow) => Promise<PlannedStep[]> {
  const chainBySubject = new Map<string, Promise<PlannedStep[]>>();
  const costOf = createCostCalculator(tx);
  return async (row) => {
    const subject = subjectOf(row, (await costOf(row))?.amount ?? null);
    const key = JSON.stringify(subject);
    const chain = chainBySubject.get(key) ?? planChain(tx, "booking", subject);
    chainBySubject.set(key, chain);
    return chain;
  };
}

/**
 * Creates a request for each pending booking without one, one per date.
 * @returns the ids of the created requests.
 */
export async function requestBookingApprovals(tx: Tx, bookingIds: readonly number[]): Promise<number[]> {
  const inserted = await tx.rows<{ id: number }>(statements.insertRequests, [[...bookingIds]]);
  const ids = inserted.map(({ id }) => id);
  if (ids.length >= statements.bulkInsertThreshold) await tx.rows(statements.analyzeBookings);
  const plan = planner(tx);
  const rows = ids.length > 0 ? await rowsById(tx, ids) : [];
  const requestsToSend = await Promise.all(rows.map(async (request) => ({ request, chain: await plan(request) })));
  await sendRequests(tx, bookingRules, requestsToSend, "SEND");
  return ids;
}

/** Whether a change of a booking restarts its approval: time, room, equipment or trip. */
const isMoved = (before: BookingRow, after: BookingRow): boolean =>
  before.starts_at.getTime() !== after.starts_at.getTime() ||
  before.ends_at.getTime() !== after.ends_at.getTime() ||
  resourceKinds[after.bookable_type].isOtherResource(before, after) ||
  resourceKinds[after.bookable_type].isOtherTrip(before, after);

/**
 * Updates the requests of changed bookings, which must be locked. Creates or restarts requests where approval is needed, and withdraws
 * requests that no longer need approval.
 */
export async function syncBookingRequests(
  tx: Tx,
  before: readonly BookingRow[],
  after: readonly BookingRow[],
): Promise<void> {
  const ids = after.map(({ id }) => id);
  const requests = await tx.rows<BookingRequestRow>(statements.selectRequestsOfBookings, [ids]);
  await requestBookingApprovals(tx, ids);
  const plan = planner(tx);
  const [beforeById, afterById] = [before, after].map((rows) => new Map(rows.map((row) => [row.id, row])));
  for (const { id, bookingId } of requests) {
    const [old, booking] = [beforeById?.get(bookingId), afterById?.get(bookingId)];
    if (!old || !booking) continue;
    await lockCurrentStep(tx, id);
    const [row] = await rowsById(tx, [id]);
    if (row) await syncRequest(tx, row, { moved: isMoved(old, booking), plan });
  }
}

const isOpen = ({ status }: BookingRequestRow) => status === "pending" || status === "changes_requested";

async function syncRequest(
  tx: Tx,
  row: BookingRequestRow,
  { moved, plan }: { moved: boolean; plan: (row: BookingRequestRow) => Promise<PlannedStep[]> },
): Promise<void> {
  if (row.bookingStatus !== "pending") {
    // The booking was cancelled, or moved while pending to a room with automatic approval.
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
  await tx.rows(statements.updateRequestFromBooking, [requestId]);
  tx.markChanged(requestChangeKey, requestId);
}

/**
 * Moves the open requests of bookings to their new owner. The chain is kept, but the new owner can't be an approver of it. Other requests
 * follow the booking at its next change.
 */
export async function moveRequestsToNewOwner(tx: Tx, bookingIds: readonly number[]): Promise<void> {
  const requests = await tx.rows<BookingRequestRow>(statements.selectRequestsOfBookings, [[...bookingIds]]);
  for (const { id } of requests.filter(isOpen)) {
    await lockCurrentStep(tx, id);
    await refresh(tx, id);
    await rerouteRequest(tx, id, new Date());
  }
}

/**
 * Expires bookings that are still undecided when they end. Each is expired only once, even with several workers.
 * @returns the number of expired bookings.
 */
export async function expireUndecidedBookings(tx: Tx, now: Date): Promise<number> {
  const expired = await tx.rows<{ id: number }>(statements.expireBookings, [now]);
  if (expired.length === 0) return 0;
  const ids = expired.map(({ id }) => id);
  for (const { id } of await tx.rows<BookingRequestRow>(statements.selectRequestsOfBookings, [ids])) {
    await lockCurrentStep(tx, id);
    const [row] = await rowsById(tx, [id]);
    if (row) await expireRequest(tx, bookingRules, row);
  }
  await emitBookings(tx, "booking.expired", ids);
  return ids.length;
}
