import { localTimeAt } from "../../shared/kernel/wall-clock";

export interface ClockChange {
  timeZone: string;
  /** First instant with the new offset. */
  at: number;
  /** Milliseconds by which the clock goes forward; negative when it goes back. */
  by: number;
}

const [from, until] = [Date.UTC(2026, 0, 1), Date.UTC(2029, 0, 1)];
/** No zone changes its offset twice within a week, nor by seconds. */
const weekMs = 604_800_000;
const minuteMs = 60_000;

function changesOf(timeZone: string): ClockChange[] {
  const offsetAt = (at: number) => localTimeAt(at, timeZone) - at;
  const found: ClockChange[] = [];
  for (let start = from; start < until; start += weekMs) {
    const [before, after] = [offsetAt(start), offsetAt(start + weekMs)];
    if (before === after) continue;
    let [low, high] = [start, start + weekMs];
    while (high - low > minuteMs) {
      const middle = low + Math.floor((high - low) / 2 / minuteMs) * minuteMs;
      if (offsetAt(middle) === before) low = middle;
      else high = middle;
    }
    found.push({ timeZone, at: high, by: after - before });
  }
  return found;
}

/** The offset changes from 2026 to 2028 of all zones of the time-zone database. */
export const clockChanges: readonly ClockChange[] = Intl.supportedValuesOf("timeZone").flatMap(changesOf);

/** One change forward and one back per zone, for checks that are too slow for all changes. */
export const clockChangePairs: readonly ClockChange[] = [
  ...new Map(clockChanges.map((change) => [`${change.timeZone} ${Math.sign(change.by)}`, change])).values(),
];

export const changeName = ({ timeZone, at }: ClockChange): string => `${timeZone} at ${new Date(at).toISOString()}`;
