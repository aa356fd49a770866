import koreanRanges from "@fontsource/ibm-plex-sans-kr/unicode.json";
import arabicRanges from "@fontsource/ibm-plex-sans-arabic/unicode.json";

/** A file of the family, and which characters it has. One family by one hand, as on the screens. */
export interface PdfFont {
  /** Names the font within a document. */
  name: string;
  file(): string;
  has(codePoint: number): boolean;
}

export type Weight = 400 | 600;

type Range = readonly [from: number, to: number];

function rangesOf(text: string): Range[] {
  return text.split(",").map((part) => {
    const [from = "", to] = part.replace("U+", "").split("-");
    return [Number.parseInt(from, 16), Number.parseInt(to ?? from, 16)];
  });
}

function fontOf(family: string, subset: string, ranges: string, weight: Weight): PdfFont {
  const parsed = rangesOf(ranges);
  return {
    name: `${family} ${subset} ${weight}`,
    file: () => require.resolve(`@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`),
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
