import type { Language } from "../../shared/kernel/languages";

/** Chromium and Node have no data for Sorani: its numbers take those of Arabic in Iraq, its days their digits. */
const locales: Record<Language, string> = {
  en: "en-GB",
  ar: "ar-u-nu-arab",
  de: "de",
  ko: "ko",
  ckb: "ar-IQ-u-nu-arab",
};

/** Texts follow it as well: their plurals and numbers. */
export const localeOf = (language: Language) => locales[language];

/** Days, numbers and amounts as they are written on paper and in mails in a language. */
export function formatsOf(language: Language) {
  let words = made.get(language);
  if (!words) made.set(language, (words = makeWords(language)));
  return words;
}

const made = new Map<Language, ReturnType<typeof makeWords>>();

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
  const noon = (day: string) => new Date(`${day.slice(0, 10)}T12:00:00Z`);
  return {
    number: (value: number) => whole.format(value),
    /** In a text. */
    written: (value: number, options?: { useGrouping: false }) => (options ? whole : grouped).format(value),
    day: (day: string) => days.format(noon(day)),
    /** Without its year. */
    shortDay: (day: string) => shortDays.format(noon(day)),
    /** From when until when, on the clocks of a time zone that is named. */
    span: (from: Date, until: Date, timeZone: string) => {
      const times = new Intl.DateTimeFormat(locale, {
        weekday: language === "ckb" ? undefined : "short",
        day: "numeric",
        month: language === "ckb" ? "numeric" : "short",
        year: "numeric",
        hour: "2-digit",
        minute: "2-digit",
        timeZone,
      });
      return `${times.formatRange(from, until)} (${timeZone.replaceAll("_", " ")})`;
    },
    /** Digit by digit as it is kept. */
    amount: (amount: string, decimals: number) =>
      new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(
        amount as Intl.StringNumericLiteral,
      ),
  };
}
