import { Subject } from "rxjs";
import { type LiveEvent, needsSubscription, type StreamName } from "../../../shared/kernel/events";
import { noNotices, type Notices } from "../../../shared/kernel/notices";
import type { EventBatch, Focus, Presence, SubscribeAck, SubscribeMessage } from "../../../shared/kernel/streams";
import { loadKoreanIfUsed } from "../intl/korean";
import { LiveStream, type StreamPort } from "./live-stream";
import type { ConnectionState, StreamSubscription, FollowOptions, LiveClient, LiveSocket } from "./live.types";
import { notices$ } from "../notices";
import { Store } from "../store";
import { ResponseTimeout } from "./response-timeout";

type StartOptions = Parameters<LiveClient["start"]>[0];
type Connect = (token: string) => Promise<LiveSocket> | LiveSocket;

/** Delay in ms before a failed load of the connection code is retried. */
export const retryLoadMs = 3_000;
/** Disconnected time in ms after which the status changes from "reconnecting" to "offline". */
export const offlineAfterMs = 12_000;
/** Hidden time in ms after which a page checks its connection when it is shown again, because the device may have slept. */
const trustHiddenMs = 15_000;

export class LiveConnection implements LiveClient, StreamPort {
  readonly status$ = new Store<ConnectionState>("reconnecting");
  readonly events$ = new Subject<{ stream: StreamName; event: LiveEvent }>();
  readonly resets$ = new Subject<StreamName>();
  private readonly streams = new Map<StreamName, LiveStream>();
  private own: StreamSubscription[] = [];
  private socket: LiveSocket | null = null;
  private options: StartOptions | null = null;
  private lostFor: ReturnType<typeof setTimeout> | null = null;
  private lostLong = false;
  private outdated = false;
  private hiddenAt = 0;
  private readonly patience = new ResponseTimeout(() => this.suspect());

  constructor(private readonly connect: Connect) {}

  start(options: StartOptions): void {
    this.stop();
    this.options = options;
    this.own = options.streams.map(({ name, ...position }) => this.follow(name, position));
    this.watchDevice();
    this.lost();
    this.open(options);
  }

  /** The connection code loads at the first sign-in; a failed load is retried while the user is signed in. */
  private open(options: StartOptions): void {
    if (this.options !== options) return;
    Promise.resolve(this.connect(options.token)).then(
      (socket) => {
        if (this.options !== options) socket.disconnect();
        else this.use(socket, options);
      },
      () => setTimeout(() => this.open(options), retryLoadMs),
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
    notices$.set(noNotices);
    this.status$.set("reconnecting");
  }

  follow<Events = Record<string, unknown>>(name: StreamName, options: FollowOptions): StreamSubscription<Events> {
    let stream = this.streams.get(name);
    if (!stream) {
      stream = new LiveStream(name, this);
      this.streams.set(name, stream);
    }
    return stream.follow(options) as StreamSubscription<Events>;
  }

  subscribe(message: SubscribeMessage, answered: (ack: SubscribeAck) => void): void {
    const { socket } = this;
    if (!socket?.connected) return; // streams are requested again on connect
    const isAwaited = this.patience.asked();
    socket.emit("subscribe", message, (ack: SubscribeAck) => {
      // Ignores acknowledgements of an earlier connection; the stream has been requested again since.
      if (!isAwaited() || !this.streams.has(message.stream)) return;
      answered(ack);
      this.report();
    });
  }

  focus(focus: Focus): void {
    if (this.socket?.connected) this.socket.emit("focus", focus);
  }

  tell(stream: StreamName, event: LiveEvent): void {
    loadKoreanIfUsed(JSON.stringify(event.data));
    this.events$.next({ stream, event });
  }

  tellReset(stream: StreamName): void {
    this.resets$.next(stream);
  }

  tellEpoch(epoch: string): void {
    for (const stream of this.streams.values()) if (stream.epoch !== epoch) stream.rejoin();
  }

  abandoned(stream: LiveStream): void {
    const { name } = stream;
    if (this.streams.get(name) !== stream) return;
    this.streams.delete(name);
    if (this.socket?.connected && needsSubscription(name)) this.socket.emit("unsubscribe", { stream: name });
    this.report();
  }

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
        // socket.io doesn't reconnect after a disconnect by the server. Reconnecting shows whether the server shut down or the session
        // ended.
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
      mine((batch: EventBatch) => this.streams.get(batch.stream)?.deliver(batch.events, batch.epoch)),
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
      "notices",
      mine((notices: Notices) => notices$.set(notices)),
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

  /** The page is older than the server; only a reload helps. */
  private endUpdates(): void {
    this.outdated = true;
    this.report();
  }

  private knock(socket: LiveSocket): void {
    setTimeout(() => this.socket === socket && !socket.connected && socket.connect(), 300 + Math.random() * 900);
  }

  /** Reconnects when the connection seems open but doesn't respond. */
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
      socket.disconnect(); // ends the delay between attempts
      socket.connect();
    } else for (const stream of this.streams.values()) stream.rejoin();
    this.report();
  }

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
    this.status$.set(next);
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
