/** Time in ms after which a connection without any response is considered dead. */
export const responseTimeoutMs = 5_000;
/** The timeout doubles up to this limit, because reconnecting doesn't help an overloaded server. */
const maxResponseTimeoutMs = 40_000;

/** Response timeout over successive connections; any response shows that the connection works. */
export class ResponseTimeout {
  private ms = responseTimeoutMs;
  private unanswered = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private connection = {};

  constructor(private readonly lost: () => void) {}

  /**
   * Registers a request. The returned function must be called with the response and returns false if the response belongs to an earlier
   * connection.
   */
  asked(): () => boolean {
    const { connection } = this;
    this.unanswered += 1;
    if (!this.timer) this.wait();
    return () => {
      if (this.connection !== connection) return false;
      this.unanswered -= 1;
      this.wait();
      return true;
    };
  }

  over(): void {
    this.connection = {};
    this.unanswered = 0;
    this.wait();
  }

  /** All requests were answered, so the timeout is reset. */
  restored(): void {
    this.ms = responseTimeoutMs;
  }

  private wait(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    if (this.unanswered === 0) return;
    this.timer = setTimeout(() => {
      this.ms = Math.min(this.ms * 2, maxResponseTimeoutMs);
      this.lost();
    }, this.ms);
  }
}
