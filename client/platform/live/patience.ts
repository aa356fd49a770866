/** Nothing answered for longer than this means a connection that only looks like one. */
export const answerPatienceMs = 5_000;
/** A server that has too much to do isn't helped by connections that are made anew: each time it gets longer, up to this. */
const longestPatienceMs = 40_000;

/** Waits for what was asked over one connection after the other. Each answer shows that the connection lives. */
export class Patience {
  private ms = answerPatienceMs;
  private unanswered = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private connection = {};

  constructor(private readonly lost: () => void) {}

  /** Something was asked. What it returns is called with the answer, and says whether that is still of any use. */
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

  /** The connection is gone, and with it every answer. */
  over(): void {
    this.connection = {};
    this.unanswered = 0;
    this.wait();
  }

  /** All was answered. */
  restored(): void {
    this.ms = answerPatienceMs;
  }

  private wait(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    if (this.unanswered === 0) return;
    this.timer = setTimeout(() => {
      this.ms = Math.min(this.ms * 2, longestPatienceMs);
      this.lost();
    }, this.ms);
  }
}
