import { BehaviorSubject } from "rxjs";
import { useValue } from "./value";

/** The moment it is, every half minute. */
export const now$ = new BehaviorSubject(new Date());

/** Started once, with the page. */
export function startClock(): void {
  setInterval(() => now$.next(new Date()), 30_000);
}

/** One clock for everything that tells distances in time: they grow while one looks, all at the same moment. */
export const useNow = (): Date => useValue(now$);
