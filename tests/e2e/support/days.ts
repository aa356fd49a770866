const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri"] as const;

/** Everything that stories ask for lies in it: the demo's own leave ends some weeks after today. */
export const nextYear = new Date().getUTCFullYear() + 1;

/** The organisation's day, which isn't the browser's between midnight in either and midnight in the other. */
export const dayAt = (timeZone: string): string => new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date());

/**
 * A day of work next year, whichever year it is: `workday(6, 2, "Tue")` is in the week that begins with June's second
 * Monday. The demo has holidays in January, March, May and December.
 */
export function workday(month: number, week: 1 | 2 | 3 | 4, weekday: (typeof weekdays)[number]): string {
  const first = new Date(Date.UTC(nextYear, month - 1, 1));
  const monday = 1 + ((8 - first.getUTCDay()) % 7) + 7 * (week - 1);
  first.setUTCDate(monday + weekdays.indexOf(weekday));
  return first.toISOString().slice(0, 10);
}
