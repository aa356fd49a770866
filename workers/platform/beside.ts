import type { Logger } from "pino";

/** So many at once do something; those that have waited for somebody else's answer for a while no longer count. */
const atOnce = 4;
const countsMs = 1_000;
const atMost = 32;
/** Who waits begins so soon while others are busy; what had nothing to do, or failed, is asked again so late. */
const lookAgainMs = 1_000;

interface Lines<Line> {
  name: string;
  log: Logger;
  /** Those that have something to do now, whoever has waited longest first. */
  due(): Promise<Line[]>;
  keyOf(line: Line): string;
  /** A portion, in which a service may keep it waiting. @returns how many it did. */
  work(line: Line): Promise<number>;
}

/**
 * What several organisations have waiting, beside each other and in turns: of each a portion, then whoever had the fewest. One
 * that waits for somebody's answer keeps only itself waiting. Where it fails in one, it is logged, and the others' goes on.
 * @returns how many were done, when nothing is due any more.
 */
export async function besideEachOther<Line>({ name, log, due, keyOf, work }: Lines<Line>): Promise<number> {
  const busy = new Map<string, { since: number; over: Promise<void> }>();
  const turns = new Map<string, number>();
  const idleUntil = new Map<string, number>();
  let done = 0;

  async function portion(line: Line, key: string): Promise<void> {
    const did = await work(line).catch((error) => {
      log.warn({ err: error, line: key }, name);
      return 0;
    });
    done += did;
    if (did === 0) idleUntil.set(key, performance.now() + lookAgainMs);
    busy.delete(key);
  }

  const hasPlace = () => {
    const counting = [...busy.values()].filter(({ since }) => performance.now() - since < countsMs);
    return counting.length < atOnce && busy.size < atMost;
  };
  const turnsOf = (line: Line) => turns.get(keyOf(line)) ?? 0;

  try {
    for (;;) {
      const now = performance.now();
      const ready = (await due()).filter((line) => !busy.has(keyOf(line)) && (idleUntil.get(keyOf(line)) ?? 0) < now);
      for (const line of ready.toSorted((one, other) => turnsOf(one) - turnsOf(other))) {
        if (!hasPlace()) break;
        const key = keyOf(line);
        turns.set(key, turnsOf(line) + 1);
        busy.set(key, { since: performance.now(), over: Promise.resolve().then(() => portion(line, key)) });
      }
      if (busy.size === 0) return done;
      await firstOf([...busy.values()].map(({ over }) => over));
    }
  } finally {
    await Promise.all([...busy.values()].map(({ over }) => over));
  }
}

/** Resolves when one of them is over, or it is time to look again. */
function firstOf(all: readonly Promise<void>[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const again = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, lookAgainMs);
  });
  return Promise.race([...all, again]).finally(() => clearTimeout(timer));
}

/** Runs what it is given one after the other. */
export function oneByOne(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}
