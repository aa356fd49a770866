import type { LiveEvent, StreamName } from "../../../shared/kernel/events";
import type { EventBatch, PresentUser, SubscribeAck, SubscribeMessage } from "../../../shared/kernel/streams";
import { LiveConnection } from "./live-connection";
import type { FollowOptions, LiveSocket } from "./live.types";

type Listener = (payload: never) => void;

export class FakeLiveServer {
  readonly log = new Map<StreamName, LiveEvent[]>();
  readonly forbidden = new Set<StreamName>();
  /** Maximum number of events in a replay; a longer replay gets the response `reset`. */
  replayLimit = 500;
  /** Frames in transit; nothing arrives before `deliver`. */
  readonly onTheWay: { event: string; payload: unknown }[] = [];
  readonly heard: { event: string; payload: unknown }[] = [];
  refusal: string | null = null;
  epoch = "first";
  silent = false;
  socket: FakeSocket | null = null;

  connect = (): FakeSocket => {
    this.socket = new FakeSocket(this);
    return this.socket;
  };

  emit(stream: StreamName, data: unknown = {}): LiveEvent {
    const events = this.log.get(stream) ?? [];
    const revision = events.length + 1;
    const event = { revision, id: revision, type: "task.moved", actor: null, at: "2026-11-20T10:00:00Z", data };
    this.log.set(stream, [...events, event]);
    if (this.socket?.connected)
      this.send("events", { stream, epoch: this.epoch, events: [event] } satisfies EventBatch);
    return event;
  }

  presence(stream: StreamName, users: PresentUser[], moreCount?: number): void {
    this.send("presence", { stream, users, more: moreCount });
  }

  send(event: string, payload: unknown): void {
    this.onTheWay.push({ event, payload });
  }

  /** Delivers all frames in transit, in the order that `pick` returns. */
  deliver(
    pick: (frames: { event: string; payload: unknown }[]) => { event: string; payload: unknown }[] = (f) => f,
  ): void {
    for (const { event, payload } of pick(this.onTheWay.splice(0))) this.socket?.receive(event, payload);
  }

  answer({ stream, since, epoch }: SubscribeMessage): SubscribeAck {
    const events = this.log.get(stream) ?? [];
    if (this.forbidden.has(stream)) return { status: "forbidden" };
    const present = { revision: events.length, epoch: this.epoch };
    if (since !== null && epoch && epoch !== this.epoch) return { status: "reset", ...present };
    if (since !== null && since > events.length) return { status: "reset", ...present };
    if (since === null || since === events.length) return { status: "live", ...present };
    if (events.length - since > this.replayLimit) return { status: "reset", ...present };
    return { status: "replay", events: events.slice(since), ...present };
  }
}

export class FakeSocket implements LiveSocket {
  connected = false;
  active = true;
  private readonly listeners = new Map<string, Listener[]>();

  constructor(private readonly server: FakeLiveServer) {}

  on(event: string, listener: Listener): void {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
  }

  emit(event: string, payload: unknown, acknowledge?: (answer: never) => void): void {
    this.server.heard.push({ event, payload });
    if (event !== "subscribe" || this.server.silent) return;
    acknowledge?.(this.server.answer(payload as SubscribeMessage) as never);
  }

  connect(): void {
    if (this.connected) return;
    if (this.server.refusal) {
      this.active = false;
      this.receive("connect_error", new Error(this.server.refusal));
      return;
    }
    this.connected = true;
    this.receive("connect", undefined);
  }

  disconnect(): void {
    this.drop("io client disconnect");
  }

  drop(reason = "transport close"): void {
    if (!this.connected) return;
    this.connected = false;
    this.server.onTheWay.length = 0;
    this.receive("disconnect", reason);
  }

  receive(event: string, payload: unknown): void {
    for (const listener of this.listeners.get(event) ?? []) listener(payload as never);
  }
}

export async function connectFakeLive(server = new FakeLiveServer()) {
  const live = new LiveConnection(server.connect);
  const refused: string[] = [];
  const received: string[] = [];
  live.events$.subscribe(({ stream, event }) => received.push(`${stream} ${event.revision}`));
  live.start({
    token: "t",
    streams: [
      { name: "user:1", since: 0, epoch: server.epoch },
      { name: "tenant:1", since: 0, epoch: server.epoch },
    ],
    onRefused: (reason) => refused.push(reason),
  });
  await Promise.resolve();
  await Promise.resolve();
  return { live, server, refused, received };
}

export function followFakeStream(
  live: LiveConnection,
  options: Partial<FollowOptions> = {},
  stream: StreamName = "project:12",
) {
  const revisions: number[] = [];
  const following = live.follow(stream, { since: 0, epoch: "first", ...options });
  following.events$.subscribe((event) => revisions.push(event.revision));
  return { revisions, following };
}
