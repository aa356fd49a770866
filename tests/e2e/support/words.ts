import { readFileSync } from "node:fs";
import path from "node:path";
import { createIntl } from "react-intl";
import type { MessageId } from "../../../client/platform/intl/catalogues";
import { type Formats, formatsOf, textLocaleOf } from "../../../client/platform/intl/formats";
import { type Language, languages } from "../../../shared/kernel/languages";
import { writtenNumbers } from "../../../shared/kernel/written-numbers";

const root = path.resolve(__dirname, "../../..");

type Values = Record<string, string | number | undefined>;

/** What the product says in a language, taken from its catalogues: tests look for texts as people read them. */
export interface Words {
  language: Language;
  rightToLeft: boolean;
  say(id: MessageId, values?: Values): string;
  format: Formats;
}

const known = new Map<Language, Words>();

export function wordsOf(language: Language): Words {
  let words = known.get(language);
  if (!words) known.set(language, (words = makeWords(language)));
  return words;
}

function makeWords(language: Language): Words {
  const messages = catalogue(language);
  const intl = createIntl({ locale: textLocaleOf(language), messages });
  const plain = (chunks: unknown) => (Array.isArray(chunks) ? chunks.join("") : String(chunks));
  return {
    language,
    rightToLeft: languages[language].direction === "rtl",
    // Marked-up parts count as their text.
    say: (id, values = {}) =>
      plain(
        intl.formatMessage(
          { id },
          { b: plain, q: plain, ...writtenNumbers(messages[id] ?? "", values, intl.formatNumber) },
        ),
      ),
    format: formatsOf(language),
  };
}

/** Screens' and server's texts together. */
export function catalogue(language: Language): Record<string, string> {
  const read = (side: string) =>
    JSON.parse(readFileSync(path.join(root, side, "locales", `${language}.json`), "utf8")) as Record<string, string>;
  return { ...read("shared"), ...read("client") };
}
