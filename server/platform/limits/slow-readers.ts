import type { Socket } from "socket.io";
import type { createThrottledLog } from "../throttled-log";
import { limits } from "./limits";
import { type SocketUser, userKeyOf } from "./socket-limits";

const checkIntervalMs = 5_000;

export type WatchedConnection = Pick<Socket["conn"], "on" | "transport" | "request">;

/** In characters. */
interface Unread {
  user: string | null;
  /** Characters passed to the transport but not yet sent over the network. */
  writing: number;
  /** Start of the current write, in milliseconds. */
  since: number;
  waiting: number;
}

export interface ReaderQuota {
  /** Whether a replay for this connection fits the limits. */
  hasRoom(): boolean;
  /** Characters that this connection hasn't read. */
  unread(): number;
}

/**
 * Closes connections that read more slowly than they are written to: their buffers would grow although they still answer pings. The client
 * reconnects and fetches missed events by revision. A single message may exceed the limit; the connection is then closed at the next
 * message, or when the message isn't read in time.
 */
export class SlowReaders {
  private readonly connections = new Map<WatchedConnection, Unread>();
  private readonly unreadOf = new Map<string, number>();
  private total = 0;
  private readonly timer = setInterval(() => this.look(), checkIntervalMs).unref();

  constructor(
    private readonly logThrottled: ReturnType<typeof createThrottledLog>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  watch(conn: WatchedConnection): void {
    const unread: Unread = { user: null, writing: 0, since: 0, waiting: 0 };
    this.connections.set(conn, unread);
    conn.on("packetCreate", ({ data }: { data?: unknown }) => {
      this.queued(conn, unread, typeof data === "string" ? data.length : 0);
    });
    conn.on("drain", () => {
      unread.writing += unread.waiting;
      unread.waiting = 0;
      unread.since = this.now();
    });
    conn.transport.on("drain", () => {
      this.count(unread, -unread.writing);
      unread.writing = 0;
    });
    conn.on("close", () => {
      this.connections.delete(conn);
      this.count(unread, -unread.writing - unread.waiting);
      unread.writing = unread.waiting = 0;
    });
  }

  admit(conn: WatchedConnection, data: SocketUser): ReaderQuota {
    const user = userKeyOf(data);
    const unread = this.connections.get(conn);
    if (unread) {
      unread.user = user;
      this.countOf(user, unread.writing + unread.waiting);
    }
    const { replaysPerUser, all } = limits.slowReaders;
    return {
      hasRoom: () => (this.unreadOf.get(user) ?? 0) < replaysPerUser && this.total < all,
      unread: () => (unread ? unread.writing + unread.waiting : 0),
    };
  }

  look(): void {
    const { readMs, charactersPerMs } = limits.slowReaders;
    for (const [conn, { writing, since }] of this.connections) {
      if (writing > 0 && this.now() - since > readMs + writing / charactersPerMs) this.end(conn, writing);
    }
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private queued(conn: WatchedConnection, unread: Unread, length: number): void {
    const { queued, unreadPerUser } = limits.slowReaders;
    const { waiting, user } = unread;
    const ofUser = user === null ? 0 : (this.unreadOf.get(user) ?? 0);
    const waits = !conn.transport.writable; // otherwise it is written immediately
    if (waits && (waiting > queued || ofUser > unreadPerUser)) this.end(conn, waiting);
    unread.waiting += length;
    this.count(unread, length);
  }

  private count({ user }: Unread, addedBytes: number): void {
    this.total += addedBytes;
    if (user !== null) this.countOf(user, addedBytes);
  }

  private countOf(user: string, addedBytes: number): void {
    const now = (this.unreadOf.get(user) ?? 0) + addedBytes;
    if (now > 0) this.unreadOf.set(user, now);
    else this.unreadOf.delete(user);
  }

  private end(conn: WatchedConnection, waiting: number): void {
    this.logThrottled("warn", "slow connection closed", { waiting });
    conn.request.socket.destroy(); // a regular close frame would queue behind the unread data
  }
}
