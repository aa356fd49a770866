import { BehaviorSubject, Subject } from "rxjs";
import type { DomainEvent } from "../../../shared/domain-events";
import type { StreamName } from "../../../shared/kernel/events";
import type { EventBatch, Focus, Presence, SubscribeAck } from "../../../shared/kernel/streams";
import { noticeKorean } from "../intl/korean";
import { LiveStream, type StreamPort } from "./live-stream";
import type { ConnectionState, Following, FollowOptions, Live, LiveSocket } from "./live.types";
import { Patience } from "./patience";

type StartOptions = Parameters<Live["start"]>[0];
type Connect = (token: string) => Promise<LiveSocket> | LiveSocket;

/** What connects couldn't be loaded. */
export const loadAgainMs = 3_000;
/** Not connected for so long: "reconnecting" would say too much. */
export const offlineAfterMs = 12_000;
/** A page that was hidden for longer checks its connection when it is looked at again: laptops sleep. */
const trustHiddenMs = 15_000;

/** One socket per signed-in session, and the streams that are followed over it. */
export class LiveConnection implements Live, StreamPort {
  readonly status$ = new BehaviorSubject<ConnectionState>("reconnecting");
  readonly events$ = new Subject<{ stream: StreamName; event: DomainEvent }>();
  readonly resets$ = new Subject<StreamName>();
  private readonly streams = new Map<StreamName, LiveStream>();
  private own: Following[] = [];
  private socket: LiveSocket | null = null;
  private options: StartOptions | null = null;
  private lostFor: ReturnType<typeof setTimeout> | null = null;
  private lostLong = false;
  private outdated = false;
  private hiddenAt = 0;
  private readonly patience = new Patience(() => this.suspect());

  constructor(private readonly connect: Connect) {}

  start(options: StartOptions): void {
    this.stop();
    this.options = options;
    this.own = options.streams.map(({ name, since }) =>
      this.follow(name, { since, onReset: (revision) => Promise.resolve(revision) }),
    );
    this.watchDevice();
    this.lost();
    this.open(options);
  }

  /** Its code comes with the first sign-in. Where that can't be loaded it is tried again, as long as somebody is signed in. */
  private open(options: StartOptions): void {
    if (this.options !== options) return;
    Promise.resolve(this.connect(options.token)).then(
      (socket) => {
        if (this.options !== options) socket.disconnect();
        else this.use(socket, options);
      },
      () => setTimeout(() => this.open(options), loadAgainMs),
    );
  }

  stop(): void {
    const { socket } = this;
    this.socket = null;
    this.options = null;
    this.patience.over();
    for (const following of this.own) following.close();
    this.own = [];
    this.unwatchDevice();
    socket?.disconnect();
    if (this.lostFor) clearTimeout(this.lostFor);
    this.lostFor = null;
    this.lostLong = false;
    this.outdated = false;
    this.status$.next("reconnecting");
  }

  follow(name: StreamName, options: FollowOptions): Following {
    let stream = this.streams.get(name);
    if (!stream) {
      stream = new LiveStream(name, this);
      this.streams.set(name, stream);
    }
    return stream.follow(options);
  }

  subscribe(stream: StreamName, since: number | null, answered: (ack: SubscribeAck) => void): void {
    const { socket } = this;
    if (!socket?.connected) return; // asked again once connected
    const isAwaited = this.patience.asked();
    socket.emit("subscribe", { stream, since }, (ack: SubscribeAck) => {
      // Of the connection before this one: the server has forgotten it, and it was asked again since.
      if (!isAwaited() || !this.streams.has(stream)) return;
      answered(ack);
      this.report();
    });
  }

  focus(focus: Focus): void {
    if (this.socket?.connected) this.socket.emit("focus", focus);
  }

  tell(stream: StreamName, event: DomainEvent): void {
    noticeKorean(JSON.stringify(event.data));
    this.events$.next({ stream, event });
  }

  tellReset(stream: StreamName): void {
    this.resets$.next(stream);
  }

  abandoned(stream: LiveStream): void {
    const { name } = stream;
    if (this.streams.get(name) !== stream) return;
    this.streams.delete(name);
    if (this.socket?.connected && name.startsWith("project:")) this.socket.emit("unsubscribe", { stream: name });
    this.report();
  }

