import { readFileSync } from "node:fs";
import path from "node:path";
import IntlMessageFormat from "intl-messageformat";
import type { Language } from "../../shared/kernel/languages";
import { writtenNumbers } from "../../shared/kernel/written-numbers";
import { formatsOf, localeOf } from "./formats";

export type Values = Record<string, string | number>;
/** A text of the shared catalogue in one language. Unknown ids come back as they are. */
export interface Translate {
  (id: string, values?: Values): string;
  readonly language: Language;
}

type Catalogue = Partial<Record<string, string>>;
const catalogues = new Map<Language, Catalogue>();

/** Read when somebody first reads that language: most installations know one or two. */
function catalogueOf(language: Language): Catalogue {
  let catalogue = catalogues.get(language);
  if (!catalogue) {
    const built = path.basename(__dirname) === ".build"; // where scripts/build.mjs puts them beside the programs
    const folder = path.join(__dirname, built ? "locales" : "../../shared/locales");
    catalogue = JSON.parse(readFileSync(path.join(folder, `${language}.json`), "utf8")) as Catalogue;
    catalogues.set(language, catalogue);
  }
  return catalogue;
}

interface Message {
  text: string;
  format: IntlMessageFormat;
}

const messages = new Map<string, Message>();

function messageOf(language: Language, id: string): Message | null {
  const key = `${language} ${id}`;
  const known = messages.get(key);
  if (known) return known;
  const text = catalogueOf(language)[id] ?? catalogueOf("en")[id];
  if (text === undefined) return null;
  const made = { text, format: new IntlMessageFormat(text, localeOf(language)) };
  messages.set(key, made);
  return made;
}

/** Never throws: a text that lacks a value is still worth reading, and a batch of events must not fail over it. */
export function translator(language: Language): Translate {
  const translate = (id: string, values: Values = {}) => {
    const message = messageOf(language, id);
    if (!message) return id;
    const written = writtenNumbers(message.text, values, formatsOf(language).written);
    try {
      return String(message.format.format(written));
    } catch {
      return withGaps(message.format, written);
    }
  };
  return Object.assign(translate, { language });
}

/** Simple placeholders alone, empty where nothing is known. */
function withGaps(message: IntlMessageFormat, values: Values): string {
  const parts = message.getAst().map((part) => {
    if (part.type === 0) return part.value; // literal
    return "value" in part ? String(values[part.value] ?? "") : "";
  });
  return parts.join("").replace(/ {2,}/g, " ").trim();
}
