import type { TimeSheet } from "./sheet.contract";

/** A day on which less is logged than it asks for. */
export interface ShortDay {
  date: string;
  minutes: number;
  target: number;
}

/** What is missing in a sheet, day by day; days that ask for nothing, or haven't come yet, miss nothing. */
export function shortDays({ days, entries, today }: Pick<TimeSheet, "days" | "entries" | "today">): ShortDay[] {
  const logged = new Map<string, number>();
  for (const { date, hours, minutes } of entries) logged.set(date, (logged.get(date) ?? 0) + hours * 60 + minutes);
  return days
    .filter(({ date }) => date <= today)
    .map(({ date, hidden_minutes, target_minutes }) => {
      return { date, minutes: (logged.get(date) ?? 0) + hidden_minutes, target: target_minutes };
    })
    .filter(({ minutes, target }) => minutes < target);
}
