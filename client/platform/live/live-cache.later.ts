import type { QueryClient } from "@tanstack/react-query";
import type { Observable } from "rxjs";
import { liveClient } from "./live";

type DeliveredEvent = typeof liveClient.events$ extends Observable<infer Each> ? Each : never;

export type StartLiveCache = (client: QueryClient, early: readonly DeliveredEvent[]) => unknown;

export const retryMs = 5_000;

/**
 * Loads the mapping of events to queries after the first screen, because it includes the calls of every feature. Events are buffered
 * meanwhile. A failed load is retried, and until then each event invalidates all queries.
 */
export function startLiveCacheLazily(client: QueryClient, load: () => Promise<StartLiveCache>): void {
  let early: DeliveredEvent[] = [];
  const events = liveClient.events$.subscribe((delivered) => early.push(delivered));
  const resets = liveClient.resets$.subscribe(() => void client.invalidateQueries());
  const attempt = async (): Promise<void> => {
    try {
      const keepTrue = await load();
      events.unsubscribe();
      resets.unsubscribe();
      keepTrue(client, early);
    } catch {
      if (early.length > 0) void client.invalidateQueries();
      early = [];
      setTimeout(() => void attempt(), retryMs);
    }
  };
  void attempt();
}
