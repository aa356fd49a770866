import { localDayIn } from "../../shared/kernel/days";
import { now$, useNow } from "./now";
import { useMaybeUser } from "./session";
import { localDayOf } from "./today";

/**
 * Today in the tenant's time zone, `YYYY-MM-DD`, as the server uses it: a request sent after midnight in the tenant's time zone must not be
 * dated on the previous day. Display-only dates use the user's own day (`useToday`).
 */
export function useOrganizationToday(): string {
  const now = useNow();
  const zone = useMaybeUser()?.tenant.time_zone;
  return zone ? localDayIn(zone, now) : localDayOf(now);
}

/**
 * Grace period in ms after midnight: a client whose clock is fast would otherwise query before the server's day has changed, and it queries
 * only once.
 */
const graceMs = 60_000;

export function onEachNewDay(zone: string, begun: (day: string) => void): () => void {
  const dayAt = (moment: Date) => localDayIn(zone, new Date(moment.getTime() - graceMs));
  let last = dayAt(now$.value);
  return now$.subscribe((moment) => {
    const day = dayAt(moment);
    if (day === last) return;
    last = day;
    begun(day);
  });
}
