export interface Waiting {
  /** Null: never. */
  remind_after: number | null;
  remind_unit: "hours" | "days";
  escalate_after: number | null;
  escalate_unit: "hours" | "days";
}

/** Until a tenant chooses otherwise. */
export const usualWaiting: Waiting = {
  remind_after: 2,
  remind_unit: "days",
  escalate_after: 5,
  escalate_unit: "days",
};

/** When people work, where the tenant is. */
export interface WorkCalendar {
  timeZone: string;
  /** Days of the week that are free, 0 is Sunday. */
  weekend: readonly number[];
  /** Whole days that are free everywhere, `YYYY-MM-DD`. */
  holidays: ReadonlySet<string>;
}

const hourMs = 3_600_000;

/**
 * When so many working hours or days have gone by since a moment. Hours of days on which nobody works don't count; a
 * working day is over at the same time of day on the next one. With a week that is all week-end, every day counts:
 * else it would never end.
 */
export function waitedSince(since: Date, amount: number, unit: "hours" | "days", calendar: WorkCalendar): Date {
  const isFree = freeDays(calendar);
  // Hour by hour: time zones, summer time and holidays need no rules of their own.
  let left = unit === "hours" ? amount : amount * 24;
  let at = since.getTime();
  while (left > 0) {
    at += hourMs;
    if (!isFree(new Date(at - 1))) left--;
  }
  while (isFree(new Date(at))) at += hourMs;
  return new Date(at);
}

function freeDays({ timeZone, weekend, holidays }: WorkCalendar): (at: Date) => boolean {
  const always = new Set(weekend).size >= 7;
  const format = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  return (at) => {
    const day = format.format(at);
    if (holidays.has(day)) return true;
    return !always && weekend.includes(new Date(`${day}T00:00:00Z`).getUTCDay());
  };
}
