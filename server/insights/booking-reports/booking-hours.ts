/** Local hours of a time zone in the order in which they begin; instants are in microseconds. */
export interface ZoneHours {
  since: readonly number[];
  /** Hour of the week: 0 is Monday from 00:00 to 01:00. */
  of_week: readonly number[];
}
/** Number of bookings that begin or end at each instant; parallel arrays. */
type Changes<At extends string> = Record<At | "count", readonly number[]>;
export interface UsageTimes {
  clocks: Record<string, ZoneHours>;
  begun: Record<string, Changes<"starts_at">>;
  ended: Record<string, Changes<"ends_at">>;
  /** Bookings that may last longer than a week. */
  long: Record<string, Changes<"long_from" | "long_until">>;
}

export interface HourOfWeek {
  /** ISO weekday; Monday is 1. */
  weekday: number;
  hour: number;
  minutes: number;
  count: number;
}

/** Index of the last instant that isn't after `at`, by binary search. */
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
 * Booked time and number of bookings per hour of the week. Computed from the bookings that begin and end in each hour instead of iterating
 * over each booking's hours. A booking counts once per hour of the week, however many weeks it lasts.
 */
export function countUsedHours({ clocks, begun, ended, long }: UsageTimes): HourOfWeek[] {
  const micros = new Float64Array(hoursInWeek);
  const counts = new Float64Array(hoursInWeek);
  for (const [zone, clock] of Object.entries(clocks)) {
    addThrough(clock, begun[zone], ended[zone], micros, counts);
    if (long[zone]) subtractRepeated(clock, long[zone], counts);
  }
  return [...counts.keys()].flatMap((hour) => {
    if (counts[hour] === 0) return [];
    const minutes = Math.round(at(micros, hour) / 60_000_000);
    return [{ weekday: Math.floor(hour / 24) + 1, hour: hour % 24, minutes, count: at(counts, hour) }];
  });
}

function addThrough(
  { since, of_week }: ZoneHours,
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
  const add = (numbers: Float64Array, place: number, increment: number) =>
    (numbers[place] = at(numbers, place) + increment);
  begun?.starts_at.forEach((instant, n) => {
    const place = placeOf(since, instant);
    const count = at(begun.count, n);
    add(begin, place, count);
    add(missed, place, count * (instant - at(since, place)));
  });
  ended?.ends_at.forEach((instant, n) => {
    const place = placeOf(since, instant - 1); // a booking that ends at ten doesn't occupy the hour from ten
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

/** Subtracts the repeated counts of bookings longer than a week. */
function subtractRepeated(
  { since, of_week }: ZoneHours,
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
