import { readFileSync } from "node:fs";
import path from "node:path";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createIntl, createIntlCache, IntlProvider } from "react-intl";
import { languageCodes } from "../../../shared/kernel/languages";
import { textLocaleOf } from "./formats";
import { Message, useText } from "./useText";
import { isNumericArgument, formatNumbers } from "../../../shared/kernel/digits";

/**
 * Arabic and Kurdish use Arabic-Indic digits on every screen. Identifiers (TASK-12, an invoice number) are passed as strings and stay as
 * they are; digits within a text are written in its language.
 */
const root = path.join(__dirname, "../../..");
const textsOf = (language: string) =>
  ["client", "shared"].flatMap((folder) =>
    Object.entries(
      JSON.parse(readFileSync(path.join(root, folder, "locales", `${language}.json`), "utf8")) as Record<
        string,
        string
      >,
    ),
  );

/** Texts with input formats and names, which keep Latin digits. */
const typedOrNamed = new Set([
  "booking.rrule",
  "field.brandColor",
  "field.time",
  "list.wrong.estimate",
  "operator.restore.until.help",
  "restore.time",
  "task.estimate.how",
  "time.field.length.how",
  "time.field.length.wrong",
  "time.notALength",
]);

const rethrown = (error: Error) => {
  throw error;
};

const namesIn = (text: string) => [...text.matchAll(/\{(\w+)(?=[,}])/g)].map(([, name = ""]) => name);

test.each(languageCodes)("%s: a counted number isn't shown a second time in another format", (language) => {
  const wrong = textsOf(language).filter(([, text]) =>
    namesIn(text).some((name) => isNumericArgument(text, name) && text.includes(`{${name}}`)),
  );
  const otherwiseSpaced = textsOf(language).filter(([, text]) =>
    [...text.matchAll(/\{\s*(\w+)\s*,\s*(plural|number)/g)].some(([, name = ""]) => !isNumericArgument(text, name)),
  );
  expect([...wrong, ...otherwiseSpaced]).toEqual([]);
});

test.each(["ar", "ckb"] as const)("%s: numeric values never appear in Latin digits", (language) => {
  const texts = textsOf(language);
  const intl = createIntl(
    { locale: textLocaleOf(language), messages: Object.fromEntries(texts), onError: rethrown },
    createIntlCache(),
  );
  const plain = (chunks: unknown) => (Array.isArray(chunks) ? chunks.join("") : String(chunks));
  const tags = (text: string) => [...text.matchAll(/<(\w+)>/g)].map(([, tag = ""]) => [tag, plain]);
  const formatted = (id: string, text: string, number: number) =>
    plain(
      intl.formatMessage(
        { id },
        {
          ...Object.fromEntries(tags(text)),
          ...formatNumbers(text, Object.fromEntries(namesIn(text).map((name) => [name, number])), intl.formatNumber),
        },
      ),
    );
  const wrong = texts.filter(
    ([id, text]) => !typedOrNamed.has(id) && [0, 1, 2, 3, 12, 1234].some((n) => /[0-9]/.test(formatted(id, text, n))),
  );
  expect(wrong).toEqual([]);
  expect(texts.length).toBeGreaterThan(4000);
});

test("years have no grouping, and plural arguments stay numbers", () => {
  const intl = createIntl({ locale: textLocaleOf("ar") });
  const text = "{year} {count, plural, other {#}} {shown} {key}";
  const values = { year: 2026, count: 1234, shown: 1234, key: "TASK-12" };
  expect(formatNumbers(text, values, intl.formatNumber)).toEqual({
    year: "٢٠٢٦",
    count: 1234,
    shown: "١٬٢٣٤",
    key: "TASK-12",
  });
});

test("useText and Message both write numbers in the language's digits", () => {
  const Probe = () => useText()("attachment.place", { at: 3, count: 12 });
  const values = { locale: textLocaleOf("ar"), messages: Object.fromEntries(textsOf("ar")) };
  const marked = createElement(Message, { id: "attachment.place", values: { at: 3, count: 12 } });
  const markup = renderToStaticMarkup(createElement(IntlProvider, values, createElement(Probe), " | ", marked));
  expect(markup.match(/\p{N}+/gu)).toEqual(["٣", "١٢", "٣", "١٢"]);
});
