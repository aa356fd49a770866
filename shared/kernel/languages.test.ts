import { languageOf } from "./languages";

test.each([
  ["de-AT,de;q=0.9,en;q=0.8", "de"],
  ["en;q=0.5,ko;q=0.9", "ko"],
  ["ku", "ckb"],
  ["fr,es", "en"],
  ["de;q=0, ar;q=0.1", "ar"],
  ["de;q=0", "en"], // weight 0 excludes the language
  ["de;q=much", "en"],
  [undefined, "en"],
  // Names inherited from Object.prototype are not languages.
  ["constructor", "en"],
  ["__proto__;q=1, valueOf, toString", "en"],
  ["hasOwnProperty,ko;q=0.1", "ko"],
])("languageOf returns a supported language for %s: %s", (header, language) => {
  expect(languageOf(header)).toBe(language);
});
