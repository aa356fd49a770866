import type { QueryClient } from "@tanstack/react-query";
import { live } from "./live";
import { applyToQueries, type Cache } from "./live-queries";

/** A busy board sends twenty events a second; lists that only count its tasks needn't be read as often. */
const quietMs = 1_500;

/** Marks at once, reads again what is on the screen: the first time soon, then at most once per `quietMs`. */
export function quietCache(client: QueryClient): Cache {
  const resting = new Map<string, boolean>();

  const refetch = (name: string, key: readonly unknown[]) => {
    resting.set(name, false);
    void client.refetchQueries({ queryKey: key, type: "active", stale: true });
    setTimeout(() => {
      const again = resting.get(name);
      resting.delete(name);
      if (again) refetch(name, key);
    }, quietMs);
  };

  return {
    client,
    touch(key) {
      void client.invalidateQueries({ queryKey: key, refetchType: "none" });
      const name = JSON.stringify(key);
      if (resting.has(name)) resting.set(name, true);
      else refetch(name, key);
    },
  };
}

/** Keeps cached answers true from now on. Returns the way to stop. */
export function keepQueriesTrue(client: QueryClient): () => void {
  const cache = quietCache(client);
  const events = live.events$.subscribe(({ event }) => applyToQueries(event, cache));
  const resets = live.resets$.subscribe(() => void client.invalidateQueries());
  return () => {
    events.unsubscribe();
    resets.unsubscribe();
  };
}
