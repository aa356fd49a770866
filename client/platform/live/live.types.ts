import type { Observable } from "rxjs";
import type { EventOf, LiveEvent, StreamName } from "../../../shared/kernel/events";
import type { Focus, PresentUser } from "../../../shared/kernel/streams";
import type { Store } from "../store";

/**
 * `live`: connected and caught up. `reconnecting`: connecting or catching up. `offline`: the device is offline, or the server hasn't been
 * reached for a while; attempts continue. `outdated`: the server uses a newer protocol than this page.
 */
export type ConnectionState = "live" | "reconnecting" | "offline" | "outdated";

export interface FollowOptions {
  /** The revision of the loaded state; null starts with the next event. */
  since: number | null;
  /** The epoch of the loaded state. */
  epoch?: string;
  /**
   * Called when the follower must reload its state, because it is too far behind or the database was restored. Return the revision of the
   * loaded state, or call `resume` with it later; no event is delivered until then. If the callback throws, it is called again. By default,
   * delivery continues from the new revision; cached queries are invalidated in any case.
   */
  onReset?: (revision: number) => Promise<number> | void;
  /** Called if `since` is null. Events are delivered from now on, so data loaded earlier must be refetched. */
  onJoined?: () => void;
  /** Called when access was revoked or never granted. No more events follow. */
  onRevoked?: () => void;
}

/** `Events` are the events of the stream that the follower handles, `{type: data}`. */
export interface StreamSubscription<Events = Record<string, unknown>> {
  /** Every event after `since`, exactly once, in order. */
  events$: Observable<EventOf<Events>>;
  presence$: Observable<PresentUser[]>;
  /** Number of present users beyond those listed in `presence$`, which lists only some of many users. */
  readonly unnamed: number;
  readonly revision: number | null;
  focus(focus: Omit<Focus, "stream">): void;
  /** Id of the task whose description the user is editing, in addition to `focus`; null for none. */
  edit(taskId: number | null): void;
  resume(revision: number): void;
  close(): void;
}

export interface LiveClient {
  status$: Store<ConnectionState>;
  /** Each event of any followed stream, once, however many followers it has. */
  events$: Observable<{ stream: StreamName; event: LiveEvent }>;
  /** Streams that were too far behind, so that events were skipped. */
  resets$: Observable<StreamName>;
  follow<Events = Record<string, unknown>>(stream: StreamName, options: FollowOptions): StreamSubscription<Events>;
  start(options: {
    token: string;
    streams: { name: StreamName; since: number; epoch?: string }[];
    onRefused: (reason: string) => void;
  }): void;
  stop(): void;
}

/** The used subset of a socket.io client, so that tests can replace it. */
export interface LiveSocket {
  readonly connected: boolean;
  readonly active?: boolean;
  on(event: string, listener: (payload: never) => void): unknown;
  emit(event: string, payload: unknown, acknowledge?: (answer: never) => void): unknown;
  connect(): unknown;
  disconnect(): unknown;
}
