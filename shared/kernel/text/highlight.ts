import { foldText } from "./fold";

/** A part of a text from `from` (inclusive) to `to` (exclusive). */
export type TextRange = readonly [from: number, to: number];

/**
 * Returns the parts of a text that match folded search words (see `wordsOf`). A word is marked where it starts a word of the text, or else
 * at its first occurrence. Each character is folded separately, to keep its position in the original text.
 */
export function highlightRanges(text: string, words: readonly string[]): TextRange[] {
  if (words.length === 0) return [];
  const { folded, positions } = foldWithPositions(text);
  const ranges = words.flatMap((word) => occurrences(folded, word).map((at) => [at, at + word.length] as const));
  return merged(ranges).map(([from, to]) => [positions[from]?.[0] ?? 0, positions[to - 1]?.[1] ?? text.length]);
}

/** Vowel signs, joiners and tatweel, which belong to the preceding letter. Quotation marks don't. */
const joinsLetter = /^[\p{M}\p{Cf}\u0640]$/u;

function foldWithPositions(text: string): { folded: string; positions: [from: number, to: number][] } {
  const positions: [number, number][] = [];
  let folded = "";
  let at = 0;
  for (const character of text) {
    const next = at + character.length;
    const part = /^\s$/u.test(character) ? " " : foldText(character);
    const last = positions.at(-1);
    if (part === "" && last && joinsLetter.test(character)) last[1] = next;
    for (let unit = 0; unit < part.length; unit++) positions.push([at, next]);
    folded += part;
    at = next;
  }
  return { folded, positions };
}

function occurrences(folded: string, word: string): number[] {
  const all: number[] = [];
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) all.push(at);
  const atStarts = all.filter((at) => at === 0 || /[^\p{L}\p{N}]/u.test(folded[at - 1] ?? ""));
  return atStarts.length > 0 ? atStarts : all.slice(0, 1);
}

function merged(ranges: readonly TextRange[]): TextRange[] {
  const result: [number, number][] = [];
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}
