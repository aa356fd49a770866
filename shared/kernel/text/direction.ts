/**
 * Adds dir="auto" to the blocks of sanitized HTML, so that each paragraph has the direction of its text. The first block in a list item,
 * quotation or cell gets no attribute, because browsers skip elements with a `dir` attribute when they determine the direction of the
 * parent, which places the marker or the border.
 */
export const withDirections = (html: string): string =>
  html.replace(
    /(?<!<(?:li|blockquote|td|th)(?: [^>]*)?>(?:<[ou]l>)?)<(p|h[1-6]|li|blockquote|td|th)(?=[ >])/g,
    '<$1 dir="auto"',
  );
