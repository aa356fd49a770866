/** A leave in half days since 1970: from the first half to the one after its last. */
export interface HalvesAway {
  from: number;
  to: number;
  /** What it costs. */
  days: number;
}

/**
 * Days of a leave together with those of what adjoins it, and of what adjoins that: only time off lies between. The nearest first, on each
 * side: behind one that doesn't adjoin none does. Each looked at again for each other, two hundred half days were seconds.
 * @param isOff whether nobody works between two half days.
 */
export function daysInARow(
  leave: HalvesAway,
  others: readonly HalvesAway[],
  isOff: (from: number, to: number) => boolean,
): number {
  let { from, to, days } = leave;
  for (const before of others.filter((other) => other.to <= from).sort((one, two) => two.to - one.to)) {
    if (!isOff(before.to, from)) break;
    from = before.from;
    days += before.days;
  }
  for (const after of others.filter((other) => other.from >= to).sort((one, two) => one.from - two.from)) {
    if (!isOff(to, after.from)) break;
    to = after.to;
    days += after.days;
  }
  return days;
}