  // The socket.

  private use(socket: LiveSocket, options: StartOptions): void {
    this.socket = socket;
    const mine =
      <T>(handle: (payload: T) => void) =>
      (payload: T) =>
        this.socket === socket && handle(payload);
    socket.on(
      "connect",
      mine(() => {
        this.outdated = false;
        for (const stream of this.streams.values()) stream.rejoin();
        this.report();
      }),
    );
    socket.on(
      "disconnect",
      mine((reason: string) => {
        this.patience.over();
        for (const stream of this.streams.values()) stream.disconnected();
        this.lost();
        // socket.io leaves it at that when the server hung up: a server that stops, or a session that ended. Ask which.
        if (reason === "io server disconnect") this.knock(socket);
      }),
    );
    socket.on(
      "connect_error",
      mine((error: Error & { data?: unknown }) => {
        if (error.message === "unauthenticated" || error.message === "tenant_inactive")
          options.onRefused(error.message);
        else if (error.message === "outdated") this.endUpdates();
        else if (socket.active === false) this.knock(socket);
      }),
    );
    socket.on(
      "events",
      mine((batch: EventBatch) => this.streams.get(batch.stream)?.deliver(batch.events)),
    );
    socket.on(
      "presence",
      mine((presence: Presence) => this.streams.get(presence.stream)?.show(presence)),
    );
    socket.on(
      "revoked",
      mine(({ stream }: { stream: StreamName }) => this.streams.get(stream)?.revoked()),
    );
    socket.on(
      "resync",
      mine(() => {
        for (const stream of this.streams.values()) stream.rejoin();
        this.report();
      }),
    );
    socket.connect();
  }

  /** Only a reload helps: the page is of an earlier version than the server. */
  private endUpdates(): void {
    this.outdated = true;
    this.report();
  }

  private knock(socket: LiveSocket): void {
    setTimeout(() => this.socket === socket && !socket.connected && socket.connect(), 300 + Math.random() * 900);
  }

  /** It looks connected and doesn't answer: start over. */
  private suspect(): void {
    const { socket } = this;
    if (!socket) return;
    for (const stream of this.streams.values()) stream.disconnected();
    socket.disconnect();
    this.lost();
    socket.connect();
  }

  private probe(): void {
    const { socket } = this;
    if (!socket) return;
    if (!socket.connected) {
      socket.disconnect(); // ends its waiting between attempts
      socket.connect();
    } else for (const stream of this.streams.values()) stream.rejoin();
    this.report();
  }

  // What is told.

  private lost(): void {
    this.lostFor ??= setTimeout(() => {
      this.lostLong = true;
      this.report();
    }, offlineAfterMs);
    this.report();
  }

  private report(): void {
    const caughtUp = this.socket?.connected === true && [...this.streams.values()].every((stream) => stream.caughtUp);
    if (caughtUp) {
      if (this.lostFor) clearTimeout(this.lostFor);
      this.lostFor = null;
      this.lostLong = false;
      this.patience.restored();
    }
    const away = typeof navigator !== "undefined" && navigator.onLine === false;
    const trying = this.lostLong ? "offline" : "reconnecting";
    const next = away ? "offline" : this.outdated ? "outdated" : caughtUp ? "live" : trying;
    if (next !== this.status$.value) this.status$.next(next);
  }

  private readonly online = () => this.probe();
  private readonly offline = () => this.report();
  private readonly visible = () => {
    if (document.hidden) this.hiddenAt = Date.now();
    else if (this.hiddenAt && Date.now() - this.hiddenAt > trustHiddenMs) this.probe();
  };

  private watchDevice(): void {
    if (typeof window === "undefined") return;
    window.addEventListener("online", this.online);
    window.addEventListener("offline", this.offline);
    document.addEventListener("visibilitychange", this.visible);
  }

  private unwatchDevice(): void {
    if (typeof window === "undefined") return;
    window.removeEventListener("online", this.online);
    window.removeEventListener("offline", this.offline);
    document.removeEventListener("visibilitychange", this.visible);
  }
}
