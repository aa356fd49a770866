import { withMinusSign } from "../../shared/kernel/text/minus-sign";
import type { Language } from "../../shared/kernel/languages";
import { localTimeAt } from "../../shared/kernel/wall-clock";

/** Chromium and Node have no data for Sorani (`ckb`): its numbers and dates use the locale and digits of Arabic for Iraq. */
const locales: Record<Language, string> = {
  en: "en-GB",
  ar: "ar-u-nu-arab",
  de: "de",
  ko: "ko",
  ckb: "ar-IQ-u-nu-arab",
};

/** Locale of a language; also used for plurals and numbers in texts. */
export const localeOf = (language: Language) => locales[language];

export function formatsOf(language: Language) {
  let words = cache.get(language);
  if (!words) cache.set(language, (words = makeWords(language)));
  return words;
}

const cache = new Map<Language, ReturnType<typeof makeWords>>();

function makeWords(language: Language) {
  const locale = locales[language];
  const whole = new Intl.NumberFormat(locale, { useGrouping: false });
  const grouped = new Intl.NumberFormat(locale);
  const days = new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: language === "ckb" ? "numeric" : "short",
    year: "numeric",
    timeZone: "UTC",
  });
  const shortDays = new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: language === "ckb" ? "numeric" : "short",
    timeZone: "UTC",
  });
  const weekdays = new Intl.DateTimeFormat(locale, {
    weekday: language === "ckb" ? undefined : "short",
    day: "numeric",
    month: language === "ckb" ? "numeric" : "short",
    year: "numeric",
    timeZone: "UTC",
  });
  const times = new Intl.DateTimeFormat(locale, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: language === "ko" ? undefined : "h23",
    timeZone: "UTC",
  });
  /** The instant whose UTC clock shows the local time of `timeZone` at `at`. */
  const onClocks = (at: Date, timeZone: string) => new Date(localTimeAt(at.getTime(), timeZone));
  const noon = (day: string) => new Date(`${day.slice(0, 10)}T12:00:00Z`);
  return {
    number: (value: number) => withMinusSign(whole.format(value)),
    written: (value: number, options?: { useGrouping: false }) => (options ? whole : grouped).format(value),
    day: (day: string) => days.format(noon(day)),
    shortDay: (day: string) => shortDays.format(noon(day)),
    dayAt: (at: Date, timeZone: string) => weekdays.format(onClocks(at, timeZone)),
    time: (at: Date, timeZone: string) => times.format(onClocks(at, timeZone)),
    /** Formats the decimal string without rounding through a float. */
    amount: (amount: string, decimals: number) =>
      withMinusSign(
        new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(
          amount as Intl.StringNumericLiteral,
        ),
      ),
  };
}
