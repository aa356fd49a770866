import { foldText } from "../../../shared/kernel/text/fold";

/** Number of characters before the word; few, so that the word is visible in a narrow row. */
const before = 24;
const after = 90;

/** A part of a text around the first word that contains one of the folded words, cut at spaces; null if none does. */
export function snippetOf(text: string | null, words: readonly string[]): string | null {
  if (text === null) return null;
  for (const { 0: word, index } of text.matchAll(/\S+/gu)) {
    const folded = foldText(word);
    if (!words.some((each) => folded.includes(each))) continue;
    const from = index <= before ? 0 : text.indexOf(" ", index - before) + 1 || index - before;
    const until = index + word.length + after;
    const end = until >= text.length ? text.length : Math.max(text.lastIndexOf(" ", until), index + word.length);
    return `${from > 0 ? "…" : ""}${text.slice(Math.min(from, index), end).trim()}${end < text.length ? "…" : ""}`;
  }
  return null;
}
