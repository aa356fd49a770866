import type { BehaviorSubject, Observable } from "rxjs";
import type { DomainEvent } from "../../../shared/domain-events";
import type { StreamName } from "../../../shared/kernel/events";
import type { Focus, PresentUser } from "../../../shared/kernel/streams";

/**
 * `live`: connected and caught up. `reconnecting`: on the way there. `offline`: the device says so, or the server
 * hasn't been reached for a while; it is still tried. `outdated`: the server speaks a newer protocol than this page.
 */
export type ConnectionState = "live" | "reconnecting" | "offline" | "outdated";

export interface FollowOptions {
  /** The revision the state was read at; null follows from now on. */
  since: number | null;
  /**
   * Too far behind: read the state again. Answer with the revision of what was read, or call `resume` with it later;
   * until then nothing is delivered.
   */
  onReset?: (revision: number) => Promise<number> | void;
  /** With `since` null: events come from here on. What was read before may have missed some and is read again. */
  onJoined?: () => void;
  /** Access was lost, or there never was any. Nothing comes any more. */
  onRevoked?: () => void;
}

export interface Following {
  /** Every event after `since`, exactly once, in order. */
  events$: Observable<DomainEvent>;
  presence$: Observable<PresentUser[]>;
  /** How many there are besides those that `presence$` names: of a crowd it names some. */
  readonly unnamed: number;
  /** Position of the last event that was delivered. */
  readonly revision: number | null;
  focus(focus: Omit<Focus, "stream">): void;
  resume(revision: number): void;
  close(): void;
}

export interface Live {
  status$: BehaviorSubject<ConnectionState>;
  /** Each event of any followed stream, once, whoever follows it. */
  events$: Observable<{ stream: StreamName; event: DomainEvent }>;
  /** A stream was too far behind: events of it were left out. */
  resets$: Observable<StreamName>;
  follow(stream: StreamName, options: FollowOptions): Following;
  start(options: {
    token: string;
    /** One's own streams, each from the revision at which it was read who one is. */
    streams: { name: StreamName; since: number }[];
    onRefused: (reason: string) => void;
  }): void;
  stop(): void;
}

/** The part of a socket.io client that is used, so that tests can stand in for it. */
export interface LiveSocket {
  readonly connected: boolean;
  /** Whether it reconnects by itself. */
  readonly active?: boolean;
  on(event: string, listener: (payload: never) => void): unknown;
  emit(event: string, payload: unknown, acknowledge?: (answer: never) => void): unknown;
  connect(): unknown;
  disconnect(): unknown;
}
