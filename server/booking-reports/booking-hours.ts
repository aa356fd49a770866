/** Hours of a time zone's clock in the order in which they begin; instants are in microseconds. */
export interface Clock {
  since: readonly number[];
  /** Of the week: 0 is from midnight to one on Monday. */
  of_week: readonly number[];
}
/** At so many instants so many bookings begin, or end: the same place of each list. */
type Changes<At extends string> = Record<At | "count", readonly number[]>;
export interface UsedTimes {
  clocks: Record<string, Clock>;
  begun: Record<string, Changes<"starts_at">>;
  ended: Record<string, Changes<"ends_at">>;
  /** Those that may last for more than a week. */
  long: Record<string, Changes<"long_from" | "long_until">>;
}

export interface HourOfWeek {
  /** Monday is 1. */
  weekday: number;
  hour: number;
  minutes: number;
  count: number;
}

/** The last place whose instant isn't after `at`. */
function placeOf(since: readonly number[], at: number): number {
  let [low, high] = [0, since.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((since[middle] as number) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const hoursInWeek = 168;
const at = (numbers: readonly number[] | Float64Array, place: number) => numbers[place] as number;

/**
 * How long and how often something was booked in each hour of the week, by arithmetic and not hour by hour for each booking:
 * how many begin and end in each hour says how many last through it. A booking counts once in an hour of the week, however
 * many weeks it lasts.
 */
export function hoursUsed({ clocks, begun, ended, long }: UsedTimes): HourOfWeek[] {
  const micros = new Float64Array(hoursInWeek);
  const counts = new Float64Array(hoursInWeek);
  for (const [zone, clock] of Object.entries(clocks)) {
    addThrough(clock, begun[zone], ended[zone], micros, counts);
    if (long[zone]) takeRepeated(clock, long[zone], counts);
  }
  return [...counts.keys()].flatMap((hour) => {
    if (counts[hour] === 0) return [];
    const minutes = Math.round(at(micros, hour) / 60_000_000);
    return [{ weekday: Math.floor(hour / 24) + 1, hour: hour % 24, minutes, count: at(counts, hour) }];
  });
}

function addThrough(
  { since, of_week }: Clock,
  begun: Changes<"starts_at"> | undefined,
  ended: Changes<"ends_at"> | undefined,
  micros: Float64Array,
  counts: Float64Array,
): void {
  const [begin, end, missed] = [
    new Float64Array(since.length),
    new Float64Array(since.length),
    new Float64Array(since.length),
  ];
  const add = (numbers: Float64Array, place: number, more: number) => (numbers[place] = at(numbers, place) + more);
  begun?.starts_at.forEach((instant, n) => {
    const place = placeOf(since, instant);
    const count = at(begun.count, n);
    add(begin, place, count);
    add(missed, place, count * (instant - at(since, place)));
  });
  ended?.ends_at.forEach((instant, n) => {
    const place = placeOf(since, instant - 1); // what ends at ten isn't there at ten
    const count = at(ended.count, n);
    add(end, place, count);
    add(missed, place, count * (at(since, place + 1) - instant));
  });
  let lasting = 0;
  for (let place = 0; place < since.length - 1; place++) {
    lasting += at(begin, place);
    const length = at(since, place + 1) - at(since, place);
    if (length > 0 && lasting > 0) {
      add(micros, at(of_week, place), lasting * length - at(missed, place));
      add(counts, at(of_week, place), lasting);
    }
    lasting -= at(end, place);
  }
}

/** What lasts for weeks was counted in each of them. */
function takeRepeated(
  { since, of_week }: Clock,
  long: Changes<"long_from" | "long_until">,
  counts: Float64Array,
): void {
  long.long_from.forEach((from, n) => {
    const until = at(long.long_until, n);
    const met = new Set<number>();
    for (let place = placeOf(since, from); at(since, place) < until; place++) {
      if (at(since, place + 1) === at(since, place)) continue;
      const hour = at(of_week, place);
      if (met.has(hour)) counts[hour] = at(counts, hour) - at(long.count, n);
      met.add(hour);
    }
  });
}
