import { foldText } from "../../../shared/kernel/text/fold";

/** Number of characters before the match; few, so that the match is visible in a narrow row. */
const before = 24;
const after = 90;

/** A part of a text around the first word that contains one of the folded words, cut at spaces if possible; null if none does. */
export function snippetOf(text: string | null, words: readonly string[]): string | null {
  if (text === null) return null;
  for (const { 0: word, index } of text.matchAll(/\S+/gu)) {
    const folded = foldText(word);
    const match = words.find((each) => folded.includes(each));
    if (match !== undefined) return cutAround(text, index + matchStart(word, match), match.length);
  }
  return null;
}

/**
 * Start of the match in a word. Long words are addresses or texts of languages without spaces, in which the match can be anywhere. Folding
 * changes lengths, so the shortest beginning of the word that contains the match is searched.
 */
function matchStart(word: string, match: string): number {
  if (word.length <= after) return 0;
  let [low, high] = [0, word.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (foldText(word.slice(0, middle)).includes(match)) high = middle;
    else low = middle + 1;
  }
  return Math.max(0, low - match.length);
}

function cutAround(text: string, start: number, length: number): string {
  const spaceBefore = text.indexOf(" ", start - before) + 1;
  const isCutAtSpace = spaceBefore > 0 && spaceBefore <= start;
  const from = start <= before ? 0 : isCutAtSpace ? spaceBefore : boundaryAt(text, start - before);
  const until = start + length + after;
  const spaceAfter = text.lastIndexOf(" ", until);
  const end = until >= text.length ? text.length : spaceAfter > start + length ? spaceAfter : boundaryAt(text, until);
  return `${from > 0 ? "…" : ""}${text.slice(from, end).trim()}${end < text.length ? "…" : ""}`;
}

/** The last position up to `at` that does not separate a character from its marks. */
function boundaryAt(text: string, at: number): number {
  let boundary = at;
  while (boundary > 0 && /^[\p{M}\u200d\udc00-\udfff]/u.test(text.slice(boundary, boundary + 1))) boundary -= 1;
  return boundary;
}
