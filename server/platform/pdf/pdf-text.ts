import bidiFactory from "bidi-js";
import { type PdfFont, pdfFonts, pdfFontWith, pdfFontCovering, type FontWeight } from "./pdf-fonts";

const bidi = bidiFactory();

export type TextDirection = "ltr" | "rtl";

/** Part of a line in one font and direction; the runs of a line are ordered from left to right. */
export interface TextRun {
  text: string;
  font: PdfFont;
  rtl: boolean;
}

/**
 * Matches text that the shaper reverses: it contains characters of scripts that the shaper treats as right-to-left. This includes Arabic
 * digits and their signs, although they are read from left to right; it excludes commas, question marks and vowel signs.
 */
const isReversed =
  /[\u0600-\u060b]|[\u060d-\u061a]|[\u061c-\u061e]|[\u0620-\u063f]|[\u0641-\u064a]|[\u0656-\u066f]|[\u0671-\u06dc]|[\u06de-\u08ff]|[\ufb50-\ufd3d]|[\ufd40-\ufdff]|[\ufe70-\ufefc]|\p{Script=Hebrew}/u;
/** Joiners, variation selectors and tags, which select glyphs in fonts that support them. */
const selector = /^[\p{Variation_Selector}\p{Join_Control}\u{e0020}-\u{e007f}]$/u;
/** Other characters that are never drawn. */
const invisible = /(?![\p{Variation_Selector}\p{Join_Control}\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}/gu;
/** Characters used in several scripts: spaces, punctuation, digits. */
const common = /^[\p{Script=Common}\p{Script=Inherited}]/u;
const replacement = "\ufffd";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const ascii = /^[\t\n\x20-\x7e]*$/;

/** Splits text into user-perceived characters: a letter with its marks, a syllable, an emoji of several code points. */
export const graphemeClusters = (text: string): string[] =>
  ascii.test(text) ? [...text] : Array.from(graphemes.segment(text), ({ segment }) => segment);

/**
 * Replaces characters that the fonts lack by their composed form, by simpler equivalents (a ligature by its letters, a wide space by a
 * space), or by a replacement character. `missing` is called for each replacement character.
 */
export function replaceMissingGlyphs(text: string, missing: (codePoint: number) => void = () => {}): string {
  if (ascii.test(text)) return text.replaceAll("\t", " ");
  // Keeps direction marks; they determine the order within lines and are removed later.
  const drawable = (character: string) =>
    /[\n\p{Bidi_Control}]/u.test(character) || selector.test(character) || pdfFontWith(codePointOf(character), 400);
  const drawn = (character: string): string => {
    if (drawable(character)) return character;
    if (/\s/.test(character)) return " ";
    if (/\p{Cc}/u.test(character) || character.replace(invisible, "") === "") return "";
    const plain = [...character.normalize("NFKC")];
    if (plain.every(drawable)) return plain.join("");
    missing(codePointOf(character));
    return replacement;
  };
  return [...text.normalize("NFC")].map(drawn).join("");
}

const codePointOf = (character: string): number => character.codePointAt(0) ?? 0;

/** The font of a cluster, if one font has all of its characters. Spaces, digits and punctuation keep the font of the preceding text. */
function fontFor(cluster: string, weight: FontWeight, before: PdfFont | undefined): PdfFont | undefined {
  const codePoints = drawnOf(cluster).map(codePointOf);
  if (before && (/^\s/.test(cluster) || cluster.replace(invisible, "") === "")) return before;
  if (before && common.test(cluster) && codePoints.every((codePoint) => before.has(codePoint))) return before;
  return pdfFontCovering(codePoints, weight);
}

/** Characters of a cluster without selectors, because a font may lack those. */
function drawnOf(cluster: string): string[] {
  const characters = [...cluster];
  const drawn = characters.filter((character) => !selector.test(character));
  return drawn.length > 0 ? drawn : characters;
}

/**
 * Splits a line into runs from left to right by the Unicode bidirectional algorithm; each run is shaped separately. The shaper joins and
 * reverses Arabic letters. Brackets, which it wouldn't reverse, and numbers, which it would reverse wrongly, are reversed here.
 */
export function textRunsOf(line: string, direction: TextDirection, weight: FontWeight): TextRun[] {
  const embedding = bidi.getEmbeddingLevels(line, direction);
  const { levels } = embedding;
  const order = bidi.getReorderedIndices(line, embedding);
  const pieces: { from: number; to: number; level: number; font: PdfFont }[] = [];
  const fonts = fontsOf(line, weight);
  // The shaper joins Arabic letters across a zero-width non-joiner, so the text before and after it is shaped separately.
  const unjoined = (level: number, at: number, last: { from: number }) =>
    level % 2 === 1 && (line[at] === "\u200c" || line[last.from] === "\u200c");
  for (const at of order) {
    const level = levels[at] ?? 0;
    const font = fonts[at] as PdfFont;
    const last = pieces.at(-1);
    const joins = last && last.level === level && last.font === font && !unjoined(level, at, last);
    if (joins && level % 2 === 0 && at === last.to + 1) last.to = at;
    else if (joins && level % 2 === 1 && at === last.from - 1) last.from = at;
    else pieces.push({ from: at, to: at, level, font });
  }
  return pieces
    .map(({ from, to, level, font }) => pieceOf(line.slice(from, to + 1), level % 2 === 1, font))
    .filter(({ text }) => text !== "");
}

/** Fonts by text index; all code units of a cluster have the same font, unless no font has the whole cluster. */
function fontsOf(line: string, weight: FontWeight): PdfFont[] {
  const fonts: PdfFont[] = [];
  let before: PdfFont | undefined;
  const add = (text: string, font: PdfFont) => {
    for (let unit = 0; unit < text.length; unit++) fonts.push(font);
    before = font;
  };
  for (const cluster of graphemeClusters(line)) {
    const font = fontFor(cluster, weight, before);
    if (font) add(cluster, font);
    else {
      for (const character of cluster) {
        add(character, fontFor(character, weight, before) ?? before ?? (pdfFonts(weight)[0] as PdfFont));
      }
    }
  }
  return fonts;
}

function pieceOf(logical: string, rtl: boolean, font: PdfFont): TextRun {
  const drawn = [...logical.replace(invisible, "")].filter(
    (character) => !selector.test(character) || font.has(codePointOf(character)),
  );
  const characters = rtl ? drawn.map((character) => bidi.getMirroredCharacter(character) ?? character) : drawn;
  // The shaper decides by letters, not by position. Text that the shaper would reverse wrongly is therefore reversed beforehand.
  if (isReversed.test(drawn.join("")) !== rtl) characters.reverse();
  return { text: characters.join(""), font, rtl };
}

/** Direction of a text, determined by its first strong letter; text of only numbers and punctuation follows the page. */
export function directionOf(text: string, page: TextDirection): TextDirection {
  for (const character of text) {
    const type = bidi.getBidiCharTypeName(character);
    if (type === "L") return "ltr";
    if (type === "R" || type === "AL") return "rtl";
  }
  return page;
}

/**
 * Breaks text into lines of this width, between words; a word wider than a line is broken anywhere. Measuring requires shaping, so break
 * positions are found by bisection: measuring letter by letter would shape each letter as often as the line has letters.
 */
export function wrapTextLines(text: string, width: number, widthOf: (text: string) => number): string[] {
  const fits = (line: string) => widthOf(line) <= width;
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    const words = paragraph.split(/(?<=\s)/);
    let line = "";
    for (let at = 0; at < words.length; ) {
      const upTo = (count: number) => line + words.slice(at, at + count).join("");
      const count = maxFitting(words.length - at, (some) => fits(upTo(some).trimEnd()));
      if (count > 0) {
        line = upTo(count);
        at += count;
        continue;
      }
      if (line) lines.push(line.trimEnd());
      const broken = brokenWord(words[at++] as string, fits);
      line = broken.pop() ?? "";
      lines.push(...broken);
    }
    lines.push(line.trimEnd());
  }
  return lines;
}

/** Puts at least one cluster into each part, so that marks stay with their letter. */
function brokenWord(word: string, fits: (part: string) => boolean): string[] {
  const letters = graphemeClusters(word);
  const parts: string[] = [];
  for (let at = 0; at < letters.length; ) {
    const upTo = (count: number) => letters.slice(at, at + count).join("");
    const count = Math.max(
      1,
      maxFitting(letters.length - at, (some) => fits(upTo(some))),
    );
    parts.push(upTo(count));
    at += count;
  }
  return parts;
}

/** The greatest number up to `all` that fits, by exponential search and bisection; assumes that `fits` is monotonic. */
function maxFitting(all: number, fits: (count: number) => boolean): number {
  let fitting = 0;
  let not = all + 1;
  for (let tried = 1; not - fitting > 1; ) {
    if (fits(tried)) fitting = tried;
    else not = tried;
    tried = not > all ? Math.min(fitting * 2, all) : Math.floor((fitting + not) / 2);
  }
  return fitting;
}
