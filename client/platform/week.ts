import { useMemo } from "react";
import { type WeekSettings, weekSettingsOf, type WeekStart, weekStartOf } from "../../shared/kernel/week";
import type { DisplayLanguage } from "./intl/catalogues";
import { activeLanguage$ } from "./intl/language";
import { currentSession, useMaybeUser } from "./session";
import { rememberOnAccount } from "./settings";
import { Store, useStore } from "./store";

/** The chosen week start; null is the default. */
export const weekStart$ = new Store<WeekStart | null>(null);

export function chooseWeekStart(start: WeekStart): void {
  weekStart$.set(start);
  rememberOnAccount({ week_start: start });
}

const weekWith = (
  language: DisplayLanguage,
  weekend: readonly number[] | undefined,
  start: WeekStart | null,
): WeekSettings => ({
  ...weekSettingsOf(language, start),
  ...(weekend && { weekend }),
});

/** The first day of the week that the user has chosen, and the tenant's weekend. */
export function useWeek(): WeekSettings {
  const { language } = useStore(activeLanguage$);
  const start = useStore(weekStart$);
  const weekend = useMaybeUser()?.tenant.weekend;
  return useMemo(() => weekWith(language, weekend, start), [language, weekend, start]);
}

export function useWeekStart(): WeekStart {
  return weekStartOf(useWeek().first);
}

/** Like `useWeek`, outside of rendering. */
export const currentWeekSettings = (): WeekSettings =>
  weekWith(activeLanguage$.value.language, currentSession.value.user?.tenant.weekend, weekStart$.value);
