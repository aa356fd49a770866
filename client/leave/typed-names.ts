import { type Language, languageCodes } from "../../shared/kernel/languages";
import type { Translations } from "../../shared/kernel/translations";

/** A name in each language as it stands in a form: empty where nothing is said. */
export type TypedNames = Record<Language, string>;

export const typedNames = (translations: Translations<string> = {}): TypedNames =>
  Object.fromEntries(languageCodes.map((code) => [code, translations[code] ?? ""])) as TypedNames;
