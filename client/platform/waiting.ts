import { useEffect } from "react";
import { BehaviorSubject } from "rxjs";

/** A change that was made here and isn't sent yet, in words. */
export interface WaitingChange {
  id: string | number;
  label: string;
}

const sources = new Map<string, readonly WaitingChange[]>();

/** Everything that waits, for the top bar. */
export const waiting$ = new BehaviorSubject<readonly WaitingChange[]>([]);

function tell(source: string, changes: readonly WaitingChange[]): void {
  if (changes.length === 0 && !sources.has(source)) return;
  if (changes.length === 0) sources.delete(source);
  else sources.set(source, changes);
  waiting$.next([...sources.values()].flat());
}

/** A screen with a queue of its own says what is in it; pass the same list while nothing changes. */
export function useWaitingChanges(source: string, changes: readonly WaitingChange[]): void {
  useEffect(() => tell(source, changes), [source, changes]);
  useEffect(() => () => tell(source, []), [source]);
}
