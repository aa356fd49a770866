import { useEffect } from "react";
import { BehaviorSubject } from "rxjs";

/** The name of the record one is on: it stands behind the screen's own title. */
export const recordTitle$ = new BehaviorSubject<string | null>(null);

/** A screen about one record puts its name into the window's title. */
export function useScreenTitle(title: string | null | undefined): void {
  useEffect(() => {
    recordTitle$.next(title ?? null);
    return () => recordTitle$.next(null);
  }, [title]);
}
