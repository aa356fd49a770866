import { RateLimiterMemory } from "rate-limiter-flexible";
import { Turns } from "../turns";
import type { SocketData } from "./live";

/** A browser with many tabs open, and somebody with several browsers. */
const mostSockets = { session: 20, person: 60 };
/** A list of projects is followed at once, one subscription each, by each of some tabs that come back after an outage. */
const subscribing = { atOnce: 1, waiting: 1_200 };
/** Whoever drags a card says where it is some times a second. */
const messages = { points: 1_000, duration: 10 };
/**
 * Letters of a replay that are made up for by a millisecond without another one. A short one costs nothing to speak of; to read, write
 * and send four million takes the process a tenth of a second.
 */
const replayedPerMs = 2_000;
const shortReplay = 100_000;

/** What one person may do over their sockets, all of them together: twenty sessions would be twenty times as much. */
export class SocketLimits {
  private readonly open = new Map<string, number>();
  private readonly messages = new RateLimiterMemory(messages);
  private readonly subscribes = new Turns(subscribing.atOnce, subscribing.waiting);

  /** Whether one more socket is let in. Each that was is `closed` at its end. */
  opened(whose: SocketData): boolean {
    const { session, person } = keysOf(whose);
    if (this.count(session) >= mostSockets.session || this.count(person) >= mostSockets.person) return false;
    for (const key of [session, person]) this.open.set(key, this.count(key) + 1);
    return true;
  }

  closed(whose: SocketData): void {
    for (const key of Object.values(keysOf(whose))) {
      const count = this.count(key) - 1;
      if (count > 0) this.open.set(key, count);
      else this.open.delete(key);
    }
  }

  /** Whether one more message is taken. */
  async heard(whose: SocketData): Promise<boolean> {
    return this.messages.consume(keysOf(whose).person).then(
      () => true,
      () => false,
    );
  }

  /**
   * Subscriptions of a person are looked at one after the other: each reads the log. After a long replay they wait before the next; what
   * is returned gives the turn back, and is told how long the replay was.
   * @throws Problem 429 when too many wait.
   */
  async turnToSubscribe(whose: SocketData): Promise<(replayed: number) => void> {
    const done = await this.subscribes.take(keysOf(whose).person);
    return (replayed) => {
      if (replayed < shortReplay) done();
      else setTimeout(done, replayed / replayedPerMs).unref();
    };
  }

  private count(key: string): number {
    return this.open.get(key) ?? 0;
  }
}

/** Whoever looks through somebody's eyes is who they are. */
function keysOf({ tenantId, sessionId, person, viewing }: SocketData): Record<"session" | "person", string> {
  return { session: `session ${sessionId}`, person: `${tenantId}/${viewing?.viewer.id ?? person.id}` };
}
