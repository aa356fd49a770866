import type { RequestStep } from "../../../../shared/approvals/approvals/approvals.contract";
import type { DecideBy } from "../../../../shared/bookings/bookings/approval/decisions.contract";
import type { Tx } from "../../../platform/database/unit-of-work";
import { type BookingRequestRow, selectUrgencyTime } from "./booking-requests.sql";

/**
 * Deadline of the pending decision: the step escalates after the configured time, or earlier if the booking begins soon. The request is
 * closed at the booking's end. Null without a pending step.
 */
export async function decisionDeadlineOf(
  tx: Tx,
  row: BookingRequestRow,
  steps: readonly RequestStep[],
): Promise<DecideBy | null> {
  const now = steps.find(({ state }) => state === "now");
  if (!now || row.bookingStatus !== "pending") return null;
  const soon = await tx.one<{ at: Date }>(selectUrgencyTime, [new Date(), row.id]);
  const moves = [now.moves_on, soon?.at.toISOString() ?? null].filter((at) => at !== null).sort();
  const closes_on = row.endsAt.toISOString();
  // Ignores an escalation that would be after the booking's end.
  const moves_on = moves[0] !== undefined && moves[0] < closes_on ? moves[0] : null;
  return { moves_on, closes_on };
}

/** Replaces the escalation time of the pending step with the time from `decideBy`. */
export const withEscalationTime = (steps: readonly RequestStep[], decideBy: DecideBy | null): RequestStep[] =>
  steps.map((step) => (step.state === "now" ? { ...step, moves_on: decideBy?.moves_on ?? null } : step));
