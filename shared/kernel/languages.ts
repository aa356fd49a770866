/** Supported languages with their native names and text directions. English is the fallback. */
export const languages = {
  en: { name: "English", direction: "ltr" },
  ar: { name: "العربية", direction: "rtl" },
  de: { name: "Deutsch", direction: "ltr" },
  ko: { name: "한국어", direction: "ltr" },
  ckb: { name: "کوردیی ناوەندی", direction: "rtl" },
} as const;

export type Language = keyof typeof languages;

export const languageCodes = Object.keys(languages) as Language[];

/** `in` would also accept `constructor` and other inherited names. */
export const isLanguage = (code: unknown): code is Language =>
  typeof code === "string" && Object.hasOwn(languages, code);

/** The preferred supported language of an `Accept-Language` header. `ku` selects Sorani (`ckb`). */
export function languageOf(header: string | undefined): Language {
  const preferences = (header ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", ...rest] = part.trim().toLowerCase().split(";");
      const weight = Number(
        rest
          .find((p) => p.trim().startsWith("q="))
          ?.trim()
          .slice(2) ?? 1,
      );
      return {
        code: tag.split("-")[0] === "ku" ? "ckb" : (tag.split("-")[0] ?? ""),
        weight: Number.isNaN(weight) ? 0 : weight,
      };
    })
    .filter((part) => part.weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return preferences.map(({ code }) => code).find(isLanguage) ?? "en";
}
