import { Problem } from "../../shared/kernel/problems";

interface Line {
  running: number;
  waiting: Set<() => void>;
}

/**
 * So many at once for each key; the rest wait in line, first come, first served. A limit on what runs, not on what is asked
 * for: two hundred calls at once are all answered, eight by eight, while others get their turn in between.
 */
export class Turns {
  private readonly lines = new Map<string, Line>();

  constructor(
    private readonly atOnce: number,
    private readonly mostWaiting: number,
  ) {}

  /**
   * Resolves with what gives the turn back. `onLeave` gets what ends the waiting when nobody waits for the answer any more.
   * @throws Problem 429 when the line is too long, or was left.
   */
  async take(key: string, onLeave: (leave: () => void) => void = () => {}): Promise<() => void> {
    const line = this.lines.get(key) ?? { running: 0, waiting: new Set() };
    this.lines.set(key, line);
    if (line.running < this.atOnce) line.running += 1;
    else await this.wait(line, onLeave);
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.give(key, line);
    };
  }

  /** How many run and wait under a key. */
  count(key: string): number {
    const line = this.lines.get(key);
    return line ? line.running + line.waiting.size : 0;
  }

  private wait({ waiting }: Line, onLeave: (leave: () => void) => void): Promise<void> {
    if (waiting.size >= this.mostWaiting) throw new Problem("rate.limited", { retryAfterSeconds: 2 });
    return new Promise((go, reject) => {
      waiting.add(go);
      onLeave(() => {
        if (waiting.delete(go)) reject(new Problem("rate.limited", { retryAfterSeconds: 2 }));
      });
    });
  }

  private give(key: string, line: Line): void {
    const [next] = line.waiting;
    if (next) {
      line.waiting.delete(next);
      next(); // the place is passed on
      return;
    }
    line.running -= 1;
    if (line.running === 0) this.lines.delete(key);
  }
}
