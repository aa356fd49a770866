import { dayIn } from "../../shared/time/days.rules";
import { now$, useNow } from "./now";
import { useMaybeUser } from "./session";
import { dayOf } from "./today";

/**
 * The organisation's calendar day, `YYYY-MM-DD`, which the server compares with: a request that was sent after midnight there
 * can't be paid on a reader's yesterday. What is only read goes by the reader's own day (`useToday`).
 */
export function useOrganisationToday(): string {
  const now = useNow();
  const zone = useMaybeUser()?.tenant.time_zone;
  return zone ? dayIn(zone, now) : dayOf(now);
}

/** A clock that goes a little ahead mustn't ask before the server's day has turned as well: it would ask only once. */
const graceMs = 60_000;

/** Says each day as it begins in a time zone while one looks; not the one that it is already. @returns what ends it. */
export function onEachDay(zone: string, begun: (day: string) => void): () => void {
  const dayAt = (moment: Date) => dayIn(zone, new Date(moment.getTime() - graceMs));
  let last = dayAt(now$.value);
  const moments = now$.subscribe((moment) => {
    const day = dayAt(moment);
    if (day === last) return;
    last = day;
    begun(day);
  });
  return () => moments.unsubscribe();
}
