export const gridViews = ["day", "week", "month"] as const;
export type GridView = (typeof gridViews)[number];

/** What the grid shows, from one moment up to another. */
export interface GridRange {
  view: GridView;
  from: number;
  until: number;
}

export interface Tick {
  at: number;
  until: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const usualHours = { first: 8, last: 18 } as const;

/** To what a drag holds: quarters of hours, hours, days. */
export const stepOf: Record<GridView, number> = { day: 15 * minuteMs, week: hourMs, month: 24 * hourMs };
/** How long a booking is that is made by a press alone. */
export const usualLengthMs = hourMs;

/** A calendar day's first moment here, `offset` days later. */
export const dayStart = (day: string, offset = 0): Date => {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  return new Date(year, month - 1, date + offset);
};

export const dayText = (date: Date): string => {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

/** The days that a view shows: the day itself, its week from Monday, its month. */
export function daysOf(view: GridView, day: string): { first: string; count: number } {
  const date = dayStart(day);
  if (view === "day") return { first: day, count: 1 };
  if (view === "week") return { first: dayText(dayStart(day, -((date.getDay() + 6) % 7))), count: 7 };
  const first = new Date(date.getFullYear(), date.getMonth(), 1);
  return { first: dayText(first), count: new Date(date.getFullYear(), date.getMonth() + 1, 0).getDate() };
}

/** The day that stands a view's length further, or back. */
export function turned(view: GridView, day: string, by: 1 | -1): string {
  if (view !== "month") return dayText(dayStart(day, by * (view === "day" ? 1 : 7)));
  const date = dayStart(day);
  const last = new Date(date.getFullYear(), date.getMonth() + by + 1, 0).getDate();
  return dayText(new Date(date.getFullYear(), date.getMonth() + by, Math.min(date.getDate(), last)));
}

/** A day from eight to six, and as much longer as something is booked; weeks and months whole. */
export function rangeOf(
  view: GridView,
  day: string,
  bookings: readonly { start_date: string; end_date: string }[],
): GridRange {
  const { first, count } = daysOf(view, day);
  const [start, end] = [dayStart(first).getTime(), dayStart(first, count).getTime()];
  if (view !== "day") return { view, from: start, until: end };
  const usual = { from: dayStart(day).setHours(usualHours.first), until: dayStart(day).setHours(usualHours.last) };
  // Moments are all written alike, so that they compare as they are: thousands of them needn't be read.
  let [earliest, latest] = [new Date(usual.from).toISOString(), new Date(usual.until).toISOString()];
  for (const { start_date, end_date } of bookings) {
    if (start_date < earliest) earliest = start_date;
    if (end_date > latest) latest = end_date;
  }
  return {
    view,
    from: Math.max(start, Math.floor(Date.parse(earliest) / hourMs) * hourMs),
    until: Math.min(end, Math.ceil(Date.parse(latest) / hourMs) * hourMs),
  };
}

/** The hours of a day, the days of a week or month. */
export function ticksOf({ view, from, until }: GridRange): Tick[] {
  const ticks: Tick[] = [];
  for (let at = from; at < until; ) {
    const next = view === "day" ? at + hourMs : new Date(at).setHours(24, 0, 0, 0);
    ticks.push({ at, until: Math.min(next, until) });
    at = next;
  }
  return ticks;
}

/** Where a time lies, in hundredths of the width; what lies outside stands at the edge. */
export function shareOf({ from, until }: GridRange, at: number): number {
  return (Math.min(Math.max(at, from), until) - from) / ((until - from) / 100);
}

/** The time at a part of the width, 0 to 1, where a drag holds. */
export function timeAt({ view, from, until }: GridRange, part: number): number {
  const at = from + Math.min(Math.max(part, 0), 1) * (until - from);
  if (view === "month") return new Date(at).setHours(0, 0, 0, 0);
  const step = stepOf[view];
  return from + Math.round((at - from) / step) * step;
}
