import { BehaviorSubject } from "rxjs";
import { useValue } from "../platform/value";

/** The reader's own calendar day, `YYYY-MM-DD`. */
export function dayOf(date: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const today$ = new BehaviorSubject(dayOf(new Date()));
setInterval(() => {
  const today = dayOf(new Date());
  if (today !== today$.value) today$.next(today);
}, 30_000);

/** Boards stay open over midnight. */
export function useToday(): string {
  return useValue(today$);
}
