import type { InferType } from "yup";
import type { Conflict, Reservation } from "../../shared/bookings/bookings.contract";
import { Problem } from "../../shared/kernel/problems";
import type { Decision } from "../../shared/approvals/approvals.workflow";
import type { approveBookingSchema, rejectBookingSchema } from "../../shared/reservations/reservations.schema";
import { standingOn, whoDecides } from "../approvals/approvals.policy";
import { askSomebodyElse, lockAsked } from "../approvals/approvals-routing.service";
import { decideRequest } from "../approvals/approvals.service";
import { undoDecision } from "../approvals/decision-undo.service";
import { isKeptApart } from "../approvals/four-eyes.service";
import { stepsOf } from "../approvals/approvals.present";
import type { RequestRow } from "../approvals/request.entity";
import { tellBookings } from "../bookings/bookings-tell.service";
import { bookingsToTell } from "../bookings/bookings-due.service";
import { presentOne } from "../bookings/bookings-presented.service";
import type { BookingRow } from "../bookings/bookings.present";
import { isAnyStarted } from "../trips/trips-under-way.service";
import { tellDrivers, tellDriversTaken } from "../bookings/drivers-tell.service";
import { constraintOf } from "../platform/database/constraints";
import type { Tx } from "../platform/database/unit-of-work";
import { logSecurity } from "../platform/security-log";
import type { Actor } from "../platform/session";
import { bookingRules, requestOfBooking, visibleBookingRequest } from "./booking-requests.service";
import { bookingOfRequest, type BookingRequestRow } from "./booking-requests.sql";
import { assignable, type Assigned, assignedBy, type Choice, type Held } from "./reservations.choices";
import { decideByOf } from "./decide-by.service";
import * as statements from "./reservations.sql";

/** What whoever looks at a booking can decide: cars and drivers, whether it is theirs, else whose. @throws Problem 404. */
export async function choicesFor(tx: Tx, actor: Actor, id: number) {
  const row = await requestOfBooking(tx, id);
  const waits = row?.status === "pending";
  const decides =
    waits && ((await standingOn(tx, actor.id, row.id)) !== undefined || (await mayTakeOver(tx, actor, row)));
  const steps = (row && (await stepsOf(tx, [row.id])).get(row.id)) ?? [];
  const step = steps.find(({ state }) => state === "now");
  return {
    ...(await assignable(tx, id)),
    decides,
    waits_for: step?.approver?.fullname ?? step?.role?.name ?? null,
    decide_by: row ? await decideByOf(tx, row, steps) : null,
  };
}

/** The booking, for a decision that nobody else makes meanwhile. @throws Problem 404, 409. */
async function hold(tx: Tx, id: number, version: number | undefined): Promise<Held> {
  const held = await tx.one<Held>(statements.lockBooking, [id]);
  if (!held) throw new Problem("notFound");
  if (held.status !== "pending") throw new Problem("booking.decided");
  if (held.ends_at.getTime() <= Date.now()) throw new Problem("booking.past");
  if (version !== undefined && version !== held.version) throw new Problem("booking.stale");
  return held;
}

/** Who has the car, the driver or the room then. */
async function conflictsOf(tx: Tx, held: Held, to: Assigned): Promise<Conflict[]> {
  const rows = await tx.rows<Omit<Conflict, "start_date" | "end_date"> & { start_at: Date; end_at: Date }>(
    statements.inTheWay,
    [to.car, to.driver, held.room_id, held.starts_at, held.ends_at, held.equipment_ids],
  );
  return rows.map(({ start_at, end_at, equipment, ...row }) => ({
    ...row,
    ...(equipment ? { equipment } : {}),
    start_date: start_at.toISOString(),
    end_date: end_at.toISOString(),
  }));
}

interface Written {
  status: "pending" | "approved" | "rejected";
  to: Assigned;
  by: number | null;
  why: string | null;
}

/** @throws Problem 409 with who has the car, the driver or the room then. */
async function write(tx: Tx, held: Held, { status, to, by, why }: Written): Promise<void> {
  await tx.rows(statements.begin);
  try {
    await tx.rows(statements.decide, [held.id, status, to.car, to.driver, by, why]);
  } catch (error) {
    if (!/^occupied_slot_(room|car|driver|equipment)$/.test(constraintOf(error) ?? "")) throw error;
    await tx.rows(statements.back);
    throw new Problem("booking.taken", { record: { conflicts: await conflictsOf(tx, held, to), alternatives: [] } });
  }
}

const nothing: Assigned = { car: null, driver: null };

interface How {
  version?: number;
  note: string | null;
  choice: Choice;
}

