import type { Query, QueryClient } from "@tanstack/react-query";
import { liveClient } from "./live";
import type { StartLiveCache } from "./live-cache.later";
import { applyLiveEvent, type LiveCache } from "./live-updates";
import { keyOfReads, patchQuery, type ReplyAspect, setQuery } from "../query";

/**
 * Minimum interval in ms between refetches. A busy board emits twenty events a second, so lists that only count its tasks use the longer
 * interval.
 */
export const throttleMs = 1_500;
export const aspectThrottleMs = 3_000;

/** Lists changed by events are verified against the server after this quiet period in ms, at the latest after `maxSettleMs`. */
export const settleMs = 1_500;
export const maxSettleMs = 10_000;

/** The functions of `LiveCache` for a query client. */
export function throttledCache(client: QueryClient): LiveCache {
  const resting = new Map<string, boolean>();

  const refetchSoon = (key: readonly unknown[], aspect?: ReplyAspect) => {
    const name = JSON.stringify([key, aspect]);
    if (!resting.has(name)) return throttled(name, key, aspect);
    void client.invalidateQueries({ queryKey: key, refetchType: "none" });
    resting.set(name, true);
  };

  const throttled = (name: string, key: readonly unknown[], aspect?: ReplyAspect) => {
    resting.set(name, false);
    // Invalidates again, because a response that was pending at the first invalidation has cleared the mark.
    void client.invalidateQueries({ queryKey: key, refetchType: "none" });
    const showsAspect = (query: Query) => query.observers.some(({ options }) => options.meta?.shows === aspect);
    const predicate = aspect === undefined ? undefined : showsAspect;
    void client.refetchQueries({ queryKey: key, type: "active", stale: true, predicate });
    setTimeout(
      () => {
        const again = resting.get(name);
        resting.delete(name);
        if (again) throttled(name, key, aspect);
      },
      aspect === undefined ? throttleMs : aspectThrottleMs,
    );
  };

  const reading = new Set<string>();
  const missed = new Set<string>();
  const refetch = (key: readonly unknown[]): void => {
    const name = JSON.stringify(key);
    if (reading.has(name)) return void missed.add(name);
    reading.add(name);
    void client.invalidateQueries({ queryKey: key, refetchType: "none" });
    void client.refetchQueries({ queryKey: key, type: "active", stale: true }).finally(() => {
      reading.delete(name);
      if (missed.delete(name)) refetch(key);
    });
  };

  const settling = new Map<string, { since: number; timer: ReturnType<typeof setTimeout> }>();
  const refetchWhenQuiet = (key: readonly unknown[]): void => {
    const name = JSON.stringify(key);
    const pendingRefetch = settling.get(name);
    clearTimeout(pendingRefetch?.timer);
    const since = pendingRefetch?.since ?? Date.now();
    const wait = Math.max(0, Math.min(settleMs, since + maxSettleMs - Date.now()));
    const timer = setTimeout(() => {
      settling.delete(name);
      refetch(key);
    }, wait);
    settling.set(name, { since, timer });
  };

  return {
    client,
    set: (key, data) => setQuery(client, key, data),
    patch: (key, change) => patchQuery(client, key, change),
    refetch: (...reads) => reads.forEach((each) => refetch(keyOfReads(each))),
    refetchSoon: (...reads) => reads.forEach((each) => refetchSoon(keyOfReads(each))),
    refetchShowing: (aspect, ...reads) => reads.forEach((each) => refetchSoon(keyOfReads(each), aspect)),
    refetchWhenQuiet: (...reads) => reads.forEach((each) => refetchWhenQuiet(keyOfReads(each))),
  };
}

export function startLiveCache(client: QueryClient, early: Parameters<StartLiveCache>[1] = []): () => void {
  const cache = throttledCache(client);
  for (const { event } of early) applyLiveEvent(event, cache);
  const events = liveClient.events$.subscribe(({ event }) => applyLiveEvent(event, cache));
  const resets = liveClient.resets$.subscribe(() => void client.invalidateQueries());
  return () => {
    events.unsubscribe();
    resets.unsubscribe();
  };
}
