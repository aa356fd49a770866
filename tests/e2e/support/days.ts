const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri"] as const;

export const nextYear = new Date().getUTCFullYear() + 1;

/** Today in the tenant's time zone, which may differ from the browser's date. */
export const todayInZone = (timeZone: string): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date());

/** A month in UTC, like `2026-10`. */
export function monthsAgo(count: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 1)).toISOString().slice(0, 7);
}

/**
 * A working day next year: `workday(6, 2, "Tue")` is in the week of June's second Monday. Months with demo holidays: January, March, May,
 * December.
 */
export function workday(month: number, week: 1 | 2 | 3 | 4, weekday: (typeof weekdays)[number]): string {
  const first = new Date(Date.UTC(nextYear, month - 1, 1));
  const monday = 1 + ((8 - first.getUTCDay()) % 7) + 7 * (week - 1);
  first.setUTCDate(monday + weekdays.indexOf(weekday));
  return first.toISOString().slice(0, 10);
}
