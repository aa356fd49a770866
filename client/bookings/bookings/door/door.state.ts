import type { Door } from "../../../../shared/bookings/bookings/door.contract";
import { ProblemError } from "../../../platform/problem-error";

const timedOut = 408;
const tooManyRequests = 429;

/**
 * Whether the shown data is current. `revoked`: the server refuses the address, so that nothing may be shown. Other errors, such as a broken
 * connection or an error of the server, leave the last data on the screen, marked as `stale`.
 */
export function doorStateOf(error: Error | null): "live" | "stale" | "revoked" {
  if (!error) return "live";
  if (!(error instanceof ProblemError)) return "stale";
  const { status } = error;
  const isRefused = status >= 400 && status < 500 && status !== timedOut && status !== tooManyRequests;
  return isRefused ? "revoked" : "stale";
}

/**
 * Bookings as shown at the door. `present`: the current booking. `requested`: an undecided request that blocks the room now; it isn't the
 * current meeting yet. `freeUntil`: start of the first other booking or request.
 */
export function doorBookingsAt(bookings: Door["bookings"], now: number) {
  const remaining = bookings.filter(({ end_date }) => Date.parse(end_date) > now);
  const current = remaining.filter(({ start_date }) => Date.parse(start_date) <= now);
  const present = current.find(({ pending }) => !pending);
  const requested = present ? undefined : current[0];
  const next = remaining.filter((each) => each !== present && each !== requested);
  return { present, requested, next, freeUntil: (requested ?? next[0])?.start_date };
}
