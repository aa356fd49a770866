import type { Language } from "./languages";

/** Weekday numbers; 0 is Sunday. */
export interface WeekSettings {
  first: 0 | 1 | 6;
  weekend: readonly number[];
}

const firstDays = { monday: 1, saturday: 6, sunday: 0 } as const satisfies Record<string, WeekSettings["first"]>;
export type WeekStart = keyof typeof firstDays;
export const weekStarts = Object.keys(firstDays) as WeekStart[];

export const isWeekStart = (value: unknown): value is WeekStart => weekStarts.includes(value as WeekStart);

const saturdaySunday: readonly number[] = [0, 6];
const weekends: Partial<Record<string, readonly number[]>> = { ar: [5, 6], ckb: [5, 6] } satisfies Partial<
  Record<Language, readonly number[]>
>;

/**
 * Returns the weekend of a language, and the first day of the week: Monday in all languages unless the user has chosen another one, because
 * the weeks of time tracking, payroll and reports start on Monday (decision 12).
 */
export const weekSettingsOf = (language: string, start: WeekStart | null = null): WeekSettings => ({
  first: firstDays[start ?? "monday"],
  weekend: weekends[language] ?? saturdaySunday,
});

export const weekStartOf = (first: number): WeekStart =>
  weekStarts.find((start) => firstDays[start] === first) ?? "monday";
