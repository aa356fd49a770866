import { type InferType, mixed, object, type Schema } from "yup";
import { lineField } from "./fields";
import { type Language, languageCodes } from "./languages";

/** Words that an organisation wrote, in other languages; what isn't said there is shown as it was written. */
export type Translations<Words> = Partial<Record<Language, Words>>;

/** What an organisation has named: leave types, choices of a form. */
export interface Named {
  name: string;
  translations: Translations<string>;
}

/** What it is called in a language: as it was written where nobody has said it there. */
export const nameIn = (language: Language, { name, translations }: Named): string => translations[language] || name;

/** A field for each language. */
export const inLanguages = <Field extends Schema>(field: () => Field): Record<Language, Field> =>
  Object.fromEntries(languageCodes.map((language) => [language, field()])) as Record<Language, Field>;

/** A name in other languages, each of them optional. */
export const nameInLanguages = (max: number) => object(inLanguages(() => lineField(max).nullable()));
export type NamesSent = InferType<ReturnType<typeof nameInLanguages>>;

/** What replies say of a name in other languages. */
export const nameTranslations = () => mixed<Translations<string>>().required();

/** Only the languages in which something is said. */
export function tidyTranslations<Sent, Words>(
  sent: Translations<Sent> | null | undefined,
  wordsOf: (said: Sent) => Words | null,
): Translations<Words> {
  const kept: Translations<Words> = {};
  for (const language of languageCodes) {
    const said = sent?.[language];
    const words = said === undefined ? null : wordsOf(said);
    if (words !== null) kept[language] = words;
  }
  return kept;
}

/** Only the languages that have a name. */
export const tidyNames = (sent: Translations<string | null> | null | undefined): Translations<string> =>
  tidyTranslations(sent, (said) => said || null);
