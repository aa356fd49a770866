import PDFDocument from "pdfkit";
import { type Language, languages } from "../../../shared/kernel/languages";
import { truncateText } from "../../../shared/kernel/text/truncate";
import { type PdfFont, type FontWeight } from "./pdf-fonts";
import { directionOf, type TextDirection, wrapTextLines, textRunsOf, replaceMissingGlyphs } from "./pdf-text";

export interface TextStyle {
  size?: number;
  weight?: FontWeight;
  color?: string;
  align?: "start" | "end" | "center";
  /** For texts by users: each paragraph has the word order and start side of its own first letter instead of the document's. */
  ownDirection?: boolean;
}

interface Line {
  text: string;
  direction: TextDirection;
}

const margin = 48;
/**
 * Number of characters after which further texts are truncated. A character takes up to 0.1 ms of CPU shared with other requests, and two
 * hundred items of one request may have a hundred thousand characters.
 */
const maxEmbeddedInFull = 15_000;
/** Length of truncated texts. Longer than any amount, number or date, because those must never be truncated. */
const beginning = 60;
const ink = "#162024";
const quiet = "#5b686d";
const hairline = "#dce1e2";
export const pdfColors = { ink, quiet, bar: "#006d85" } as const;

export const missingGlyphs = "MissingGlyphs";

/**
 * An A4 document in one language, filled from top to bottom; horizontal sides are called start and end. The document is held in memory:
 * most have a few pages, and the longest are truncated.
 */
export class PdfDocument {
  readonly direction: TextDirection;
  readonly width: number;
  y = margin;
  private readonly document: PDFKit.PDFDocument;
  private readonly known = new Set<string>();
  private drawn = 0;
  private readonly missing = new Set<number>();
  private readonly bytes: Promise<Buffer>;

  constructor(language: Language, title: string) {
    this.direction = languages[language].direction;
    this.document = new PDFDocument({
      size: "A4",
      margin,
      bufferPages: true,
      lang: language,
      displayTitle: true,
      info: { Title: title },
    });
    this.width = this.document.page.width - 2 * margin;
    const chunks: Buffer[] = [];
    this.bytes = new Promise((resolve, reject) => {
      this.document.on("data", (chunk: Buffer) => chunks.push(chunk));
      this.document.on("end", () => resolve(Buffer.concat(chunks)));
      this.document.on("error", reject);
    });
  }

  /**
   * Starts a new page if this height doesn't fit.
   * @returns whether a page was started.
   */
  room(height: number): boolean {
    if (this.y + height <= this.document.page.height - margin - 24) return false;
    this.document.addPage();
    this.y = margin;
    return true;
  }

  space(height: number): void {
    this.y += height;
  }

  rule(): void {
    const { document, width, y } = this;
    document
      .lineWidth(0.6)
      .strokeColor(hairline)
      .moveTo(margin, y)
      .lineTo(margin + width, y)
      .stroke();
  }

  picture(bytes: Uint8Array, height: number, [from, to]: readonly [from: number, to: number] = [0, 0.5]): void {
    const fit: [number, number] = [(to - from) * this.width, height];
    const rtl = this.direction === "rtl";
    const left = margin + (rtl ? 1 - to : from) * this.width;
    this.document.image(Buffer.from(bytes), left, this.y, { fit, align: rtl ? "right" : undefined });
    this.y += height + 6;
  }

  paragraph(text: string, style: TextStyle = {}, part: readonly [from: number, to: number] = [0, 1]): void {
    const lines = this.linesIn(text, part, style);
    for (const line of lines) {
      this.room(heightOf(style));
      this.line(line, part, style);
      this.y += heightOf(style);
    }
  }

  /** Draws the cells of one row. `part` is a cell's range of the width, from 0 to 1, measured from the start side. */
  row(cells: readonly { text: string; part: readonly [from: number, to: number]; style?: TextStyle }[]): void {
    const lined = cells.map((cell) => ({ ...cell, lines: this.linesIn(cell.text, cell.part, cell.style) }));
    const height = Math.max(...lined.map(({ lines, style }) => lines.length * heightOf(style)));
    this.room(height);
    const top = this.y;
    for (const { lines, part, style } of lined) {
      this.y = top;
      for (const line of lines) {
        this.line(line, part, style);
        this.y += heightOf(style);
      }
    }
    this.y = top + height;
  }

  /** Draws a bar below the previous content. It fills `share` of a range of the width, beginning at the range's start side. */
  bar(share: number, [from, to]: readonly [number, number]): void {
    const wide = Math.max(0, Math.min(1, share)) * (to - from) * this.width;
    const left = this.direction === "rtl" ? margin + (1 - from) * this.width - wide : margin + from * this.width;
    this.document.rect(left, this.y + 1, wide, 3).fill(pdfColors.bar);
    this.y += 5;
  }

