import type { Query, QueryClient } from "@tanstack/react-query";
import { live } from "./live";
import type { KeepTrue } from "./live-cache.later";
import { applyToQueries, type Cache } from "./live-queries";
import type { Aspect } from "../query";

/** A busy board sends twenty events a second; lists that only count its tasks needn't be read as often. */
export const quietMs = 1_500;
export const quietAspectMs = 3_000;

/** Lists that events have changed: compared with the server when nothing came for so long, and at last after so long. */
export const settleMs = 1_500;
export const settleAtLastMs = 10_000;

/** Marks at once, reads again what is on the screen: the first time soon, then at most once in a while. */
export function quietCache(client: QueryClient): Cache {
  const resting = new Map<string, boolean>();

  const refetch = (name: string, key: readonly unknown[], aspect?: Aspect) => {
    resting.set(name, false);
    // Also what was marked before: an answer that was on its way then has taken the mark off.
    void client.invalidateQueries({ queryKey: key, refetchType: "none" });
    const shown = (query: Query) => query.observers.some(({ options }) => options.meta?.shows === aspect);
    const predicate = aspect === undefined ? undefined : shown;
    void client.refetchQueries({ queryKey: key, type: "active", stale: true, predicate });
    setTimeout(
      () => {
        const again = resting.get(name);
        resting.delete(name);
        if (again) refetch(name, key, aspect);
      },
      aspect === undefined ? quietMs : quietAspectMs,
    );
  };

  const reading = new Set<string>();
  const missed = new Set<string>();
  const readNow = (name: string, key: readonly unknown[]): void => {
    if (reading.has(name)) return void missed.add(name);
    reading.add(name);
    void client.invalidateQueries({ queryKey: key, refetchType: "none" });
    void client.refetchQueries({ queryKey: key, type: "active", stale: true }).finally(() => {
      reading.delete(name);
      if (missed.delete(name)) readNow(name, key);
    });
  };

  const settling = new Map<string, { since: number; timer: ReturnType<typeof setTimeout> }>();
  const settle = (key: readonly unknown[]): void => {
    const name = JSON.stringify(key);
    const known = settling.get(name);
    clearTimeout(known?.timer);
    const since = known?.since ?? Date.now();
    const wait = Math.max(0, Math.min(settleMs, since + settleAtLastMs - Date.now()));
    const timer = setTimeout(() => {
      settling.delete(name);
      readNow(name, key);
    }, wait);
    settling.set(name, { since, timer });
  };

  return {
    client,
    settle,
    now: (key) => readNow(JSON.stringify(key), key),
    touch(key, aspect) {
      const name = JSON.stringify([key, aspect]);
      if (!resting.has(name)) refetch(name, key, aspect);
      else {
        void client.invalidateQueries({ queryKey: key, refetchType: "none" });
        resting.set(name, true);
      }
    },
  };
}

/** Keeps cached answers true from now on; events that came `early` are applied first. Returns the way to stop. */
export function keepQueriesTrue(client: QueryClient, early: Parameters<KeepTrue>[1] = []): () => void {
  const cache = quietCache(client);
  for (const { event } of early) applyToQueries(event, cache);
  const events = live.events$.subscribe(({ event }) => applyToQueries(event, cache));
  const resets = live.resets$.subscribe(() => void client.invalidateQueries());
  return () => {
    events.unsubscribe();
    resets.unsubscribe();
  };
}
