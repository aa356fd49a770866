import { languageOf } from "./languages";

test.each([
  ["de-AT,de;q=0.9,en;q=0.8", "de"],
  ["en;q=0.5,ko;q=0.9", "ko"],
  ["ku", "ckb"],
  ["fr,es", "en"],
  ["de;q=0, ar;q=0.1", "ar"],
  ["de;q=0", "en"], // none of it is wanted
  ["de;q=much", "en"],
  [undefined, "en"],
  // Names that every object has are no languages.
  ["constructor", "en"],
  ["__proto__;q=1, valueOf, toString", "en"],
  ["hasOwnProperty,ko;q=0.1", "ko"],
])("%s: %s", (header, language) => {
  expect(languageOf(header)).toBe(language);
});
