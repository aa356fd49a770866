const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Truncates a text to a number of code points including a final ellipsis. Never cuts within a character as perceived by readers, such as an
 * emoji sequence or a letter with its vowel signs.
 */
export function truncateText(text: string, length: number): string {
  if ([...text].length <= length) return text;
  let end = 0;
  let count = 0;
  for (const { segment, index } of graphemes.segment(text)) {
    count += [...segment].length;
    if (count > length - 1) break;
    end = index + segment.length;
  }
  // A single character may exceed the limit, such as a letter with hundreds of marks.
  const beginning = end > 0 ? text.slice(0, end) : [...text].slice(0, length - 1).join("");
  return `${beginning.trimEnd()}…`;
}

/** Whether a text is empty or contains only spaces and invisible characters such as joiners and direction marks. */
export const isBlank = (text: string): boolean => /^[\s\p{Default_Ignorable_Code_Point}]*$/u.test(text);
