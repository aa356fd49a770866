import type { StreamName, DomainEvent } from "../../shared/kernel/events";
import type { Notices } from "../../shared/kernel/notices";
import { once } from "node:events";
import { io, type Socket } from "socket.io-client";
import {
  type ClientMessages,
  type EventBatch,
  type Focus,
  type Presence,
  protocolVersion,
  type ServerMessages,
  type SubscribeAck,
} from "../../shared/kernel/streams";

/** Longer than any operation should take, so that the timeout error says what was awaited. */
const patienceMs = 20_000;

type ClientSocket = Socket<ServerMessages, ClientMessages>;

export type ReceivedEvent = DomainEvent & { stream: StreamName };

export class LiveClient {
  readonly batches: EventBatch[] = [];
  readonly presences: Presence[] = [];
  readonly revocations: (StreamName | null)[] = [];
  readonly notices: Notices[] = [];
  resyncs = 0;
  private readonly waiting = new Set<() => void>();

  private constructor(readonly socket: ClientSocket) {
    const keep = (note: () => void) => {
      note();
      for (const look of this.waiting) look();
    };
    socket.on("events", (batch) => keep(() => this.batches.push(batch)));
    socket.on("presence", (presence) => keep(() => this.presences.push(presence)));
    socket.on("revoked", ({ stream }) => keep(() => this.revocations.push(stream)));
    socket.on("notices", (notices) => keep(() => this.notices.push(notices)));
    socket.on("resync", () => keep(() => (this.resyncs += 1)));
    socket.on("connect", () => keep(() => {}));
    socket.on("disconnect", () => keep(() => {}));
  }

  /** @throws the server's reason when it refuses the connection */
  static async connect(
    base: string,
    host: string,
    token: unknown,
    { reconnection = false, ...auth }: { reconnection?: boolean; protocol?: unknown } = {},
  ): Promise<LiveClient> {
    const socket: ClientSocket = io(base, {
      path: "/socket.io",
      transports: ["websocket"],
      auth: { token, protocol: protocolVersion, ...auth },
      extraHeaders: { host },
      forceNew: true,
      reconnection,
      reconnectionDelay: 50,
      reconnectionDelayMax: 200,
    });
    const client = new LiveClient(socket);
    if (!socket.connected) {
      const refused = once(socket as never, "connect_error").then(([error]) => Promise.reject(error));
      refused.catch(() => {});
      try {
        await Promise.race([once(socket as never, "connect"), refused]);
      } catch (error) {
        socket.disconnect();
        throw error;
      }
    }
    return client;
  }

  subscribe(stream: unknown, since: unknown = null, epoch?: string): Promise<SubscribeAck> {
    return this.ask("subscribe", { stream, since, epoch }) as Promise<SubscribeAck>;
  }

  ask(name: string, message: unknown): Promise<unknown> {
    return (this.socket as unknown as Socket).timeout(patienceMs).emitWithAck(name, message);
  }

  say(name: string, message: unknown): void {
    (this.socket as unknown as Socket).emit(name, message);
  }

  focus(focus: Focus): void {
    this.socket.emit("focus", focus);
  }

  get events(): ReceivedEvent[] {
    return this.batches.flatMap(({ stream, events }) => events.map((event) => ({ ...event, stream }) as ReceivedEvent));
  }

  of(stream: StreamName): ReceivedEvent[] {
    return this.events.filter((event) => event.stream === stream);
  }

  event(type: string, about: (event: ReceivedEvent) => boolean = () => true): Promise<ReceivedEvent> {
    return this.until(`an event ${type}`, () => this.events.find((event) => event.type === type && about(event)));
  }

  revision(stream: StreamName, revision: number): Promise<ReceivedEvent> {
    return this.until(`revision ${revision} of ${stream}`, () =>
      this.events.find((event) => event.stream === stream && event.revision === revision),
    );
  }

  revoked(stream: StreamName | null): Promise<unknown> {
    return this.until(`the end of ${stream}`, () => this.revocations.includes(stream) || undefined);
  }

  disconnected(): Promise<unknown> {
    return this.until("the connection's end", () => this.socket.disconnected || undefined);
  }

  presence(stream: StreamName, isSo: (presence: Presence) => boolean): Promise<Presence> {
    return this.until(`people on ${stream}`, () => {
      const last = this.presences.findLast((presence) => presence.stream === stream);
      return last && isSo(last) ? last : undefined;
    });
  }

  /** Resolves with the first defined result of `look`, which is called immediately and after each message. */
  until<Found>(what: string, look: () => Found | undefined): Promise<Found> {
    const found = look();
    if (found !== undefined) return Promise.resolve(found);
    return new Promise((resolve, reject) => {
      const again = () => {
        const now = look();
        if (now === undefined) return;
        stop();
        resolve(now);
      };
      const late = setTimeout(() => {
        stop();
        const came = this.events.map((event) => `${event.stream}#${event.revision} ${event.type}`).join(", ");
        reject(new Error(`Waited ${patienceMs / 1_000} s for ${what}. What came: ${came || "nothing"}`));
      }, patienceMs);
      const stop = () => {
        clearTimeout(late);
        this.waiting.delete(again);
      };
      this.waiting.add(again);
    });
  }

  close(): void {
    this.socket.disconnect();
  }
}
