import { find } from "linkifyjs";

export interface TextLink {
  /** Offsets of the address in the text. */
  start: number;
  end: number;
  href: string;
}

/**
 * Punctuation that can't be part of an address, but that linkifyjs would include in it: all outside of ASCII, except dashes and middle
 * dots.
 */
const foreignPunctuation = /(?![\p{ASCII}\u00b7\u30fb])[\p{Pi}\p{Pf}\p{Ps}\p{Pe}\p{Po}\p{Bidi_Control}\ufeff]/gu;

/** Finds web and email addresses in a plain text, without surrounding punctuation. Other schemes stay text. */
export function findLinks(text: string): TextLink[] {
  const words = text.replace(foreignPunctuation, (mark) => " ".repeat(mark.length));
  return find(words, { defaultProtocol: "https" })
    .filter(({ href }) => /^(https?:\/\/|mailto:)/i.test(href))
    .map(({ start, end, href }) => ({ start, end, href }));
}
