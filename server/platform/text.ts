import IntlMessageFormat from "intl-messageformat";
import type { Language } from "../../shared/kernel/languages";
import ar from "../../shared/locales/ar.json";
import ckb from "../../shared/locales/ckb.json";
import de from "../../shared/locales/de.json";
import en from "../../shared/locales/en.json";
import ko from "../../shared/locales/ko.json";

export type TextId = keyof typeof en;
export type Values = Record<string, string | number>;
/** A text of the shared catalogue in one language. Unknown ids come back as they are. */
export type Translate = (id: string, values?: Values) => string;

const catalogues: Record<Language, Partial<Record<string, string>>> = { en, ar, de, ko, ckb };
const formats = new Map<string, IntlMessageFormat>();

function format(language: Language, id: string): IntlMessageFormat | null {
  const key = `${language} ${id}`;
  const known = formats.get(key);
  if (known) return known;
  const text = catalogues[language][id] ?? catalogues.en[id];
  if (text === undefined) return null;
  const made = new IntlMessageFormat(text, language);
  formats.set(key, made);
  return made;
}

export function translator(language: Language): Translate {
  return (id, values) => {
    const message = format(language, id);
    return message ? String(message.format(values)) : id;
  };
}
