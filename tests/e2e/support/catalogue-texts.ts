import { readFileSync } from "node:fs";
import path from "node:path";
import { createIntl } from "react-intl";
import type { MessageId } from "../../../client/platform/intl/catalogues";
import { type Formats, formatsOf, textLocaleOf } from "../../../client/platform/intl/formats";
import { type Language, languages } from "../../../shared/kernel/languages";
import { formatNumbers } from "../../../shared/kernel/digits";

const root = path.resolve(__dirname, "../../..");

type Values = Record<string, string | number | undefined>;

export interface CatalogueTexts {
  language: Language;
  rightToLeft: boolean;
  say(id: MessageId, values?: Values): string;
  format: Formats;
}

const cachedTexts = new Map<Language, CatalogueTexts>();

export function catalogueTextsOf(language: Language): CatalogueTexts {
  let words = cachedTexts.get(language);
  if (!words) cachedTexts.set(language, (words = createTexts(language)));
  return words;
}

function createTexts(language: Language): CatalogueTexts {
  const messages = catalogue(language);
  const intl = createIntl({ locale: textLocaleOf(language), messages });
  const plain = (chunks: unknown) => (Array.isArray(chunks) ? chunks.join("") : String(chunks));
  return {
    language,
    rightToLeft: languages[language].direction === "rtl",
    say: (id, values = {}) =>
      plain(
        intl.formatMessage(
          { id },
          { b: plain, q: plain, ...formatNumbers(messages[id] ?? "", values, intl.formatNumber) },
        ),
      ),
    format: formatsOf(language),
  };
}

export function catalogue(language: Language): Record<string, string> {
  const read = (side: string) =>
    JSON.parse(readFileSync(path.join(root, side, "locales", `${language}.json`), "utf8")) as Record<string, string>;
  return { ...read("shared"), ...read("client") };
}
