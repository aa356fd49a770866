import IntlMessageFormat from "intl-messageformat";
import type { Language } from "../../shared/kernel/languages";
import ar from "../../shared/locales/ar.json";
import ckb from "../../shared/locales/ckb.json";
import de from "../../shared/locales/de.json";
import en from "../../shared/locales/en.json";
import ko from "../../shared/locales/ko.json";

export type Values = Record<string, string | number>;
/** A text of the shared catalogue in one language. Unknown ids come back as they are. */
export interface Translate {
  (id: string, values?: Values): string;
  readonly language: Language;
}

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

/** Never throws: a text that lacks a value is still worth reading, and a batch of events must not fail over it. */
export function translator(language: Language): Translate {
  const translate = (id: string, values?: Values) => {
    const message = format(language, id);
    if (!message) return id;
    try {
      return String(message.format(values));
    } catch {
      return withGaps(message, values);
    }
  };
  return Object.assign(translate, { language });
}

/** Simple placeholders alone, empty where nothing is known. */
function withGaps(message: IntlMessageFormat, values: Values = {}): string {
  const parts = message.getAst().map((part) => {
    if (part.type === 0) return part.value; // literal
    return "value" in part ? String(values[part.value] ?? "") : "";
  });
  return parts.join("").replace(/ {2,}/g, " ").trim();
}
