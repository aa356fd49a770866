import type { InferType } from "yup";
import type { Conflict, BookingWithPermissions } from "../../../../shared/bookings/bookings/bookings.contract";
import { Problem } from "../../../../shared/kernel/problems";
import type { ApprovalDecision } from "../../../../shared/approvals/approvals/approvals.workflow";
import type {
  approveBookingSchema,
  rejectBookingSchema,
} from "../../../../shared/bookings/bookings/approval/decisions.schema";
import { findDecisionAuthority, currentDeciders } from "../../../approvals/approvals/approvals.policy";
import { reassignStep, lockCurrentStep } from "../../../approvals/approvals/approvals-routing.service";
import { decideRequest } from "../../../approvals/approvals/approvals.service";
import { undoDecision } from "../../../approvals/approvals/decision-undo.service";
import { isExcludedByFourEyes } from "../../../approvals/approvals/four-eyes.policy";
import { stepsOfRequests } from "../../../approvals/approvals/approvals.present";
import type { RequestRow } from "../../../approvals/approvals/request.entity";
import { emitBookings } from "../bookings-events.service";
import { bookingsForNotifications } from "../bookings-due.service";
import { presentOneBooking } from "../bookings-presenter.service";
import type { BookingRow } from "../bookings.present";
import { isAnyStarted } from "../started-trips";
import { notifyDrivers, notifyRemovedDrivers } from "../driver-notifications.service";
import { constraintOf } from "../../../platform/database/constraints";
import type { Tx } from "../../../platform/database/unit-of-work";
import { logSecurity } from "../../../platform/security-log";
import type { Actor } from "../../../platform/session";
import { bookingRules, requestOfBooking, loadVisibleBookingRequest } from "./booking-requests.service";
import { selectBookingIdOfRequest, type BookingRequestRow } from "./booking-requests.sql";
import {
  readAssignmentChoices,
  type Assignment,
  resolveAssignment,
  type AssignmentChoice,
  type LockedBooking,
} from "./assignment";
import { decisionDeadlineOf } from "./decision-deadline";
import * as statements from "./decisions.sql";

/**
 * Data for deciding a booking: cars and drivers, and whether the reader or another user decides.
 * @throws Problem 404 for an unknown booking.
 */
export async function readAssignmentCandidates(tx: Tx, actor: Actor, id: number) {
  const row = await requestOfBooking(tx, id);
  const waits = row?.status === "pending";
  const decides =
    waits && ((await findDecisionAuthority(tx, actor.id, row.id)) !== undefined || (await mayTakeOver(tx, actor, row)));
  const steps = (row && (await stepsOfRequests(tx, [row.id])).get(row.id)) ?? [];
  const step = steps.find(({ state }) => state === "now");
  return {
    ...(await readAssignmentChoices(tx, id)),
    request_id: row?.id ?? null,
    decides,
    waits_for: step?.approver?.fullname ?? step?.role?.name ?? null,
    decide_by: row ? await decisionDeadlineOf(tx, row, steps) : null,
  };
}

async function lockForDecision(tx: Tx, id: number, version: number | undefined): Promise<LockedBooking> {
  const lockedBooking = await tx.one<LockedBooking>(statements.lockBooking, [id]);
  if (!lockedBooking) throw new Problem("notFound");
  if (lockedBooking.status !== "pending") throw new Problem("booking.decided");
  if (lockedBooking.ends_at.getTime() <= Date.now()) throw new Problem("booking.past");
  if (version !== undefined && version !== lockedBooking.version) throw new Problem("booking.stale");
  return lockedBooking;
}

async function conflictsOf(tx: Tx, lockedBooking: LockedBooking, to: Assignment): Promise<Conflict[]> {
  const rows = await tx.rows<
    Omit<Conflict, "start_date" | "end_date" | "equipment" | "room"> & {
      equipment: string | null;
      start_at: Date;
      end_at: Date;
    }
  >(statements.selectConflictingBookings, [
    to.car,
    to.driver,
    lockedBooking.room_id,
    lockedBooking.starts_at,
    lockedBooking.ends_at,
    lockedBooking.equipment_ids,
  ]);
  return rows.map(({ start_at, end_at, equipment, ...row }) => ({
    ...row,
    ...(equipment ? { equipment } : {}),
    start_date: start_at.toISOString(),
    end_date: end_at.toISOString(),
  }));
}

interface DecisionUpdate {
  status: "pending" | "approved" | "rejected";
  to: Assignment;
  by: number | null;
  why: string | null;
}

/** @throws Problem 409 with the bookings that occupy the car, driver, room or equipment. */
async function write(tx: Tx, lockedBooking: LockedBooking, { status, to, by, why }: DecisionUpdate): Promise<void> {
  await tx.rows(statements.createSavepoint);
  try {
    await tx.rows(statements.updateBookingDecision, [lockedBooking.id, status, to.car, to.driver, by, why]);
  } catch (error) {
    if (!/^occupied_slot_(room|car|driver|equipment)$/.test(constraintOf(error) ?? "")) throw error;
    await tx.rows(statements.rollbackToSavepoint);
    throw new Problem("booking.taken", {
      record: { conflicts: await conflictsOf(tx, lockedBooking, to), alternatives: [] },
    });
  }
}

const noAssignment: Assignment = { car: null, driver: null };

interface DecisionOptions {
  version?: number;
  note: string | null;
  choice: AssignmentChoice;
}

/**
 * Decides the current step. The approval engine checks the approver and advances to the next step; the last approval assigns car and
 * driver, a rejection frees the slots.
 */
