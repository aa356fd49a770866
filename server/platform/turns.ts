import { Problem } from "../../shared/kernel/problems";

interface Waiting {
  go: () => void;
  /** Of those who share a line, whose it is. */
  of: string;
}

interface Line {
  running: number;
  /** How many of them are whose. */
  runningOf: Map<string, number>;
  waiting: Set<Waiting>;
  /** Milliseconds that places beyond the first were held, less what was forgiven since. */
  beyond: number;
  noted: number;
}

/** Somebody who holds many places for long gets ever fewer, down to one, until they have asked for no more than that for a while. */
export interface Weariness {
  /** After so many milliseconds of places beyond the first there is one; after half of them half of the places. */
  beyondMs: number;
  /** They are forgiven at this part of the time in which no more than one is held and nobody waits for it. */
  forgiven: number;
}

const mostRemembered = 20_000;

/**
 * So many at once for each key; the rest wait in line, first come, first served. A limit on what runs, not on what is asked
 * for: two hundred calls at once are all answered, eight by eight, while others get their turn in between. Whoever fills
 * all places for seconds has fewer and fewer, and goes on one by one until their line has been empty for a while: a screen needs
 * eight for a moment, and nobody needs them for long. Where several share a line, the next place is of whoever has the fewest.
 */
export class Turns {
  private readonly lines = new Map<string, Line>();

  constructor(
    private readonly atOnce: number,
    private readonly mostWaiting: number,
    private readonly weariness: Weariness | null = null,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Resolves with what gives the turn back. `onLeave` gets what ends the waiting when nobody waits for the answer any more.
   * `of`: who it is for, of several who share the key.
   * @throws Problem 429 when the line is too long, or was left.
   */
  async take(key: string, onLeave: (leave: () => void) => void = () => {}, of = ""): Promise<() => void> {
    const line = this.lineOf(key);
    this.note(line);
    if (line.running < this.placesOf(line)) seat(line, of);
    else await this.wait(line, of, onLeave);
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.give(key, line, of);
    };
  }

  /** How many run and wait under a key. */
  count(key: string): number {
    const line = this.lines.get(key);
    return line ? line.running + line.waiting.size : 0;
  }

  private lineOf(key: string): Line {
    const known = this.lines.get(key);
    if (known) return known;
    const line: Line = { running: 0, runningOf: new Map(), waiting: new Set(), beyond: 0, noted: this.now() };
    if (this.lines.size >= mostRemembered) this.forgetOldest();
    this.lines.set(key, line);
    return line;
  }

  private forgetOldest(): void {
    for (const [key, { running, waiting }] of this.lines) {
      if (running + waiting.size > 0) continue;
      this.lines.delete(key);
      return;
    }
  }

  private placesOf({ beyond }: Line): number {
    if (!this.weariness) return this.atOnce;
    const left = 1 - beyond / this.weariness.beyondMs;
    return Math.max(1, Math.ceil(this.atOnce * left));
  }

  /** What was held since it was last looked at. */
  private note(line: Line): void {
    if (!this.weariness) return;
    const now = this.now();
    const since = now - line.noted;
    line.noted = now;
    const { beyondMs, forgiven } = this.weariness;
    // Whoever still has others in line asks for as much as before: nothing of that time is forgiven.
    const rest = line.waiting.size > 0 ? 0 : since * forgiven;
    const more = line.running > 1 ? (line.running - 1) * since : -rest;
    // What a long outage holds isn't held against anybody for longer than the rest.
    line.beyond = Math.min(Math.max(line.beyond + more, 0), beyondMs * 1.2);
  }

  private wait(line: Line, of: string, onLeave: (leave: () => void) => void): Promise<void> {
    const { waiting } = line;
    if (waiting.size >= this.mostWaiting) throw new Problem("rate.limited", { retryAfterSeconds: 2 });
    return new Promise((go, reject) => {
      const one = { go, of };
      waiting.add(one);
      onLeave(() => {
        if (!waiting.has(one)) return;
        this.note(line);
        waiting.delete(one);
        reject(new Problem("rate.limited", { retryAfterSeconds: 2 }));
      });
    });
  }

  private give(key: string, line: Line, of: string): void {
    this.note(line);
    line.running -= 1;
    const left = (line.runningOf.get(of) ?? 1) - 1;
    if (left > 0) line.runningOf.set(of, left);
    else line.runningOf.delete(of);
    while (line.waiting.size > 0 && line.running < this.placesOf(line)) {
      const next = nextOf(line);
      line.waiting.delete(next);
      seat(line, next.of);
      next.go();
    }
    if (line.running === 0 && line.beyond === 0) this.lines.delete(key);
  }
}

function seat(line: Line, of: string): void {
  line.running += 1;
  line.runningOf.set(of, (line.runningOf.get(of) ?? 0) + 1);
}

/** Of those who have the fewest places, whoever came first. Somebody waits. */
function nextOf({ waiting, runningOf }: Line): Waiting {
  let next: Waiting | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const one of waiting) {
    const has = runningOf.get(one.of) ?? 0;
    if (has >= fewest) continue;
    next = one;
    fewest = has;
    if (has === 0) break;
  }
  return next as Waiting;
}

/**
 * Waits for a turn, then for another one, and resolves with what gives both back.
 * @throws Problem 429 of either; the first is given back then.
 */
export async function bothTurns(first: Promise<() => void>, second: () => Promise<() => void>): Promise<() => void> {
  const giveFirst = await first;
  try {
    const giveSecond = await second();
    return () => {
      giveSecond();
      giveFirst();
    };
  } catch (error) {
    giveFirst();
    throw error;
  }
}
