import type { TimeSheet } from "./sheet.contract";

/** Decimal hours have four decimals; the smallest unit is about a third of a second. */
const scale = 10_000;

export const roundToHours = (minutes: number): number => Math.round((minutes / 60) * scale) / scale;

/**
 * Hours per row that add up to the rounded total. Each is the difference of two rounded running sums, so that three rows of 20 minutes are
 * one hour.
 */
export function hoursOfLines(minutes: readonly number[]): number[] {
  let sum = 0;
  return minutes.map((one) => {
    const before = Math.round((sum / 60) * scale);
    sum += one;
    return (Math.round((sum / 60) * scale) - before) / scale;
  });
}

export interface ShortDay {
  date: string;
  minutes: number;
  target: number;
}

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
