import { RateLimiterMemory } from "rate-limiter-flexible";
import { Turns } from "../turns";

/** A browser with many tabs open. */
const mostSockets = 20;
/** A list of projects is followed at once, one subscription each, by each of some tabs that come back after an outage. */
const subscribing = { atOnce: 1, waiting: 600 };
/** Whoever drags a card says where it is some times a second. */
const messages = { points: 1_000, duration: 10 };

/** What one session may do over its sockets, all of them together. */
export class SocketLimits {
  private readonly open = new Map<number, number>();
  private readonly messages = new RateLimiterMemory(messages);
  private readonly subscribes = new Turns(subscribing.atOnce, subscribing.waiting);

  /** Whether one more socket is let in. Each that was is `closed` at its end. */
  opened(sessionId: number): boolean {
    const count = this.open.get(sessionId) ?? 0;
    if (count >= mostSockets) return false;
    this.open.set(sessionId, count + 1);
    return true;
  }

  closed(sessionId: number): void {
    const count = (this.open.get(sessionId) ?? 1) - 1;
    if (count > 0) this.open.set(sessionId, count);
    else this.open.delete(sessionId);
  }

  /** Whether one more message is taken. */
  async heard(sessionId: number): Promise<boolean> {
    return this.messages.consume(sessionId).then(
      () => true,
      () => false,
    );
  }

  /**
   * Subscriptions of a session are looked at one after the other: each reads the log.
   * @throws Problem 429 when too many wait.
   */
  turnToSubscribe(sessionId: number): Promise<() => void> {
    return this.subscribes.take(String(sessionId));
  }
}
