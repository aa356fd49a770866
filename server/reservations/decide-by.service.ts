import type { RequestStep } from "../../shared/approvals/approvals.contract";
import type { DecideBy } from "../../shared/reservations/reservations.contract";
import type { Tx } from "../platform/database/unit-of-work";
import { type BookingRequestRow, urgentFrom } from "./booking-requests.sql";

/**
 * Until when somebody has to decide: it goes upward as the setting lets it wait, or sooner because it begins soon, and is
 * closed when it is over. Null where nobody is asked.
 */
export async function decideByOf(
  tx: Tx,
  row: BookingRequestRow,
  steps: readonly RequestStep[],
): Promise<DecideBy | null> {
  const now = steps.find(({ state }) => state === "now");
  if (!now || row.bookingStatus !== "pending") return null;
  const soon = await tx.one<{ at: Date }>(urgentFrom, [new Date(), row.id]);
  const moves = [now.moves_on, soon?.at.toISOString() ?? null].filter((at) => at !== null).sort();
  const closes_on = row.endsAt.toISOString();
  // What would go on only after it is over never does.
  const moves_on = moves[0] !== undefined && moves[0] < closes_on ? moves[0] : null;
  return { moves_on, closes_on };
}

/** The way with the time at which its step really goes on. */
export const withMovesOn = (steps: readonly RequestStep[], decideBy: DecideBy | null): RequestStep[] =>
  steps.map((step) => (step.state === "now" ? { ...step, moves_on: decideBy?.moves_on ?? null } : step));
