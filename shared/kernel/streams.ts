import type { Actor, LiveEvent, StreamName } from "./events";

/**
 * The live protocol (socket.io, path `/socket.io`, WebSocket).
 *
 *   connect      auth {token, protocol}; refused with "unauthenticated", "tenant_inactive", "outdated" (a page of an earlier
 *                version of the protocol: reload it), or "unavailable" (try again)
 *   → subscribe  {stream, since}       ack: SubscribeAck
 *   → unsubscribe {stream}
 *   → focus      Focus
 *   ← events     EventBatch            the person's own and the tenant's stream come without subscribing
 *   ← presence   Presence
 *   ← revoked    {stream}              access was lost; the screen closes. null: the whole session
 *   ← resync     (nothing)             events may have been lost on the way: ask every stream again with `since`
 *
 * A client reads a state together with the revision it is at, subscribes with `since` = that revision, and applies
 * every later event exactly once, in order. `reset` means: too far behind, read the state again.
 *
 * The version is raised whenever a page that is open already would misunderstand, or not know, what a newer server sends:
 * it is told so instead of missing changes in silence.
 */
export const protocolVersion = 1;

export type SubscribeAck =
  | { status: "live"; revision: number }
  | { status: "replay"; events: LiveEvent[]; revision: number }
  | { status: "reset"; revision: number }
  | { status: "forbidden" };

export interface EventBatch {
  stream: StreamName;
  events: LiveEvent[];
}

export interface PresentUser extends Actor {
  /** The task this person has open, or is dragging. */
  focus: number | null;
  dragging: boolean;
  /** While dragging: where the card would land. */
  over: Over | null;
  /** On a grid of times: what this person is filling in right now. */
  slot?: PresentSlot | null;
}

/** A time in something that can be booked, in milliseconds since 1970. What it is for isn't told. */
export interface PresentSlot {
  /** Which kind of thing: rooms and equipment have ids of their own and one stream. */
  kind: string;
  resource_id: number;
  from: number;
  until: number;
}

export interface Over {
  task_status_id: number;
  before_id: number | null;
}

export interface Presence {
  stream: StreamName;
  /** Of a crowd only some, those who do something before those who only look. */
  users: PresentUser[];
  /** How many there are besides `users`; left out where these are all. */
  more?: number;
}

export interface Focus {
  stream: StreamName;
  taskId: number | null;
  dragging: boolean;
  over?: Over | null;
  slot?: PresentSlot | null;
}

/** What the server sends. */
export interface ServerMessages {
  events: (batch: EventBatch) => void;
  presence: (presence: Presence) => void;
  revoked: (message: { stream: StreamName | null }) => void;
  resync: () => void;
}

/** What a client sends. The server trusts none of the shapes. */
export interface ClientMessages {
  subscribe: (message: { stream: StreamName; since: number | null }, ack: (answer: SubscribeAck) => void) => void;
  unsubscribe: (message: { stream: StreamName }) => void;
  focus: (focus: Focus) => void;
}

/** How many missed events are replayed before a reset is cheaper. */
export const replayLimit = 500;

/** How long a gap may stay open before the stream is asked again from the last applied revision. */
export const gapPatienceMs = 400;

export interface SequencerOptions {
  /** The revision the state is at. */
  since: number;
  /** Asks for everything after `since` again; its events come back through `push`. */
  onGap: (since: number) => void;
  setTimer?: (run: () => void, ms: number) => unknown;
  clearTimer?: (timer: never) => void;
}

/**
 * Puts the events of one stream in order. What was seen is dropped, what comes too early is held back; a gap that
 * doesn't close by itself is asked for. At the end every revision after `since` has been let through exactly once.
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

  /** The events that are due now, in order. */
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

  /** The state was read again at this revision: what is older is part of it. */
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
      this.watchGap(); // keep asking while it stays open: the answer may get lost as well
    }, gapPatienceMs);
  }
}
