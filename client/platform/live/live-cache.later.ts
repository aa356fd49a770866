import type { QueryClient } from "@tanstack/react-query";
import type { Observable } from "rxjs";
import { live } from "./live";

type Delivered = typeof live.events$ extends Observable<infer Each> ? Each : never;

/** Keeps cached answers true from now on, beginning with the events that came before it was there. */
export type KeepTrue = (client: QueryClient, early: readonly Delivered[]) => unknown;

export const againMs = 5_000;

/**
 * Which answers an event makes old is known by a part of the client that has the calls of every feature; the first screen
 * doesn't wait for it. Events that come meanwhile are held. Where it can't be loaded it is tried again, and as long as that
 * goes on all that is shown is read again when something has happened.
 */
export function keepQueriesTrueLater(client: QueryClient, load: () => Promise<KeepTrue>): void {
  let early: Delivered[] = [];
  const events = live.events$.subscribe((delivered) => early.push(delivered));
  const resets = live.resets$.subscribe(() => void client.invalidateQueries());
  const attempt = async (): Promise<void> => {
    try {
      const keepTrue = await load();
      events.unsubscribe();
      resets.unsubscribe();
      keepTrue(client, early);
    } catch {
      if (early.length > 0) void client.invalidateQueries();
      early = [];
      setTimeout(() => void attempt(), againMs);
    }
  };
  void attempt();
}
