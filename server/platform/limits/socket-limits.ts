import { RateLimiterMemory } from "rate-limiter-flexible";
import { FairSemaphore } from "./fair-semaphore";
import { limits } from "./limits";

const { perSession, perUser, messages, windowSeconds, subscriptions } = limits.sockets;

/**
 * Replayed characters per millisecond of waiting before the next subscription. Short replays are negligible; reading, writing and sending
 * four million characters takes 100 ms.
 */
const replayedPerMs = 2_000;
const shortReplay = 100_000;

/** The user of a connection; while an administrator views as another user, `viewing` has the administrator. */
export interface SocketUser {
  tenantId: number;
  sessionId: number;
  person: { id: number };
  viewing: { viewer: { id: number } } | null;
}

/** Socket limits per user and session. With limits per session only, twenty sessions would allow twenty times as much. */
export class SocketLimits {
  private readonly open = new Map<string, number>();
  private readonly messages = new RateLimiterMemory({ points: messages, duration: windowSeconds });
  private readonly subscribes = new FairSemaphore(subscriptions.concurrent, subscriptions.queued);

  /** Whether one more socket is admitted. `closed` must be called for each admitted socket. */
  opened(whose: SocketUser): boolean {
    const [session, user] = keysOf(whose);
    if (this.count(session) >= perSession || this.count(user) >= perUser) return false;
    for (const key of [session, user]) this.open.set(key, this.count(key) + 1);
    return true;
  }

  closed(whose: SocketUser): void {
    for (const key of keysOf(whose)) {
      const count = this.count(key) - 1;
      if (count > 0) this.open.set(key, count);
      else this.open.delete(key);
    }
  }

  async heard(whose: SocketUser): Promise<boolean> {
    return this.messages.consume(userKeyOf(whose)).then(
      () => true,
      () => false,
    );
  }

  /**
   * Runs a user's subscriptions sequentially, since each reads the event log. The returned function releases the slot, after a delay
   * proportional to the length of the replay.
   * @throws Problem 429 when too many subscriptions of the user wait.
   */
  async turnToSubscribe(whose: SocketUser): Promise<(replayed: number) => void> {
    const done = await this.subscribes.take(userKeyOf(whose));
    return (replayed) => {
      if (replayed < shortReplay) done();
      else setTimeout(done, replayed / replayedPerMs).unref();
    };
  }

  private count(key: string): number {
    return this.open.get(key) ?? 0;
  }
}

const keysOf = (data: SocketUser): [session: string, user: string] => [`session ${data.sessionId}`, userKeyOf(data)];

export const userKeyOf = ({ tenantId, person, viewing }: SocketUser): string =>
  `${tenantId}/${viewing?.viewer.id ?? person.id}`;
