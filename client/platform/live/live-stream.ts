import { BehaviorSubject, Observable, Subject } from "rxjs";
import type { LiveEvent, StreamName } from "../../../shared/kernel/events";
import {
  type Focus,
  type Presence,
  type PresentUser,
  Sequencer,
  type StreamPosition,
  type SubscribeAck,
  type SubscribeMessage,
} from "../../../shared/kernel/streams";
import type { FollowOptions, StreamSubscription } from "./live.types";

export const resetRetryMs = 5_000;

export interface StreamPort {
  subscribe(message: SubscribeMessage, answered: (ack: SubscribeAck) => void): void;
  focus(focus: Focus): void;
  tell(stream: StreamName, event: LiveEvent): void;
  tellReset(stream: StreamName): void;
  /** Reports a restored database, which makes other streams outdated as well. */
  tellEpoch(epoch: string): void;
  /** The stream has no followers left. A new stream of the same name isn't affected. */
  abandoned(stream: LiveStream): void;
}

export class LiveStream {
  private readonly presence$ = new BehaviorSubject<PresentUser[]>([]);
  private unnamed = 0;
  private readonly followers = new Set<Follower>();
  private focused: Focus | null = null;
  private edited: number | null = null;
  private latestRevision = 0;
  epoch: string | undefined;
  /** True once the server has acknowledged on the current connection, so no event is missing. */
  caughtUp = false;

  constructor(
    readonly name: StreamName,
    private readonly port: StreamPort,
  ) {}

  follow(options: FollowOptions): StreamSubscription {
    const unnamed = () => this.unnamed;
    const follower = new Follower(this, options);
    this.followers.add(follower);
    this.ask(options.since, options.epoch);
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
      edit: (taskId) => this.edit(taskId),
      resume: (revision) => follower.startAt(revision),
      close: () => {
        follower.close();
        this.followers.delete(follower);
        if (this.followers.size === 0) this.port.abandoned(this);
      },
    };
  }

  /** Catches up from the slowest follower's revision after a (re)connect and sends the focus again. */
  rejoin(): void {
    this.caughtUp = false;
    const slowest = this.slowest();
    this.ask(slowest?.revision ?? null, slowest?.epoch);
  }

  ask(since: number | null, epoch: string | undefined): void {
    this.port.subscribe({ stream: this.name, since, epoch }, (ack) => this.answered(ack, since));
  }

  deliver(events: readonly LiveEvent[], epoch?: string): void {
    for (const follower of this.followers) {
      // Either the database was restored, or the events are from before a restore. The acknowledgement names the present epoch.
      if (follower.isOfOtherEpoch(epoch)) this.ask(follower.revision, follower.epoch);
      else follower.push(events);
    }
  }

  /** Every follower calls this for each event; only the first call emits it. */
  tell(event: LiveEvent): void {
    if (event.revision <= this.latestRevision) return;
    this.latestRevision = event.revision;
    this.port.tell(this.name, event);
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
    this.show({ users: [] }); // presence is unknown while disconnected
  }

  private answered(ack: SubscribeAck, since: number | null): void {
    if (ack.status === "forbidden") {
      this.revoked();
      return;
    }
    this.caughtUp = true;
    // Sent only after the acknowledgement: the server ignores the focus on a stream that isn't joined.
    if (this.focused) this.say(this.focused);
    // The client is ahead of a server of an earlier version, whose database was restored.
    const putBack = ack.status === "reset" && since !== null && since > ack.revision;
    let isReset = ack.status === "reset";
    for (const follower of this.followers) {
      const isBehind = ack.status === "reset" && (putBack || (follower.revision ?? 0) < ack.revision);
      if (follower.revision === null) follower.join(ack);
      else if (follower.isOfOtherEpoch(ack.epoch)) {
        isReset = true;
        follower.reset(ack);
      } else if (isBehind) follower.reset(ack);
      follower.epoch ??= ack.epoch;
    }
    const isNewEpoch = this.epoch !== undefined && this.epoch !== ack.epoch;
    this.epoch = ack.epoch;
    if (isReset) {
      this.latestRevision = putBack || isNewEpoch ? ack.revision : Math.max(this.latestRevision, ack.revision);
      this.port.tellReset(this.name);
    }
    if (isNewEpoch) this.port.tellEpoch(ack.epoch);
    if (ack.status === "replay") this.deliver(ack.events, ack.epoch);
  }

  private focus(focus: Focus): void {
    this.focused = focus.taskId === null && !focus.dragging && !focus.slot && !focus.board ? null : focus;
    this.say(focus);
  }

  private edit(taskId: number | null): void {
    this.edited = taskId;
    if (this.focused) this.say(this.focused);
  }

  private say(focus: Focus): void {
    this.port.focus(this.edited !== null && this.edited === focus.taskId ? { ...focus, editing: true } : focus);
  }

  private slowest(): Follower | undefined {
    const followers = [...this.followers].filter(({ revision }) => revision !== null);
    return followers.sort((a, b) => (a.revision ?? 0) - (b.revision ?? 0))[0];
  }
}

class Follower {
  private readonly passed = new Subject<LiveEvent>();
  /** Events received before the first listener subscribes; they are then delivered to it. */
  private unheard: LiveEvent[] | null = [];
  readonly events$ = new Observable<LiveEvent>((listener) => {
    const listening = this.passed.subscribe(listener);
    const unheard = this.unheard ?? [];
    this.unheard = null;
    for (const event of unheard) this.passed.next(event);
    return listening;
  });
  private sequencer: Sequencer | null = null;
  private held: (readonly LiveEvent[])[] | null = [];
  private closed = false;
  private resets = 0;
  epoch: string | undefined;

  constructor(
    private readonly stream: LiveStream,
    private readonly options: FollowOptions,
  ) {
    this.epoch = options.epoch;
    if (options.since !== null) this.startAt(options.since);
  }

  get revision(): number | null {
    return this.sequencer?.revision ?? null;
  }

  isOfOtherEpoch(epoch: string | undefined): boolean {
    return this.epoch !== undefined && epoch !== undefined && this.epoch !== epoch;
  }

  push(events: readonly LiveEvent[]): void {
    if (this.held) this.held.push(events);
    else this.pass(this.sequencer?.push(events) ?? []);
  }

  /** Starts with the events after this revision, which the loaded state includes. */
  startAt(revision: number): void {
    if (this.closed) return;
    this.sequencer?.stop();
    this.sequencer = new Sequencer({ since: revision, onGap: (since) => this.stream.ask(since, this.epoch) });
    const pendingEvents = this.held ?? [];
    this.held = null;
    for (const events of pendingEvents) this.push(events);
  }

  join({ revision, epoch }: StreamPosition): void {
    this.epoch = epoch;
    this.startAt(revision);
    this.options.onJoined?.();
  }

  reset({ revision, epoch }: StreamPosition): void {
    this.sequencer?.stop();
    if (this.isOfOtherEpoch(epoch)) this.held = [];
    this.held ??= [];
    this.epoch = epoch;
    const attempt = ++this.resets;
    // If the reload fails, the follower stays at its revision and retries later; its stale state isn't indicated.
    const again = () => attempt === this.resets && this.held && !this.closed && this.reset({ revision, epoch });
    const { onReset = () => Promise.resolve(revision) } = this.options;
    Promise.resolve(onReset(revision)).then(
      (read) => typeof read === "number" && this.startAt(read),
      () => setTimeout(again, resetRetryMs),
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
      if (this.closed) return; // a listener may close it while handling the previous event
      if (this.unheard) this.unheard.push(event);
      else this.passed.next(event);
      this.stream.tell(event);
    }
  }
}
