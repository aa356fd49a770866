/** East Asian names are written without a space, family name first. */
const eastern = /^[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+$/u;

export const fullNameOf = (first: string, last: string): string =>
  eastern.test(first) && eastern.test(last) ? `${last}${first}` : `${first} ${last}`.trim();

/** Degrees and suffixes after a comma, as in "Jane Doe, PhD". */
const suffix =
  /^(?:jr|sr|junior|senior|[iv]{2,3}|iv|esq|ph\.? ?d|m\.? ?d|dds|cpa|rn|mba|ll\.? ?[bm]|[bm]\.? ?(?:a|sc|eng|ed)|dipl\..*|mag\..*|bakk\..*|dr|prof)\.?(?:\s*\([^)]*\))?$/iu;

/** "Doe, Jane", as other programs write names in lists, as "Jane Doe". */
export function personNameOf(text: string): string {
  const parts = text.split(/\s*[,،，、]\s*/u).map((part) => part.trim());
  const [last = "", first = "", ...others] = parts;
  if (!last || !first || others.length > 0 || suffix.test(first)) return text;
  return fullNameOf(first, last);
}
