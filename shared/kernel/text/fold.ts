import { latinDigits } from "../digits";

/**
 * The SQL functions `fold` and `name_key` (migrations/baseline/platform.sql) return the same results as this module for every text;
 * tests/platform/fold.test.ts compares them.
 */

/** Accents that users type as apostrophes. NFKD would turn them into a space and a combining mark. */
const spacingAccents = /[´΄᾽᾿´῾˝]/g;

/** Invisible characters: joiners, directional marks, soft hyphens, variation selectors. */
const invisible =
  "\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufe00-\\ufe0f\\ufeff\\u{e0000}-\\u{e01ef}";
/** Combining marks that are optional. Vowel signs of Indic scripts and Thai and kana voicing marks are significant and not included. */
const marks =
  "\\u0300-\\u036f\\u0483-\\u0489\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed\\u0711\\u0730-\\u074a\\u08d3-\\u08ff\\u093c\\u09bc\\u0a3c\\u0abc\\u0b3c\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f";
const tatweel = "\\u0640";
const quotes = "'\"`‘’‚‛“”„‟‹›«»′‵ʹʺʻʼʽʾʿˈˊˋ՚׳״ߴߵꞋꞌ「」『』〝〞〟";
const dashes = "‐‑‒–—―−⁃⸺⸻־᠆";
const spaces = /[\t-\r \u0085\u1680\u2028\u2029]+/g;

const dropped = new RegExp(`[${invisible}${marks}${tatweel}${quotes}]+`, "gu");
const invisibleInNames = new RegExp(`[${invisible}${tatweel}]+`, "gu");
const quote = new RegExp(`[${quotes}]`, "gu");
const dash = new RegExp(`[${dashes}]`, "gu");

/** Letters without a Unicode decomposition, mapped to their base letters. */
const single = new Map<string, string>();
for (const [letter, variants] of [
  ["a", "ⱥ"],
  ["b", "ƀɓ"],
  ["c", "ȼ"],
  ["d", "đðɖɗ"],
  ["e", "ɇəǝɛ"],
  ["f", "ƒ"],
  ["g", "ǥɠ"],
  ["h", "ħ"],
  ["i", "ıɨ"],
  ["j", "ȷɉ"],
  ["k", "ƙĸ"],
  ["l", "łƚɫ"],
  ["n", "ŋɲɳ"],
  ["o", "øɔɵ"],
  ["r", "ɍ"],
  ["t", "ŧⱦ"],
  ["u", "ʉ"],
  ["v", "ʋ"],
  ["y", "ɏƴ"],
  ["z", "ƶ"],
  ["σ", "ς"],
  ["ا", "ٱ"],
  ["ر", "ڕڔ"],
  ["ك", "کڪ"],
  ["ل", "ڵ"],
  ["ن", "ں"],
  ["ه", "ةەہھۃۿ"],
  ["و", "ۆۇۈۉۊۋ"],
  ["ي", "ىیېێۍے"],
] as const) {
  for (const variant of variants) single.set(variant, letter);
}
const several = new Map([
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["þ", "th"],
]);
const replaced = new RegExp(`[${[...single.keys(), ...several.keys()].join("")}]`, "gu");

/**
 * Returns the search key of a text, which is equal for all spellings regardless of keyboard, program or script variant. Not suitable for
 * uniqueness, because "Cafe" and "Café" may both exist; use `nameKey` instead.
 */
export function foldText(text: string): string {
  const plain = text.replace(spacingAccents, "").normalize("NFKD").toLowerCase().replace(dropped, "");
  return latinDigits(plain)
    .replace(replaced, (letter) => single.get(letter) ?? several.get(letter) ?? letter)
    .replace(dash, "-")
    .replace(spaces, " ")
    .trim();
}

/** Key for unique names: equal for names that look the same or differ only in case. */
export const nameKey = (text: string): string =>
  text
    .replace(spacingAccents, "'")
    .normalize("NFKC")
    .toLowerCase()
    .replace(invisibleInNames, "")
    .replace(quote, "'")
    .replace(dash, "-")
    .replace(/[کڪ]/g, "ك")
    .replace(/[ىی]/g, "ي")
    .replace(spaces, " ")
    .trim();

export const isSameText = (a: string | null | undefined, b: string | null | undefined): boolean =>
  a != null && b != null && foldText(a) === foldText(b);

export const wordsOf = (query: string | null | undefined): string[] =>
  [...new Set(foldText(query ?? "").split(" "))].filter(Boolean).sort((a, b) => b.length - a.length);

export function createTextMatcher(
  query: string | null | undefined,
): (...texts: (string | null | undefined)[]) => boolean {
  const words = wordsOf(query);
  return (...texts) => {
    if (words.length === 0) return true;
    const text = foldText(texts.filter(Boolean).join(" "));
    return words.every((word) => text.includes(word));
  };
}

export const matchesSearchText = (query: string | null | undefined, ...texts: (string | null | undefined)[]): boolean =>
  createTextMatcher(query)(...texts);
