import { type Language, languageCodes } from "../../../../shared/kernel/languages";
import type { Translations } from "../../../../shared/kernel/translations";

export type NameInputs = Record<Language, string>;

export const toNameInputs = (translations: Translations<string> = {}): NameInputs =>
  Object.fromEntries(languageCodes.map((code) => [code, translations[code] ?? ""])) as NameInputs;
