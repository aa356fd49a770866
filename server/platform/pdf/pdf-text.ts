import bidiFactory from "bidi-js";
import { type PdfFont, pdfFonts, pdfFontWith, type Weight } from "./pdf-fonts";

const bidi = bidiFactory();

export type Direction = "ltr" | "rtl";

/** A piece of a line in one font and one direction; pieces stand from left to right. */
export interface Piece {
  text: string;
  font: PdfFont;
  rtl: boolean;
}

/**
 * What makes the shaper turn a piece around: characters that Unicode gives to the Arabic script. Digits and their signs are
 * among them, though they are read from left to right; commas, question marks and vowel signs aren't.
 */
const turnsAround =
  /[\u0600-\u060b]|[\u060d-\u061a]|[\u061c-\u061e]|[\u0620-\u063f]|[\u0641-\u064a]|[\u0656-\u066f]|[\u0671-\u06dc]|[\u06de-\u08ff]|[\ufb50-\ufd3d]|[\ufd40-\ufdff]|[\ufe70-\ufefc]/;
const marks = /[\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The font of a character; what no font has is drawn by the font before it, or the first. */
function fontFor(character: string, weight: Weight, before: PdfFont | undefined): PdfFont {
  const codePoint = character.codePointAt(0) ?? 0;
  const sticks = before && (/\s/.test(character) || before.has(codePoint));
  return sticks ? before : (pdfFontWith(codePoint, weight) ?? before ?? (pdfFonts(weight)[0] as PdfFont));
}

/**
 * One line of text as it stands on paper: pieces from left to right, each to be shaped by itself, by the bidirectional
 * algorithm of Unicode. A shaper joins Arabic letters and turns them around; what it wouldn't turn (brackets), or
 * would turn though it is read from left to right (numbers), is turned here.
 */
export function piecesOf(line: string, direction: Direction, weight: Weight): Piece[] {
  const embedding = bidi.getEmbeddingLevels(line, direction);
  const { levels } = embedding;
  const order = bidi.getReorderedIndices(line, embedding);
  const pieces: { from: number; to: number; level: number; font: PdfFont }[] = [];
  const fonts = fontsOf(line, weight);
  for (const at of order) {
    const level = levels[at] ?? 0;
    const font = fonts[at] as PdfFont;
    const last = pieces.at(-1);
    const joins = last && last.level === level && last.font === font;
    if (joins && level % 2 === 0 && at === last.to + 1) last.to = at;
    else if (joins && level % 2 === 1 && at === last.from - 1) last.from = at;
    else pieces.push({ from: at, to: at, level, font });
  }
  return pieces
    .map(({ from, to, level, font }) => pieceOf(line.slice(from, to + 1), level % 2 === 1, font))
    .filter(({ text }) => text !== "");
}

/** By index into the text; both halves of a pair have the same. */
function fontsOf(line: string, weight: Weight): PdfFont[] {
  const fonts: PdfFont[] = [];
  let before: PdfFont | undefined;
  for (const character of line) {
    before = fontFor(character, weight, before);
    for (let unit = 0; unit < character.length; unit++) fonts.push(before);
  }
  return fonts;
}

function pieceOf(logical: string, rtl: boolean, font: PdfFont): Piece {
  const text = logical.replace(marks, "");
  const characters = rtl ? [...text].map((character) => bidi.getMirroredCharacter(character) ?? character) : [...text];
  // The shaper goes by the letters it sees, not by where they stand: what it would turn wrongly is turned before.
  if (turnsAround.test(text) !== rtl) characters.reverse();
  return { text: characters.join(""), font, rtl };
}

/** The direction of a text by its first strong letter; numbers and signs alone follow the page. */
export function directionOf(text: string, page: Direction): Direction {
  for (const character of text) {
    const type = bidi.getBidiCharTypeName(character);
    if (type === "L") return "ltr";
    if (type === "R" || type === "AL") return "rtl";
  }
  return page;
}

/**
 * Lines no wider than this, broken between words; a word that is wider by itself is broken anywhere. Where a line ends is looked for
 * by halves: measuring is shaping, and letter by letter each would be shaped as often as the line has letters.
 */
export function linesOf(text: string, width: number, widthOf: (text: string) => number): string[] {
  const fits = (line: string) => widthOf(line) <= width;
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    const words = paragraph.split(/(?<=\s)/);
    let line = "";
    for (let at = 0; at < words.length; ) {
      const upTo = (count: number) => line + words.slice(at, at + count).join("");
      const count = mostOf(words.length - at, (some) => fits(upTo(some).trimEnd()));
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

/** At least one letter each. */
function brokenWord(word: string, fits: (part: string) => boolean): string[] {
  const letters = [...word];
  const parts: string[] = [];
  for (let at = 0; at < letters.length; ) {
    const upTo = (count: number) => letters.slice(at, at + count).join("");
    const count = Math.max(
      1,
      mostOf(letters.length - at, (some) => fits(upTo(some))),
    );
    parts.push(upTo(count));
    at += count;
  }
  return parts;
}

/** The greatest number up to `all` that fits, where more never fits better: twice as many until one doesn't, then by halves. */
function mostOf(all: number, fits: (count: number) => boolean): number {
  let fitting = 0;
  let not = all + 1;
  for (let tried = 1; not - fitting > 1; ) {
    if (fits(tried)) fitting = tried;
    else not = tried;
    tried = not > all ? Math.min(fitting * 2, all) : Math.floor((fitting + not) / 2);
  }
  return fitting;
}
