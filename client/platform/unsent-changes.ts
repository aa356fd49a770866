import { Store } from "./store";

interface UnsentChange {
  id: string | number;
  label: string;
}

const sources = new Map<string, readonly UnsentChange[]>();

/** Changes of all queues that wait for the network. */
export const unsentChanges$ = new Store<readonly UnsentChange[]>([]);

// Changes exist only in this page, so that closing or reloading it would lose them.
globalThis.addEventListener?.("beforeunload", (event) => {
  if (unsentChanges$.value.length > 0) event.preventDefault();
});

/** `source` is the name of the queue. */
export function publishUnsentChanges(source: string, changes: readonly UnsentChange[]): void {
  if (changes.length === 0 && !sources.has(source)) return;
  if (changes.length === 0) sources.delete(source);
  else sources.set(source, changes);
  unsentChanges$.set([...sources.values()].flat());
}
