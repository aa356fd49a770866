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

const sundayToSaturday: WeekSettings = { first: 0, weekend: [0, 6] };
const saturdayToFriday: WeekSettings = { first: 6, weekend: [5, 6] };
const mondayToSunday: WeekSettings = { first: 1, weekend: [0, 6] };

const weeks: Partial<Record<string, WeekSettings>> = {
  ar: saturdayToFriday,
  ckb: saturdayToFriday,
  ko: sundayToSaturday,
} satisfies Partial<Record<Language, WeekSettings>>;

/** Returns the week settings of a language, with the first day that the user has chosen, if any. */
export const weekSettingsOf = (language: string, start: WeekStart | null = null): WeekSettings => ({
  ...(weeks[language] ?? mondayToSunday),
  ...(start && { first: firstDays[start] }),
});

export const weekStartOf = (first: number): WeekStart =>
  weekStarts.find((start) => firstDays[start] === first) ?? "monday";