/** The engine decides whose it is and what comes next; the last yes gives car and driver, a no frees what was held. */
async function decide(tx: Tx, actor: Actor, held: Held, row: BookingRequestRow, decision: Decision, how: How) {
  const moved = await decideRequest(tx, bookingRules, actor, row, decision, how);
  if (moved.status !== "approved" && moved.status !== "rejected") return;
  const isYes = moved.status === "approved";
  const to = isYes ? await assignedBy(tx, held, how.choice) : nothing;
  await write(tx, held, { status: moved.status, to, by: actor.id, why: how.note });
  const told = await tellBookings(tx, isYes ? "booking.approved" : "booking.rejected", [held.id]);
  if (isYes) await tellDrivers(tx, actor, "booking.driving", told);
}

/** Who says who decides hands the step to themself first: the route says so. Nobody decides what they ask for. */
async function mayTakeOver(tx: Tx, actor: Actor, row: BookingRequestRow): Promise<boolean> {
  return (
    row.requesterId !== actor.id &&
    actor.permissions.has("approval-rule-edit") &&
    actor.permissions.has("reservation-approve") &&
    !(await isKeptApart(tx, actor.id, row.id))
  );
}

async function takeOver(tx: Tx, actor: Actor, row: BookingRequestRow): Promise<void> {
  const asked = await lockAsked(tx, row.id);
  if (!asked || (await whoDecides(tx, row.id)).includes(actor.id) || !(await mayTakeOver(tx, actor, row))) return;
  const { id, fullname, image } = actor;
  const way = { approver_id: id, role_id: null, route: "handed" as const };
  const handed = { type: "request.handed" as const, to: { id, fullname, image }, note: null };
  await askSomebodyElse(tx, asked, way, handed, new Date());
  logSecurity(tx, { kind: "step_handed_over", subjectId: id, facts: { request: row.id } });
}

/** @throws Problem 404, 403, 409, 422. */
async function decideBooking(tx: Tx, actor: Actor, id: number, decision: "APPROVE" | "REJECT", how: How) {
  const held = await hold(tx, id, how.version);
  const seen = await requestOfBooking(tx, id);
  if (!seen) throw new Problem("booking.decided");
  await takeOver(tx, actor, seen);
  const row = (await requestOfBooking(tx, id)) as BookingRequestRow;
  await decide(tx, actor, held, row, decision, { note: how.note, choice: how.choice });
  const [told] = await bookingsToTell(tx, [id]);
  return presentOne(tx, actor, told as BookingRow);
}

/** Yes to a booking; a car and its driver can't be given twice. @throws Problem 404, 403, 409, 422. */
export const approveBooking = (
  tx: Tx,
  actor: Actor,
  id: number,
  { version, note, car_id, driver_id }: InferType<typeof approveBookingSchema>,
): Promise<Reservation> =>
  decideBooking(tx, actor, id, "APPROVE", { version, note: note || null, choice: { car_id, driver_id } });

/** No to a booking; what it held is free again. @throws Problem 404, 403, 409. */
export const rejectBooking = (
  tx: Tx,
  actor: Actor,
  id: number,
  { version, note, reason }: InferType<typeof rejectBookingSchema>,
): Promise<Reservation> =>
  decideBooking(tx, actor, id, "REJECT", { version, note: reason || note || null, choice: {} });

/** The booking and its request, locked in this order, as everywhere. @throws Problem 404. */
async function lockBoth(tx: Tx, actor: Actor, requestId: number) {
  const found = await tx.one<{ booking_id: number }>(bookingOfRequest, [requestId]);
  const held = found && (await tx.one<Held>(statements.lockBooking, [found.booking_id]));
  if (!held) throw new Problem("notFound");
  await lockAsked(tx, requestId);
  return { held, row: await visibleBookingRequest(tx, actor, requestId) };
}

/** Decides a request for a booking in the inbox. @throws Problem 404, 403, 409, 422. */
export async function decideBookingRequest(
  tx: Tx,
  actor: Actor,
  id: number,
  decision: Decision,
  how: How,
): Promise<void> {
  const { held, row } = await lockBoth(tx, actor, id);
  if (decision !== "REJECT" && held.status === "pending" && held.ends_at.getTime() <= Date.now())
    throw new Problem("booking.past");
  await decide(tx, actor, held, row, decision, how);
}

/**
 * Takes one's own decision back: the booking waits again, and car and driver are free.
 * @throws Problem 404, 403; 409 when it is too late, or somebody has the room by now.
 */
export async function undoBookingDecision(tx: Tx, actor: Actor, id: number): Promise<RequestRow> {
  const { held, row } = await lockBoth(tx, actor, id);
  if (await isAnyStarted(tx, [held.id])) throw new Problem("request.undoActedOn");
  const before = await bookingsToTell(tx, [held.id]);
  const moved = await undoDecision(tx, actor, row);
  if (held.status === "pending") return moved;
  await write(tx, held, { status: "pending", to: nothing, by: null, why: null });
  const after = await tellBookings(tx, "booking.updated", [held.id]);
  await tellDriversTaken(tx, actor, before, after);
  return moved;
}