  /** Returns the finished document; `footer` is drawn at the bottom of each page. */
  finish(footer: (page: number, pages: number) => string): Promise<Buffer> {
    const { count } = this.document.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      this.document.switchToPage(page);
      this.document.page.margins.bottom = 0; // otherwise the footer would start another page
      this.y = this.document.page.height - margin;
      const text = this.printable(footer(page + 1, count));
      this.line({ text, direction: this.direction }, [0, 1], { size: 8, color: quiet });
    }
    this.warnOfMissing();
    this.document.end();
    return this.bytes;
  }

  private linesIn(text: string, [from, to]: readonly [number, number], style: TextStyle = {}): Line[] {
    const printableText = this.printable(this.shortened(text));
    this.drawn += printableText.length;
    return printableText.split("\n").flatMap((paragraph) => {
      const direction = style.ownDirection ? directionOf(paragraph, this.direction) : this.direction;
      const measure = (part: string) => this.measure(part, direction, style);
      return wrapTextLines(paragraph, (to - from) * this.width - 8, measure).map((line) => ({ text: line, direction }));
    });
  }

  private printable(text: string): string {
    return replaceMissingGlyphs(text, (codePoint) => this.missing.add(codePoint));
  }

  /** Warns of missing glyphs. The warning contains their code points, never the text. */
  private warnOfMissing(): void {
    if (this.missing.size === 0) return;
    const codes = [...this.missing].slice(0, 20).map((code) => `U+${code.toString(16).toUpperCase().padStart(4, "0")}`);
    process.emitWarning(`a PDF was made without glyphs for ${codes.join(", ")}`, missingGlyphs);
  }

  private shortened(text: string): string {
    if (this.drawn + text.length <= maxEmbeddedInFull || text.length <= beginning) return text;
    return truncateText(text, beginning + 1);
  }

  private measure(text: string, direction: TextDirection, { size = 10, weight = 400 }: TextStyle): number {
    return textRunsOf(text, direction, weight).reduce(
      (sum, piece) => sum + this.widthOf(piece.text, piece.font, size),
      0,
    );
  }

  private widthOf(text: string, font: PdfFont, size: number): number {
    this.use(font, size);
    return this.document.widthOfString(text, { features: featuresFor(text, font) });
  }

  private line({ text, direction }: Line, [from, to]: readonly [number, number], style: TextStyle = {}): void {
    const { size = 10, weight = 400, color = ink, align = "start" } = style;
    const pieces = textRunsOf(text, direction, weight).map((piece) => ({
      ...piece,
      width: this.widthOf(piece.text, piece.font, size),
    }));
    const wide = pieces.reduce((sum, { width }) => sum + width, 0);
    const left = margin + (this.direction === "rtl" ? 1 - to : from) * this.width;
    const free = (to - from) * this.width - wide;
    const atRight = (align === "end") !== (direction === "rtl") && align !== "center";
    let x = left + (align === "center" ? free / 2 : atRight ? free : 0);
    for (const piece of pieces) {
      this.use(piece.font, size);
      const features = featuresFor(piece.text, piece.font);
      const baseline = this.y + ascent * size;
      this.document
        .fillColor(color)
        .text(piece.text, x, baseline, { lineBreak: false, features, baseline: "alphabetic" });
      x += piece.width;
    }
  }

  private use(font: PdfFont, size: number): void {
    if (!this.known.has(font.name)) {
      this.document.registerFont(font.name, font.bytes());
      this.known.add(font.name);
    }
    this.document.font(font.name).fontSize(size);
  }
}

/** Ascent of IBM Plex; all fonts are aligned to its baseline. */
const ascent = 1.085;

const heightOf = ({ size = 10 }: TextStyle = {}) => size * 1.5;

/** Matches one word of up to four letters. Longer words are excluded, because adjacent Korean letters are rarely in the same font file. */
const shortWord = /^[^ \t]{1,4}[ \t]?$/;

/**
 * Passing features, even an empty list, makes pdfkit shape the whole run; shaped word by word, Arabic would be in reverse order. Without
 * the option pdfkit caches shaped words, which pays off for short, frequent words.
 */
const featuresFor = (text: string, font: PdfFont): never[] | undefined =>
  // pdfkit passes its features to the shaper, but its types lack features that are turned off.
  (font.featuresFor(text) as never[] | null) ?? (shortWord.test(text) ? undefined : []);
