import { find } from "linkifyjs";

export interface TextLink {
  /** Offsets of the address in the text. */
  start: number;
  end: number;
  href: string;
}

/** Addresses contain no punctuation outside of ASCII, except dashes and middle dots; linkifyjs takes it for a part of the address. */
const foreignPunctuation = /(?![\p{ASCII}\u00b7\u30fb])[\p{Pi}\p{Pf}\p{Ps}\p{Pe}\p{Po}\p{Bidi_Control}\ufeff]/gu;

/** Web and e-mail addresses in a plain text, without the punctuation around them. Other schemes stay text. */
export function findLinks(text: string): TextLink[] {
  const words = text.replace(foreignPunctuation, (mark) => " ".repeat(mark.length));
  return find(words, { defaultProtocol: "https" })
    .filter(({ href }) => /^(https?:\/\/|mailto:)/i.test(href))
    .map(({ start, end, href }) => ({ start, end, href }));
}
