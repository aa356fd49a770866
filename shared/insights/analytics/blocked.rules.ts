interface BlockersAt {
  /** Time in milliseconds from which the task is blocked by exactly the tasks in `ids`. */
  at: number;
  ids: readonly number[];
}

/** Time in milliseconds during which a task was open on the board, so that it blocked the tasks that wait for it. */
export interface BlockingStay {
  from: number;
  /** Null while the task is still open. */
  to: number | null;
  /** When the task last left the project before this stay, which removed its dependencies; null if it never did. */
  removedAt: number | null;
}

/** Open times of each blocker. A blocker that is neither in the project nor in its log has none. */
export type BlockingStays = ReadonlyMap<number, readonly BlockingStay[]>;

/**
 * Milliseconds before `until` during which at least one blocker was open on the board: not done, archived, deleted or removed. Overlapping
 * blockers count once.
 */
export function blockedDurationMs(changes: readonly BlockersAt[], stays: BlockingStays, until: number): number {
  let sum = 0;
  changes.forEach(({ at, ids }, index) => {
    const next = Math.min(changes[index + 1]?.at ?? until, until);
    sum += coveredMs(
      ids.flatMap((id) => stays.get(id) ?? []),
      at,
      next,
    );
  });
  return sum;
}

interface Waited {
  since: number;
  /** In milliseconds. */
  waited: number;
}

/**
 * Waiting time per blocker, as if no other blocker existed. Equals `blockedDurationMs` on the changes without other ids. The cost is linear
 * in the number of ids, because a task with 1,000 changes can have 200,000 ids in total.
 */
export function blockedMsByBlocker(
  changes: readonly BlockersAt[],
  stays: BlockingStays,
  until: number,
): Map<number, Waited> {
  const found = new Map<number, Waited>();
  changes.forEach(({ at, ids }, index) => {
    const next = Math.min(changes[index + 1]?.at ?? until, until);
    for (const id of new Set(ids)) {
      const interval = found.get(id) ?? { since: at, waited: 0 };
      interval.waited += coveredMs(stays.get(id) ?? [], at, next);
      found.set(id, interval);
    }
  });
  return found;
}

/** Milliseconds from `at` to `next` that are in at least one of the stays of a dependency that exists since `at`. */
function coveredMs(stays: readonly BlockingStay[], at: number, next: number): number {
  let sum = 0;
  let covered = at;
  const counted = stays.filter(({ removedAt }) => removedAt === null || removedAt <= at);
  for (const { from, to } of counted.toSorted((a, b) => a.from - b.from)) {
    const [first, last] = [Math.max(from, covered), Math.min(to ?? next, next)];
    if (last <= first) continue;
    sum += last - first;
    covered = last;
  }
  return sum;
}
