import { readFileSync } from "node:fs";
import path from "node:path";
import IntlMessageFormat from "intl-messageformat";
import type { Language } from "../../shared/kernel/languages";
import { formatDays, splitValues } from "../../shared/kernel/text/message-values";
import { formatsOf, localeOf } from "./formats";
import { formatNumbers } from "../../shared/kernel/digits";

export type MessageValues = Record<string, string | number>;
/** Translates a text of the shared catalog to one language. Unknown ids are returned unchanged. */
export interface Translate {
  (id: string, values?: MessageValues): string;
  readonly language: Language;
}

type Catalogue = Partial<Record<string, string>>;
const catalogues = new Map<Language, Catalogue>();

/** Loaded on first use, because most installations use only one or two languages. */
function catalogueOf(language: Language): Catalogue {
  let catalogue = catalogues.get(language);
  if (!catalogue) {
    const built = path.basename(__dirname) === ".build"; // scripts/build.mjs copies the catalogs there
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
  const cachedMessage = messages.get(key);
  if (cachedMessage) return cachedMessage;
  const text = catalogueOf(language)[id] ?? catalogueOf("en")[id];
  if (text === undefined) return null;
  const message = { text, format: new IntlMessageFormat(text, localeOf(language)) };
  messages.set(key, message);
  return message;
}

/** Returns a function that never throws: a text with a missing value is still readable, and must not make a batch of events fail. */
export function translator(language: Language): Translate {
  const translate = (key: string, callValues: MessageValues = {}) => {
    const [id, own] = splitValues(key);
    const message = messageOf(language, id);
    if (!message) return key;
    const formats = formatsOf(language);
    const formattedValues = formatNumbers(
      message.text,
      formatDays({ ...callValues, ...own }, formats.day),
      formats.written,
    );
    try {
      return String(message.format.format(formattedValues));
    } catch {
      return withGaps(message.format, formattedValues);
    }
  };
  return Object.assign(translate, { language });
}

/** Fallback that substitutes only simple placeholders; missing values become empty text. */
function withGaps(message: IntlMessageFormat, values: MessageValues): string {
  const parts = message.getAst().map((part) => {
    if (part.type === 0) return part.value; // a literal text element
    return "value" in part ? String(values[part.value] ?? "") : "";
  });
  return parts.join("").replace(/ {2,}/g, " ").trim();
}
