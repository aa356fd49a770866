import { HeldBytes } from "../http/serve/held-bytes";
import type { createRareLog } from "../rarely";
import type { Connection } from "./frames";
import type { SocketData } from "./live";

/** Characters that may wait for one connection while another write to it is under way: four thousand events. */
export const mostWaiting = 2_000_000;
/** For all connections of a person, with what is under way to them: twenty of each session would be gigabytes otherwise. */
export const mostOfPerson = 16_000_000;
/**
 * Characters of replays that nobody has read yet. Each is made for one connection alone, up to four million; what many are told at once
 * is one text for all of them.
 */
export const replayLimits = { person: 8_000_000, tenant: 32_000_000, all: 256_000_000 };

/** What was written has to be taken by then: a slow line of 400 kbit/s, after a hole in the network. */
const patienceMs = 30_000;
const slowestPerMs = 50;
const lookEveryMs = 5_000;

/** Characters, and how many of them are replays. */
interface Amount {
  all: number;
  replays: number;
}

interface Unread {
  /** Whose connection it is, once they are let in. */
  owner: { tenant: string; person: string } | null;
  /** Handed on, and not taken by the network yet. */
  underWay: Amount;
  /** Since when, in milliseconds. */
  since: number;
  /** What stands behind that. */
  waiting: Amount;
}

/** What is asked of, and said about, one connection. */
export interface Reader {
  /** Whether a replay may be made for it. */
  hasRoom(): boolean;
  /** What is sent in there is for this connection alone, and counts until it was taken. @returns how many characters it was. */
  sends(send: () => void): number;
}

/**
 * Ends connections that read more slowly than they are written to. What waits for them would grow for as long as they answer pings; whoever
 * comes back asks for what they missed by revision. One message may be longer: it is what comes after it that ends the connection, or
 * that it isn't taken in time.
 */
export class SlowReaders {
  private readonly connections = new Map<Connection, Unread>();
  private readonly replays = new HeldBytes(replayLimits);
  /** Of each person, all that is under way and waits. */
  private readonly unreadOf = new Map<string, number>();
  private readonly timer = setInterval(() => this.look(), lookEveryMs).unref();
  /** Characters of the replay that is being sent at this moment; null: none is. */
  private sent: number | null = null;

  constructor(
    private readonly rarely: ReturnType<typeof createRareLog>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  watch(conn: Connection): void {
    const unread: Unread = { owner: null, underWay: nothing(), since: 0, waiting: nothing() };
    this.connections.set(conn, unread);
    conn.on("packetCreate", ({ data }) => this.written(conn, unread, typeof data === "string" ? data.length : 0));
    conn.on("drain", () => this.handedOn(unread));
    conn.transport.on("drain", () => this.taken(unread));
    conn.on("close", () => {
      this.connections.delete(conn);
      this.handedOn(unread);
      this.taken(unread);
    });
  }

  letIn(conn: Connection, { tenantId, person, viewing }: SocketData): Reader {
    const owner = { tenant: String(tenantId), person: String(viewing?.viewer.id ?? person.id) };
    const unread = this.connections.get(conn);
    if (unread) {
      unread.owner = owner;
      this.note(unread, unread.underWay.all + unread.waiting.all);
    }
    return {
      hasRoom: () => this.replays.hasRoom(owner.tenant, owner.person),
      sends: (send) => {
        this.sent = 0;
        try {
          send();
          return this.sent;
        } finally {
          this.sent = null;
        }
      },
    };
  }

  /** Ends those that haven't taken in time what was written to them. */
  look(): void {
    for (const [conn, { underWay, since }] of this.connections) {
      if (underWay.all > 0 && this.now() - since > patienceMs + underWay.all / slowestPerMs)
        this.end(conn, underWay.all);
    }
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private written(conn: Connection, unread: Unread, length: number): void {
    const { waiting, owner } = unread;
    const ofPerson = owner ? (this.unreadOf.get(nameOf(owner)) ?? 0) : 0;
    const waits = !conn.transport.writable; // else it goes out at once
    if (waits && (waiting.all > mostWaiting || ofPerson > mostOfPerson)) this.end(conn, waiting.all);
    waiting.all += length;
    this.note(unread, length);
    if (this.sent === null || !owner) return;
    this.sent += length;
    waiting.replays += length;
    this.replays.add(owner.tenant, owner.person, length);
  }

  /** All that waited. */
  private handedOn(unread: Unread): void {
    const { underWay, waiting } = unread;
    unread.underWay = { all: underWay.all + waiting.all, replays: underWay.replays + waiting.replays };
    unread.waiting = nothing();
    unread.since = this.now();
  }

  private taken(unread: Unread): void {
    const { owner, underWay } = unread;
    if (owner) this.replays.add(owner.tenant, owner.person, -underWay.replays);
    this.note(unread, -underWay.all);
    unread.underWay = nothing();
  }

  private note({ owner }: Unread, more: number): void {
    if (!owner || more === 0) return;
    const name = nameOf(owner);
    const now = (this.unreadOf.get(name) ?? 0) + more;
    if (now > 0) this.unreadOf.set(name, now);
    else this.unreadOf.delete(name);
  }

  private end(conn: Connection, waiting: number): void {
    this.rarely("warn", "a connection that reads too slowly was ended", { waiting });
    conn.request.socket.destroy(); // a polite end would wait behind all of that
  }
}

const nothing = (): Amount => ({ all: 0, replays: 0 });
const nameOf = ({ tenant, person }: { tenant: string; person: string }) => `${tenant}/${person}`;
