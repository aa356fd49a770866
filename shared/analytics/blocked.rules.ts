interface BlockersAt {
  /** From here on it waits for these. */
  at: number;
  ids: readonly number[];
}

/**
 * For how long a task waited for others, in milliseconds: while one of them wasn't done, up to `until`. Two at once are
 * waited for once.
 */
export function blockedFor(
  changes: readonly BlockersAt[],
  doneAt: ReadonlyMap<number, number | null>,
  until: number,
): number {
  let sum = 0;
  changes.forEach(({ at, ids }, index) => {
    const next = Math.min(changes[index + 1]?.at ?? until, until);
    // A blocker that is gone is waited for no longer; where it went isn't known.
    const ends = ids.flatMap((id) => (doneAt.has(id) ? (doneAt.get(id) ?? next) : []));
    const last = Math.min(Math.max(at, ...ends), next);
    if (last > at) sum += last - at;
  });
  return sum;
}
