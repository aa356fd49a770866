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
/** Every time zone begins its days at one of these. */
const quarterMs = 900_000;

/**
 * When so many working hours or days have gone by since a moment. Hours of days on which nobody works don't count; a
 * working day is over at the same time of day on the next one.
 */
export function waitedSince(
  since: Date,
  amount: number,
  unit: "hours" | "days",
  isFree: (at: number) => boolean,
): Date {
  // Hour by hour: time zones, summer time and holidays need no rules of their own.
  let left = unit === "hours" ? amount : amount * 24;
  let at = since.getTime();
  while (left > 0) {
    if (!isFree(at)) left--;
    at += hourMs;
  }
  while (isFree(at)) at += hourMs;
  return new Date(at);
}

/** Whether nobody works at a moment. With a week that is all week-end every day counts: else it would never end. */
export function freeTime({ timeZone, weekend, holidays }: WorkCalendar): (at: number) => boolean {
  const always = new Set(weekend).size >= 7;
  const format = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  const known = new Map<number, boolean>();
  const look = (at: number) => {
    const day = format.format(at);
    return holidays.has(day) || (!always && weekend.includes(new Date(`${day}T00:00:00Z`).getUTCDay()));
  };
  return (at) => {
    const quarter = Math.floor(at / quarterMs);
    const free = known.get(quarter) ?? look(quarter * quarterMs);
    known.set(quarter, free);
    return free;
  };
}
