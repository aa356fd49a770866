import { useMemo } from "react";
import type { ShownLanguage } from "./intl/catalogues";
import { shown$ } from "./intl/language";
import { type Week, weekOf } from "./intl/week";
import { session, useMaybeUser } from "./session";
import { useValue } from "./value";

const weekWith = (language: ShownLanguage, weekend: readonly number[] | undefined): Week => ({
  ...weekOf(language),
  ...(weekend && { weekend }),
});

/** Where the week begins for the reader's language, with the days that are free in the organisation. */
export function useWeek(): Week {
  const { language } = useValue(shown$);
  const weekend = useMaybeUser()?.tenant.weekend;
  return useMemo(() => weekWith(language, weekend), [language, weekend]);
}

/** The same, for what is asked between two renderings. */
export const weekNow = (): Week => weekWith(shown$.value.language, session.getSnapshot().context.user?.tenant.weekend);
