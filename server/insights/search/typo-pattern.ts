/** Minimum length of a word that may have a typo; shorter words are similar to too many others. */
const shortest = 4;
/** Letters after this position must match exactly, so that the expression for a long word stays small. */
const lastEdited = 24;

export const mayHaveTypo = (word: string): boolean => word.length >= shortest;

const escapeLetter = (letter: string) => letter.replace(/[\\^$.*+?()[\]{}|]/, "\\$&");

/**
 * A folded word as a regular expression of PostgreSQL: the word itself anywhere in a text, or a word that begins like it with one letter
 * added, missing, replaced or swapped with the next.
 */
export function typoPattern(word: string): string {
  const letters = Array.from(word, escapeLetter);
  const whole = letters.join("");
  if (!mayHaveTypo(word)) return whole;
  const part = (from: number, until?: number) => letters.slice(from, until).join("");
  const edited = letters
    .slice(0, lastEdited)
    .flatMap((letter, at) => [
      `${part(0, at)}[^ ]?${part(at + 1)}`,
      `${part(0, at)}[^ ]${part(at)}`,
      ...(at + 1 < letters.length ? [`${part(0, at)}${letters[at + 1]}${letter}${part(at + 2)}`] : []),
    ]);
  return `${whole}|(^| )(${edited.join("|")})`;
}
