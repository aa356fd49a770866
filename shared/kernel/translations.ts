import { mixed, object, type Schema } from "yup";
import { lineField } from "./fields";
import { type Language, languageCodes } from "./languages";
import { nameOrder } from "./text/order";

/** Translations of user-defined text; missing languages fall back to the original. */
export type Translations<Words> = Partial<Record<Language, Words>>;

export interface NamedRecord {
  name: string;
  translations: Translations<string>;
}

export const translatedNameIn = (language: Language, { name, translations }: NamedRecord): string =>
  translations[language] || name;

export function inNameOrder<Item extends NamedRecord>(language: Language, items: readonly Item[]): Item[] {
  const { compare } = nameOrder(language);
  return items.toSorted((a, b) => compare(translatedNameIn(language, a), translatedNameIn(language, b)));
}

export const perLanguage = <Field extends Schema>(field: () => Field): Record<Language, Field> =>
  Object.fromEntries(languageCodes.map((language) => [language, field()])) as Record<Language, Field>;

export const nameInLanguages = (max: number) => object(perLanguage(() => lineField(max).nullable()));

export const nameTranslations = () => mixed<Translations<string>>().required();

export function tidyTranslations<Sent, Words>(
  sent: Translations<Sent> | null | undefined,
  wordsOf: (sent: Sent) => Words | null,
): Translations<Words> {
  const translations: Translations<Words> = {};
  for (const language of languageCodes) {
    const translation = sent?.[language];
    const words = translation === undefined ? null : wordsOf(translation);
    if (words !== null) translations[language] = words;
  }
  return translations;
}

export const tidyNames = (sent: Translations<string | null> | null | undefined): Translations<string> =>
  tidyTranslations(sent, (name) => name || null);
