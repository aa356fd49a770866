/** A leave in half days since 1970, `[from, to)`. */
export interface HalfDaySpan {
  from: number;
  to: number;
  days: number;
}

/**
 * Total days of a leave and of all leave connected to it by non-working days. Starts with the nearest leave on each side and stops at the
 * first gap, so that the effort is linear.
 * @param isOff whether there is no working time between two half days.
 */
export function consecutiveDays(
  leave: HalfDaySpan,
  others: readonly HalfDaySpan[],
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
