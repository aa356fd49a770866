import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { create as openFont, type Font } from "fontkit";
import { inflateSync } from "node:zlib";

const header = { woff: 44, sfnt: 12 } as const;
const entry = { woff: 20, sfnt: 16 } as const;

/**
 * Unpacks a WOFF 1.0 font (w3.org/TR/WOFF) to identical tables. The header omits the search fields, which programs that read fonts by table
 * don't use.
 */
function unpackedWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(header.sfnt + count * entry.sfnt);
  woff.copy(head, 0, 4, 8); // font type
  head.writeUInt16BE(count, 4);
  const parts: Buffer[] = [head];
  let end = head.length;
  for (let n = 0; n < count; n++) {
    const at = header.woff + n * entry.woff;
    const [offset, packed, length] = [4, 8, 12].map((from) => woff.readUInt32BE(at + from)) as [number, number, number];
    const bytes = woff.subarray(offset, offset + packed);
    const table = packed < length ? inflateSync(bytes) : bytes;
    const to = header.sfnt + n * entry.sfnt;
    woff.copy(head, to, at, at + 4); // table name
    woff.copy(head, to + 4, at + 16, at + 20); // table checksum
    head.writeUInt32BE(end, to + 8);
    head.writeUInt32BE(length, to + 12);
    const padding = Buffer.alloc((4 - (length % 4)) % 4);
    parts.push(table, padding);
    end += length + padding.length;
  }
  return Buffer.concat(parts);
}

export type FontWeight = 400 | 600;

/** A font file that is read when a character first needs it. */
export interface PdfFont {
  readonly name: string;
  readonly file: string;
  /** The bytes of an OpenType file. WOFF is unpacked, because the shaper would otherwise decompress a table for every glyph. */
  bytes(): Buffer;
  has(codePoint: number): boolean;
  /** Features with which the shaper can shape this text; null for the default ones. */
  featuresFor(text: string): Record<string, boolean> | null;
}

/**
 * Font families in order of preference. Each Fontsource package splits a family into files by subset; IBM Plex, the typeface of the
 * screens, comes first.
 */
const families = [
  "ibm-plex-sans-arabic",
  "ibm-plex-sans",
  "noto-sans",
  "noto-sans-hebrew",
  "noto-sans-armenian",
  "noto-sans-georgian",
  "noto-sans-thai",
  "noto-sans-lao",
  "noto-sans-khmer",
  "noto-sans-myanmar",
  "noto-sans-bengali",
  "noto-sans-gujarati",
  "noto-sans-gurmukhi",
  "noto-sans-tamil",
  "noto-sans-telugu",
  "noto-sans-kannada",
  "noto-sans-malayalam",
  "noto-sans-sinhala",
  "noto-sans-ethiopic",
  "ibm-plex-sans-kr",
];

type Range = readonly [from: number, to: number];

/** The shaper throws if a font has no anchor for a mark on a letter. Without these features, marks stay where the font draws them. */
const unplacedMarks = { mark: false, mkmk: false, abvm: false, blwm: false };

class FontFile implements PdfFont {
  private font: Font | undefined;
  private content: Buffer | undefined;

  constructor(
    readonly name: string,
    readonly file: string,
    private readonly ranges?: readonly Range[],
  ) {}

  bytes(): Buffer {
    if (!this.content) {
      const content = readFileSync(this.file);
      this.content = this.file.endsWith(".woff") ? unpackedWoff(content) : content;
    }
    return this.content;
  }

  has(codePoint: number): boolean {
    if (this.ranges && !this.ranges.some(([from, to]) => codePoint >= from && codePoint <= to)) return false;
    return this.opened().hasGlyphForCodePoint(codePoint);
  }

  featuresFor(text: string): Record<string, boolean> | null {
    if (!/\p{M}/u.test(text)) return null;
    try {
      this.opened().layout(text);
      return null;
    } catch {
      return unplacedMarks;
    }
  }

  private opened(): Font {
    return (this.font ??= openFont(this.bytes()) as Font);
  }
}

function fontsourceFiles(family: string, weight: FontWeight): PdfFont[] {
  const folder = path.join(path.dirname(require.resolve(`@fontsource/${family}/400.css`)), "files");
  const names = readdirSync(folder).filter((name) => name.endsWith(`-${weight}-normal.woff`));
  // The Latin file comes first, because many files contain digits and punctuation.
  const latinFirst = (name: string) => (name.includes("-latin-4") || name.includes("-latin-6") ? 0 : 1);
  return names
    .toSorted((one, other) => latinFirst(one) - latinFirst(other) || (one < other ? -1 : 1))
    .map((name) => new FontFile(path.basename(name, ".woff"), path.join(folder, name)));
}

/** Code points of kana, bopomofo and ideographs, with their punctuation. */
const eastAsian: readonly Range[] = [
  [0x2e80, 0x33ff],
  [0x3400, 0x9fff],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe4f],
  [0xff00, 0xffef],
  [0x1b000, 0x1b16f],
  [0x20000, 0x3ffff],
];

/** Complete fonts of several megabytes, opened only for East Asian scripts. The second font has the characters of Japanese names. */
function eastAsianFiles(weight: FontWeight): PdfFont[] {
  const files = { "fonts-sc": "NotoSansHans", "fonts-jp": "NotoSansJP" } as const;
  return Object.entries(files).map(([name, font]) => {
    const folder = path.join(path.dirname(require.resolve(`@embedpdf/${name}`)), "../fonts");
    const file = `${font}-${weight === 600 ? "Medium" : "Regular"}`;
    return new FontFile(file, path.join(folder, `${file}.otf`), eastAsian);
  });
}

function otherFile(weight: FontWeight): PdfFont {
  const name = weight === 600 ? "DejaVuSans-Bold" : "DejaVuSans";
  return new FontFile(name, require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));
}

const listed = new Map<FontWeight, PdfFont[]>();

export function pdfFonts(weight: FontWeight): readonly PdfFont[] {
  let fonts = listed.get(weight);
  if (!fonts) {
    const files = (family: string) => fontsourceFiles(family, weight);
    fonts = [...families.flatMap(files), ...eastAsianFiles(weight), otherFile(weight), ...files("noto-emoji")];
    listed.set(weight, fonts);
  }
  return fonts;
}

const found: Record<FontWeight, Map<number, PdfFont>> = { 400: new Map(), 600: new Map() };

export function pdfFontWith(codePoint: number, weight: FontWeight): PdfFont | undefined {
  const cachedFont = found[weight].get(codePoint);
  if (cachedFont) return cachedFont;
  const font = pdfFonts(weight).find((each) => each.has(codePoint));
  if (font) found[weight].set(codePoint, font);
  return font;
}

export function pdfFontCovering(codePoints: readonly number[], weight: FontWeight): PdfFont | undefined {
  const [first, ...rest] = codePoints;
  if (first === undefined) return undefined;
  const font = pdfFontWith(first, weight);
  if (!font || rest.every((codePoint) => font.has(codePoint))) return font;
  return pdfFonts(weight).find((each) => codePoints.every((codePoint) => each.has(codePoint)));
}
