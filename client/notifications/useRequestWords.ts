import { useMemo } from "react";
import { isLanguage, languages } from "../../shared/kernel/languages";
import type { Notification } from "../../shared/notifications/notifications.contract";
import { requestNext, requestWhat, type WordFormats } from "../../shared/notifications/request.words";
import { shown$ } from "../platform/intl/language";
import { useFormat, useText } from "../platform/intl/useText";
import { useValue } from "../platform/value";

function useWordFormats(): WordFormats {
  const text = useText();
  const { day, number, amount } = useFormat();
  const { language } = useValue(shown$);
  return useMemo(() => {
    const direction = isLanguage(language) ? languages[language].direction : "ltr";
    return { text, day, number: (value) => number(value), amount, language, direction };
  }, [text, day, number, amount, language]);
}

/** Of a request: what is asked for, when and how much, in the language on the screen. */
export function useRequestWhat({ values }: Notification["data"]): string {
  return requestWhat(values ?? {}, useWordFormats());
}

/** What comes next, or is left; null where there is nothing to say. */
export function useRequestNext({ kind, values }: Notification["data"]): string | null {
  return requestNext(kind, values ?? {}, useWordFormats());
}
