import { readFileSync } from "node:fs";
import path from "node:path";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createIntl, createIntlCache, IntlProvider } from "react-intl";
import { languageCodes } from "../../../shared/kernel/languages";
import { isCountedBy, writtenNumbers } from "../../../shared/kernel/written-numbers";
import { textLocaleOf } from "./formats";
import { Message, useText } from "./useText";

/**
 * Arabic and Kurdish show Arabic-Indic digits on every screen, in every text. What is called by figures (TASK-12, an invoice) is
 * handed over as text and stays; a text's own figures are written in its digits.
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

/** What people type, and names. */
const typedOrNamed = new Set([
  "balances.days.why",
  "booking.rrule",
  "field.brandColor",
  "field.time",
  "list.wrong.estimate",
  "sandbox.refuse_authentication",
  "task.estimate.how",
  "time.field.length.how",
  "time.field.length.wrong",
  "time.notALength",
]);

const rethrown = (error: Error) => {
  throw error;
};

const namesIn = (text: string) => [...text.matchAll(/\{(\w+)(?=[,}])/g)].map(([, name = ""]) => name);

test.each(languageCodes)("%s: a number that a text counts by isn't shown beside it in another way", (language) => {
  const wrong = textsOf(language).filter(([, text]) =>
    namesIn(text).some((name) => isCountedBy(text, name) && text.includes(`{${name}}`)),
  );
  const otherwiseSpaced = textsOf(language).filter(([, text]) =>
    [...text.matchAll(/\{\s*(\w+)\s*,\s*(plural|number)/g)].some(([, name = ""]) => !isCountedBy(text, name)),
  );
  expect([...wrong, ...otherwiseSpaced]).toEqual([]);
});

test.each(["ar", "ckb"] as const)("%s: whatever numbers a text is given, no Latin digit is shown", (language) => {
  const texts = textsOf(language);
  const intl = createIntl(
    { locale: textLocaleOf(language), messages: Object.fromEntries(texts), onError: rethrown },
    createIntlCache(),
  );
  const plain = (chunks: unknown) => (Array.isArray(chunks) ? chunks.join("") : String(chunks));
  const tags = (text: string) => [...text.matchAll(/<(\w+)>/g)].map(([, tag = ""]) => [tag, plain]);
  const shown = (id: string, text: string, number: number) =>
    plain(
      intl.formatMessage(
        { id },
        {
          ...Object.fromEntries(tags(text)),
          ...writtenNumbers(text, Object.fromEntries(namesIn(text).map((name) => [name, number])), intl.formatNumber),
        },
      ),
    );
  const wrong = texts.filter(
    ([id, text]) => !typedOrNamed.has(id) && [0, 1, 2, 3, 12, 1234].some((n) => /[0-9]/.test(shown(id, text, n))),
  );
  expect(wrong).toEqual([]);
  expect(texts.length).toBeGreaterThan(4000);
});

test("years have no groups, counted numbers stay numbers, texts stay as they are", () => {
  const intl = createIntl({ locale: textLocaleOf("ar") });
  const text = "{year} {count, plural, other {#}} {shown} {key}";
  const values = { year: 2026, count: 1234, shown: 1234, key: "TASK-12" };
  expect(writtenNumbers(text, values, intl.formatNumber)).toEqual({
    year: "٢٠٢٦",
    count: 1234,
    shown: "١٬٢٣٤",
    key: "TASK-12",
  });
});

test("screens write them in every text, marked up or not", () => {
  const Probe = () => useText()("attachment.place", { at: 3, count: 12 });
  const values = { locale: textLocaleOf("ar"), messages: Object.fromEntries(textsOf("ar")) };
  const marked = createElement(Message, { id: "attachment.place", values: { at: 3, count: 12 } });
  const shown = renderToStaticMarkup(createElement(IntlProvider, values, createElement(Probe), " | ", marked));
  expect(shown.match(/\p{N}+/gu)).toEqual(["٣", "١٢", "٣", "١٢"]);
});
