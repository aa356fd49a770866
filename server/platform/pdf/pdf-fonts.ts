import { readFileSync } from "node:fs";
import koreanRanges from "@fontsource/ibm-plex-sans-kr/unicode.json";
import arabicRanges from "@fontsource/ibm-plex-sans-arabic/unicode.json";
import { unpackedWoff } from "./woff";

/** A file of the family, and which characters it has. One family by one hand, as on the screens. */
export interface PdfFont {
  /** Names the font within a document. */
  name: string;
  file(): string;
  /** Unpacked: of a packed file the shaper unpacks a whole table for every glyph it looks at. */
  bytes(): Buffer;
  has(codePoint: number): boolean;
  /** Of code points, both ends with it. */
  ranges: readonly Range[];
}

export type Weight = 400 | 600;

/** By file: each is unpacked once, however many documents are made. */
const unpacked = new Map<string, Buffer>();

function bytesOf(file: string): Buffer {
  const bytes = unpacked.get(file) ?? unpackedWoff(readFileSync(file));
  unpacked.set(file, bytes);
  return bytes;
}

type Range = readonly [from: number, to: number];

function rangesOf(text: string): Range[] {
  return text.split(",").map((part) => {
    const [from = "", to] = part.replace("U+", "").split("-");
    return [Number.parseInt(from, 16), Number.parseInt(to ?? from, 16)];
  });
}

function fontOf(family: string, subset: string, ranges: string, weight: Weight): PdfFont {
  const parsed = rangesOf(ranges);
  const file = () => require.resolve(`@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`);
  return {
    name: `${family} ${subset} ${weight}`,
    file,
    bytes: () => bytesOf(file()),
    ranges: parsed,
    has: (codePoint) => parsed.some(([from, to]) => codePoint >= from && codePoint <= to),
  };
}

const made = new Map<Weight, PdfFont[]>();

/** In the order in which they are asked; Latin first. */
export function pdfFonts(weight: Weight): readonly PdfFont[] {
  let fonts = made.get(weight);
  if (!fonts) {
    const { latin, "latin-ext": latinExt, arabic } = arabicRanges;
    fonts = [
      fontOf("ibm-plex-sans-arabic", "latin", latin, weight),
      fontOf("ibm-plex-sans-arabic", "arabic", arabic, weight),
      fontOf("ibm-plex-sans-arabic", "latin-ext", latinExt, weight),
      ...Object.entries(koreanRanges).map(([subset, ranges]) =>
        fontOf("ibm-plex-sans-kr", subset.replace(/[[\]]/g, ""), ranges, weight),
      ),
    ];
    made.set(weight, fonts);
  }
  return fonts;
}

const byCodePoint = new Map<Weight, Map<number, PdfFont>>();

/** The first font that has a character. The more than a hundred of them are asked once, not for every letter. */
export function pdfFontWith(codePoint: number, weight: Weight): PdfFont | undefined {
  let known = byCodePoint.get(weight);
  if (!known) {
    known = new Map();
    for (const font of pdfFonts(weight)) {
      for (const [from, to] of font.ranges) {
        for (let at = from; at <= to; at++) if (!known.has(at)) known.set(at, font);
      }
    }
    byCodePoint.set(weight, known);
  }
  return known.get(codePoint);
}
