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

interface Waited {
  /** When it was first waited for. */
  since: number;
  /** Milliseconds. */
  waited: number;
}

/**
 * For how long each of them was waited for, as if it were the only one: what `blockedFor` says of the changes with no other id. Each id
 * of a change is looked at once, however many others there are: a task that has waited for thousands, in a thousand changes, has
 * two hundred thousand of them.
 */
export function blockedByEach(
  changes: readonly BlockersAt[],
  doneAt: ReadonlyMap<number, number | null>,
  until: number,
): Map<number, Waited> {
  const found = new Map<number, Waited>();
  changes.forEach(({ at, ids }, index) => {
    const next = Math.min(changes[index + 1]?.at ?? until, until);
    for (const id of new Set(ids)) {
      const known = found.get(id) ?? { since: at, waited: 0 };
      const last = doneAt.has(id) ? Math.min(doneAt.get(id) ?? next, next) : at;
      if (last > at) known.waited += last - at;
      found.set(id, known);
    }
  });
  return found;
}
