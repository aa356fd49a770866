import { Store, useStore } from "./store";

/** The current time, updated every 30 seconds. */
export const now$ = new Store(new Date());

export function startClock(): void {
  setInterval(() => now$.set(new Date()), 30_000);
}

export const useNow = (): Date => useStore(now$);
