import { BehaviorSubject, Observable, Subject } from "rxjs";
import type { DomainEvent } from "../../../shared/domain-events";
import type { LiveEvent, StreamName } from "../../../shared/kernel/events";
import {
  type Focus,
  type Presence,
  type PresentUser,
  Sequencer,
  type SubscribeAck,
} from "../../../shared/kernel/streams";
import type { FollowOptions, Following } from "./live.types";

/** The state couldn't be read again: tried anew after so long. */
export const resetAgainMs = 5_000;

/** What a stream needs from the connection. */
export interface StreamPort {
  subscribe(stream: StreamName, since: number | null, answered: (ack: SubscribeAck) => void): void;
  focus(focus: Focus): void;
  tell(stream: StreamName, event: DomainEvent): void;
  tellReset(stream: StreamName): void;
  /** Nobody follows it any more. Whoever follows one of its name since then goes on. */
  abandoned(stream: LiveStream): void;
}

/** One subscription, shared by all who follow the stream here. Each follower has its own place in it. */
export class LiveStream {
  private readonly presence$ = new BehaviorSubject<PresentUser[]>([]);
  private unnamed = 0;
  private readonly followers = new Set<Follower>();
  private focused: Focus | null = null;
  private told = 0;
  /** Answered since the connection was made: nothing is missing up to now. */
  caughtUp = false;

  constructor(
    readonly name: StreamName,
    private readonly port: StreamPort,
  ) {}

  follow(options: FollowOptions): Following {
    const unnamed = () => this.unnamed;
    const follower = new Follower(this, options);
    this.followers.add(follower);
    this.ask(options.since);
    return {
      events$: follower.events$,
      presence$: this.presence$.asObservable(),
      get unnamed() {
        return unnamed();
      },
      get revision() {
        return follower.revision;
      },
      focus: (focus) => this.focus({ ...focus, stream: this.name }),
      resume: (revision) => follower.startAt(revision),
      close: () => {
        follower.close();
        this.followers.delete(follower);
        if (this.followers.size === 0) this.port.abandoned(this);
      },
    };
  }

  /** Connected (again): catch up from where the slowest follower is; what one looks at is said again then. */
  rejoin(): void {
    this.caughtUp = false;
    this.ask(this.slowest());
  }

  ask(since: number | null): void {
    this.port.subscribe(this.name, since, (ack) => this.answered(ack, since));
  }

  deliver(events: readonly LiveEvent[]): void {
    for (const follower of this.followers) follower.push(events);
  }

  /** Called by each follower in its order; passed on once. */
  tell(event: LiveEvent): void {
    if (event.revision <= this.told) return;
    this.told = event.revision;
    this.port.tell(this.name, event as DomainEvent);
  }

  revoked(): void {
    const followers = [...this.followers];
    this.followers.clear();
    this.show({ users: [] });
    for (const follower of followers) follower.revoke();
    this.port.abandoned(this);
  }

  show({ users, more = 0 }: Pick<Presence, "users" | "more">): void {
    this.unnamed = more;
    this.presence$.next(users);
  }

  disconnected(): void {
    this.caughtUp = false;
    this.show({ users: [] }); // who is there isn't known while nobody can tell
  }

  private answered(ack: SubscribeAck, since: number | null): void {
    if (ack.status === "forbidden") {
      this.revoked();
      return;
    }
    this.caughtUp = true;
    // Not before: of a stream that one hasn't joined yet nobody is believed to look at anything.
    if (this.focused) this.port.focus(this.focused);
    if (ack.status === "replay") this.deliver(ack.events);
    // Ahead of the server: its database came back from a backup, and what was seen since never happened.
    const putBack = ack.status === "reset" && since !== null && since > ack.revision;
    for (const follower of this.followers) {
      if (follower.revision === null) follower.join(ack.revision);
      else if (ack.status === "reset" && (putBack || follower.revision < ack.revision)) follower.reset(ack.revision);
    }
    if (ack.status === "reset") {
      this.told = putBack ? ack.revision : Math.max(this.told, ack.revision);
      this.port.tellReset(this.name);
    }
  }

  private focus(focus: Focus): void {
    this.focused = focus.taskId === null && !focus.dragging && !focus.slot ? null : focus;
    this.port.focus(focus);
  }

  private slowest(): number | null {
    const known = [...this.followers].map((follower) => follower.revision).filter((revision) => revision !== null);
    return known.length > 0 ? Math.min(...known) : null;
  }
}

class Follower {
  private readonly passed = new Subject<DomainEvent>();
  /** Events that came before anybody listened: whoever follows gets every one. */
  private unheard: DomainEvent[] | null = [];
  readonly events$ = new Observable<DomainEvent>((listener) => {
    const listening = this.passed.subscribe(listener);
    const unheard = this.unheard ?? [];
    this.unheard = null;
    for (const event of unheard) this.passed.next(event);
    return listening;
  });
  private sequencer: Sequencer | null = null;
  /** Batches that came while it isn't known yet where to start from. */
  private held: (readonly LiveEvent[])[] | null = [];
  private closed = false;
  private resets = 0;

  constructor(
    private readonly stream: LiveStream,
    private readonly options: FollowOptions,
  ) {
    if (options.since !== null) this.startAt(options.since);
  }

  get revision(): number | null {
    return this.sequencer?.revision ?? null;
  }

  push(events: readonly LiveEvent[]): void {
    if (this.held) this.held.push(events);
    else this.pass(this.sequencer?.push(events) ?? []);
  }

  /** The state is at this revision: what is later follows. */
  startAt(revision: number): void {
    if (this.closed) return;
    this.sequencer?.stop();
    this.sequencer = new Sequencer({ since: revision, onGap: (since) => this.stream.ask(since) });
    const held = this.held ?? [];
    this.held = null;
    for (const events of held) this.push(events);
  }

  /** Begins where the stream is now. */
  join(revision: number): void {
    this.startAt(revision);
    this.options.onJoined?.();
  }

  reset(revision: number): void {
    this.sequencer?.stop();
    this.held ??= [];
    const attempt = ++this.resets;
    // When reading fails the follower stays where it was, and reads again in a while: what it shows is old, and nothing says so.
    const again = () => attempt === this.resets && this.held && !this.closed && this.reset(revision);
    Promise.resolve(this.options.onReset?.(revision)).then(
      (read) => typeof read === "number" && this.startAt(read),
      () => setTimeout(again, resetAgainMs),
    );
  }

  revoke(): void {
    this.close();
    this.options.onRevoked?.();
  }

  close(): void {
    this.closed = true;
    this.sequencer?.stop();
    this.passed.complete();
  }

  private pass(events: readonly LiveEvent[]): void {
    for (const event of events) {
      if (this.closed) return; // a listener may close while it handles the one before
      if (this.unheard) this.unheard.push(event as DomainEvent);
      else this.passed.next(event as DomainEvent);
      this.stream.tell(event);
    }
  }
}
