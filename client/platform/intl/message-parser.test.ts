import { readFileSync } from "node:fs";
import path from "node:path";
import { parse as parseByLibrary } from "@formatjs/icu-messageformat-parser";
import { languageCodes } from "../../../shared/kernel/languages";
import { parse } from "./message-parser";

const root = path.join(__dirname, "..", "..", "..");
const textsOf = (folder: string, language: string) =>
  Object.entries(
    JSON.parse(readFileSync(path.join(root, folder, `${language}.json`), "utf8")) as Record<string, string>,
  );

describe.each(["client/locales", "shared/locales"])("%s", (folder) => {
  test.each(languageCodes)("%s: every text parses the same as with react-intl's own parser", (language) => {
    const texts = textsOf(folder, language);
    expect(texts.length).toBeGreaterThan(500);
    const other = texts.filter(([, text]) => JSON.stringify(parse(text)) !== JSON.stringify(parseByLibrary(text)));
    for (const [, text] of other) expect(parse(text)).toEqual(parseByLibrary(text));
  });
});

test.each([
  "",
  "  plain, with # and 'quotes' ''twice''",
  "1 < 2 > 0",
  "{ name }, {n , number}",
  "{n, plural, =0 {none} one {# of {all, number}} other {<b>#</b> {kind, select, a {#} other {}}}}",
  "{kind, select,a{}other{{n,plural,other{#}}}}#",
  "<b>{name} <q>«{title}»</q></b>",
])("%j parses the same as with react-intl's parser", (text) => {
  expect(parse(text)).toEqual(parseByLibrary(text));
});

test.each([
  "{",
  "{}",
  "}",
  "{name",
  "{n, plural, one {#}",
  "<b>open",
  "<b>crossed</i>",
  "</b>",
  "{at, date}",
  "{n, number, ::percent}",
])("%j is rejected", (text) => {
  expect(() => parse(text)).toThrow(SyntaxError);
});
