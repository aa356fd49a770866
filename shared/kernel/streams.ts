import type { Actor, LiveEvent, StreamName } from "./events";
import type { Notices } from "./notices";

/**
 * The live protocol (socket.io, path `/socket.io`, WebSocket).
 *
 * connect auth {token, protocol}; rejected with "unauthenticated", "tenant_inactive", "outdated" (the page has an earlier protocol version
 * and must be reloaded) or "unavailable" (retry) → subscribe {stream, since}, acknowledged with SubscribeAck → unsubscribe {stream} → focus
 * Focus ← events EventBatch; the user's own stream and the tenant's stream are sent without a subscription ← presence Presence ← revoked
 * {stream}: access was lost and the screen closes; null: the whole session ← resync (no data): events may have been lost; subscribe to
 * every stream again with `since` ← notices Notices: when connected, and when one changes
 *
 * A client reads a state together with its revision and epoch, subscribes with `since` = that revision, and applies every later event
 * exactly once, in order. `reset` means that the client missed too many events, or that the database was restored since (another epoch),
 * and must read the state again.
 *
 * The version is increased whenever an open page would misinterpret messages of a newer server; the server then rejects the page as
 * outdated, so that it does not miss changes unnoticed.
 */
export const protocolVersion = 1;

/** Revisions are comparable only within an epoch, because they repeat after a restore. */
export interface StreamPosition {
  revision: number;
  epoch: string;
}

export type SubscribeAck =
  | ({ status: "live" } & StreamPosition)
  | ({ status: "replay"; events: LiveEvent[] } & StreamPosition)
  | ({ status: "reset" } & StreamPosition)
  | { status: "forbidden" };

/** Sent by clients; the epoch is absent in pages of earlier versions. */
export interface SubscribeMessage {
  stream: StreamName;
  since: number | null;
  epoch?: string | null;
}

export interface EventBatch {
  stream: StreamName;
  /** Epoch of the revisions; absent while a server or worker of an earlier version is running. */
  epoch?: string;
  events: LiveEvent[];
}

export interface PresentUser extends Actor {
  focus: number | null;
  dragging: boolean;
  board?: boolean;
  editing?: boolean;
  /** The drop position while the user drags a task. */
  over: HoverTarget | null;
  /** The time range that the user is selecting on a booking grid. */
  slot?: PresentSlot | null;
}

/** A time range of a bookable resource, in milliseconds since 1970, without its purpose. */
export interface PresentSlot {
  kind: string;
  resource_id: number;
  from: number;
  until: number;
}

export interface HoverTarget {
  task_status_id: number;
  before_id: number | null;
}

export interface Presence {
  stream: StreamName;
  /** Truncated for large audiences; active users come first. */
  users: PresentUser[];
  more?: number;
}

export interface Focus {
  stream: StreamName;
  taskId: number | null;
  dragging: boolean;
  /** Whether the board or list is visible. Without a visible board or list and without a task, other users do not see this user. */
  board?: boolean;
  editing?: boolean;
  over?: HoverTarget | null;
  slot?: PresentSlot | null;
}

export interface ServerMessages {
  events: (batch: EventBatch) => void;
  presence: (presence: Presence) => void;
  revoked: (message: { stream: StreamName | null }) => void;
  resync: () => void;
  notices: (notices: Notices) => void;
}

export interface ClientMessages {
  subscribe: (message: SubscribeMessage, ack: (answer: SubscribeAck) => void) => void;
  unsubscribe: (message: { stream: StreamName }) => void;
  focus: (focus: Focus) => void;
}

/** Maximum number of missed events for a replay; beyond it, reloading the state is cheaper. */
export const replayLimit = 500;

/** Milliseconds for which a gap may stay open before the client requests the events after the last applied revision. */
export const gapTimeoutMs = 400;

export interface SequencerOptions {
  since: number;
  /** Requests the events after `since`; they arrive through `push`. */
  onGap: (since: number) => void;
  setTimer?: (run: () => void, ms: number) => unknown;
  clearTimer?: (timer: never) => void;
}

/**
 * Orders the events of one stream: drops repeated events, holds early events back and requests gaps that stay open. Releases every revision
 * after `since` exactly once.
 */
export class Sequencer {
  private last: number;
  private readonly early = new Map<number, LiveEvent>();
  private timer: unknown = null;
  private readonly setTimer: (run: () => void, ms: number) => unknown;
  private readonly clearTimer: (timer: never) => void;

  constructor(private readonly options: SequencerOptions) {
    this.last = options.since;
    this.setTimer = options.setTimer ?? ((run, ms) => setTimeout(run, ms));
    this.clearTimer = options.clearTimer ?? ((timer) => clearTimeout(timer));
  }

  get revision(): number {
    return this.last;
  }

  push(events: readonly LiveEvent[]): LiveEvent[] {
    for (const event of events) if (event.revision > this.last) this.early.set(event.revision, event);
    const due: LiveEvent[] = [];
    for (let next = this.early.get(this.last + 1); next; next = this.early.get(this.last + 1)) {
      this.early.delete(next.revision);
      this.last = next.revision;
      due.push(next);
    }
    this.watchGap();
    return due;
  }

  /** Continues from a reloaded state, which includes all events up to this revision. Returns early events that can now be released. */
  reset(revision: number): LiveEvent[] {
    this.last = revision;
    for (const early of this.early.keys()) if (early <= revision) this.early.delete(early);
    return this.push([]);
  }

  stop(): void {
    if (this.timer !== null) this.clearTimer(this.timer as never);
    this.timer = null;
    this.early.clear();
  }

  private watchGap(): void {
    if (this.early.size === 0) {
      if (this.timer !== null) this.clearTimer(this.timer as never);
      this.timer = null;
      return;
    }
    if (this.timer !== null) return;
    this.timer = this.setTimer(() => {
      this.timer = null;
      if (this.early.size === 0) return;
      this.options.onGap(this.last);
      this.watchGap(); // keeps requesting, because the reply may get lost as well
    }, gapTimeoutMs);
  }
}