async function decide(
  tx: Tx,
  actor: Actor,
  lockedBooking: LockedBooking,
  row: BookingRequestRow,
  decision: ApprovalDecision,
  how: DecisionOptions,
) {
  const moved = await decideRequest(tx, bookingRules, actor, row, decision, how);
  if (moved.status !== "approved" && moved.status !== "rejected") return;
  const isYes = moved.status === "approved";
  const to = isYes ? await resolveAssignment(tx, lockedBooking, how.choice) : noAssignment;
  await write(tx, lockedBooking, { status: moved.status, to, by: actor.id, why: how.note });
  const emitted = await emitBookings(tx, isYes ? "booking.approved" : "booking.rejected", [lockedBooking.id]);
  if (isYes) await notifyDrivers(tx, actor, "booking.driving", emitted);
}

/**
 * Whether the actor may hand the step over to themselves, as users who manage approval rules can; the step's `route` records this.
 * Requesters can't decide their own request.
 */
async function mayTakeOver(tx: Tx, actor: Actor, row: BookingRequestRow): Promise<boolean> {
  return (
    row.requesterId !== actor.id &&
    actor.permissions.has("approval-rule-edit") &&
    actor.permissions.has("reservation-approve") &&
    !(await isExcludedByFourEyes(tx, actor.id, row.id))
  );
}

async function takeOver(tx: Tx, actor: Actor, row: BookingRequestRow): Promise<void> {
  const step = await lockCurrentStep(tx, row.id);
  if (!step || (await currentDeciders(tx, row.id)).includes(actor.id) || !(await mayTakeOver(tx, actor, row))) return;
  const { id, fullname, image } = actor;
  const assignee = { approver_id: id, role_id: null, route: "handed" as const };
  const handed = { type: "request.handed" as const, to: { id, fullname, image }, note: null };
  await reassignStep(tx, step, assignee, handed, new Date());
  logSecurity(tx, { kind: "step_handed_over", subjectId: id, facts: { request: row.id } });
}

async function decideBooking(tx: Tx, actor: Actor, id: number, decision: "APPROVE" | "REJECT", how: DecisionOptions) {
  const lockedBooking = await lockForDecision(tx, id, how.version);
  const request = await requestOfBooking(tx, id);
  if (!request) throw new Problem("booking.decided");
  await takeOver(tx, actor, request);
  const row = (await requestOfBooking(tx, id)) as BookingRequestRow;
  await decide(tx, actor, lockedBooking, row, decision, { note: how.note, choice: how.choice });
  const [booking] = await bookingsForNotifications(tx, [id]);
  return presentOneBooking(tx, actor, booking as BookingRow);
}

/**
 * Approves a booking.
 * @throws Problem 404 when it isn't visible; 403 for users who can't decide it; 409 when it was changed or decided, or a car or driver is
 *   taken; 422 for an unsuitable car or driver.
 */
export const approveBooking = (
  tx: Tx,
  actor: Actor,
  id: number,
  { version, note, car_id, driver_id }: InferType<typeof approveBookingSchema>,
): Promise<BookingWithPermissions> =>
  decideBooking(tx, actor, id, "APPROVE", { version, note: note || null, choice: { car_id, driver_id } });

export const rejectBooking = (
  tx: Tx,
  actor: Actor,
  id: number,
  { version, note, reason }: InferType<typeof rejectBookingSchema>,
): Promise<BookingWithPermissions> =>
  decideBooking(tx, actor, id, "REJECT", { version, note: reason || note || null, choice: {} });

/**
 * Locks the booking before its request; this order prevents deadlocks.
 * @throws Problem 404 when the request isn't visible.
 */
async function lockBoth(tx: Tx, actor: Actor, requestId: number) {
  const found = await tx.one<{ booking_id: number }>(selectBookingIdOfRequest, [requestId]);
  const lockedBooking = found && (await tx.one<LockedBooking>(statements.lockBooking, [found.booking_id]));
  if (!lockedBooking) throw new Problem("notFound");
  await lockCurrentStep(tx, requestId);
  return { lockedBooking, row: await loadVisibleBookingRequest(tx, actor, requestId) };
}

/**
 * Decides a booking request from the inbox.
 * @throws Problem 404 when it isn't visible; 403 for users who can't decide it; 409 when it was changed or decided, or a car or driver is
 *   taken; 422 for an unsuitable car or driver.
 */
export async function decideBookingRequest(
  tx: Tx,
  actor: Actor,
  id: number,
  decision: ApprovalDecision,
  how: DecisionOptions,
): Promise<void> {
  const { lockedBooking, row } = await lockBoth(tx, actor, id);
  if (decision !== "REJECT" && lockedBooking.status === "pending" && lockedBooking.ends_at.getTime() <= Date.now())
    throw new Problem("booking.past");
  await decide(tx, actor, lockedBooking, row, decision, how);
}

/**
 * Undoes the actor's decision: the booking is pending again, and car and driver are free.
 * @throws Problem 404 when the request isn't visible; 403 when the actor didn't decide it; 409 when the undo period has ended, a trip has
 *   started, or the room was taken meanwhile.
 */
export async function undoBookingDecision(tx: Tx, actor: Actor, id: number): Promise<RequestRow> {
  const { lockedBooking, row } = await lockBoth(tx, actor, id);
  if (await isAnyStarted(tx, [lockedBooking.id])) throw new Problem("request.undoActedOn");
  const before = await bookingsForNotifications(tx, [lockedBooking.id]);
  const moved = await undoDecision(tx, actor, row);
  if (lockedBooking.status === "pending") return moved;
  await write(tx, lockedBooking, { status: "pending", to: noAssignment, by: null, why: null });
  const after = await emitBookings(tx, "booking.updated", [lockedBooking.id]);
  await notifyRemovedDrivers(tx, actor, before, after);
  return moved;
}
