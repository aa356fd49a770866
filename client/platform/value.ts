import { useSyncExternalStore } from "react";
import type { BehaviorSubject } from "rxjs";

/** The present value of a subject, and a render whenever it changes. */
export function useValue<T>(subject: BehaviorSubject<T>): T {
  return useSyncExternalStore(
    (changed) => {
      const subscription = subject.subscribe(changed);
      return () => subscription.unsubscribe();
    },
    () => subject.value,
  );
}
