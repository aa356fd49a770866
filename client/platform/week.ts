import { useMemo } from "react";
import { BehaviorSubject } from "rxjs";
import type { ShownLanguage } from "./intl/catalogues";
import { shown$ } from "./intl/language";
import { type Week, weekOf } from "./intl/week";
import { session, useMaybeUser } from "./session";
import { rememberOnAccount } from "./settings";
import { useValue } from "./value";

const firstDays = { monday: 1, saturday: 6, sunday: 0 } as const satisfies Record<string, Week["first"]>;
export type WeekStart = keyof typeof firstDays;
export const weekStarts = Object.keys(firstDays) as WeekStart[];

export const isWeekStart = (value: unknown): value is WeekStart => weekStarts.includes(value as WeekStart);

/** What this person has chosen; null: as the language does. */
export const weekStart$ = new BehaviorSubject<WeekStart | null>(null);

export function chooseWeekStart(start: WeekStart): void {
  weekStart$.next(start);
  rememberOnAccount({ week_start: start });
}

const weekWith = (language: ShownLanguage, weekend: readonly number[] | undefined, start: WeekStart | null): Week => ({
  ...weekOf(language),
  ...(start && { first: firstDays[start] }),
  ...(weekend && { weekend }),
});

/** Where the week begins for the reader, by their choice or their language, with the days that are free in the organisation. */
export function useWeek(): Week {
  const { language } = useValue(shown$);
  const start = useValue(weekStart$);
  const weekend = useMaybeUser()?.tenant.weekend;
  return useMemo(() => weekWith(language, weekend, start), [language, weekend, start]);
}

/** On which day that is. */
export function useWeekStart(): WeekStart {
  const { first } = useWeek();
  return weekStarts.find((start) => firstDays[start] === first) ?? "monday";
}

/** The same, for what is asked between two renderings. */
export const weekNow = (): Week =>
  weekWith(shown$.value.language, session.getSnapshot().context.user?.tenant.weekend, weekStart$.value);
