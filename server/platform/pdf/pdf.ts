import PDFDocument from "pdfkit";
import { type Language, languages } from "../../../shared/kernel/languages";
import { type PdfFont, type Weight } from "./pdf-fonts";
import { type Direction, linesOf, piecesOf } from "./pdf-text";

export interface TextStyle {
  size?: number;
  weight?: Weight;
  color?: string;
  align?: "start" | "end" | "center";
}

const margin = 48;
/**
 * In letters. A document that has drawn as many says only how each further text begins: a letter takes up to a tenth of a millisecond of
 * a process that everybody shares, and two hundred items of one request may have a hundred thousand.
 */
const mostInFull = 15_000;
/** Longer than any amount, number or day, which nobody may read without their ends. */
const beginning = 60;
const ink = "#162024";
const quiet = "#5b686d";
const hairline = "#dce1e2";
export const pdfColors = { ink, quiet, bar: "#006d85" } as const;

/**
 * A document on A4 in one language, filled from top to bottom; sides are start and end. It knows nothing of what it
 * is about. Everything stays in memory: documents are a few pages, and the longest are cut.
 */
export class PdfDocument {
  readonly direction: Direction;
  readonly width: number;
  y = margin;
  private readonly document: PDFKit.PDFDocument;
  private readonly known = new Set<string>();
  private drawn = 0;
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

  /** Starts a new page where this much doesn't fit any more. @returns whether it did */
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

  /** A PNG or JPEG at the start side of a part of the width, in a line of its own. */
  picture(bytes: Uint8Array, height: number, [from, to]: readonly [from: number, to: number] = [0, 0.5]): void {
    const fit: [number, number] = [(to - from) * this.width, height];
    const rtl = this.direction === "rtl";
    const left = margin + (rtl ? 1 - to : from) * this.width;
    this.document.image(Buffer.from(bytes), left, this.y, { fit, align: rtl ? "right" : undefined });
    this.y += height + 6;
  }

  /** Text over the whole width, or a part of it, below what stands there. */
  paragraph(text: string, style: TextStyle = {}, part: readonly [from: number, to: number] = [0, 1]): void {
    const lines = this.linesIn(text, part, style);
    for (const line of lines) {
      this.room(heightOf(style));
      this.line(line, part, style);
      this.y += heightOf(style);
    }
  }

  /** Cells of one row beside each other: parts of the width from 0 to 1, from the start side. */
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

  /** A bar of so much of a part of the width, from its start side, below what stands there. */
  bar(share: number, [from, to]: readonly [number, number]): void {
    const wide = Math.max(0, Math.min(1, share)) * (to - from) * this.width;
    const left = this.direction === "rtl" ? margin + (1 - from) * this.width - wide : margin + from * this.width;
    this.document.rect(left, this.y + 1, wide, 3).fill(pdfColors.bar);
    this.y += 5;
  }

  /** The finished bytes; `footer` is set at the foot of each page. */
  finish(footer: (page: number, pages: number) => string): Promise<Buffer> {
    const { count } = this.document.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      this.document.switchToPage(page);
      this.document.page.margins.bottom = 0; // else what stands in it would begin another page
      this.y = this.document.page.height - margin;
      this.line(footer(page + 1, count), [0, 1], { size: 8, color: quiet });
    }
    this.document.end();
    return this.bytes;
  }

  private linesIn(text: string, [from, to]: readonly [number, number], style: TextStyle = {}): string[] {
    const shown = this.shortened(text);
    this.drawn += shown.length;
    return linesOf(shown, (to - from) * this.width - 8, (part) => this.measure(part, style));
  }

  private shortened(text: string): string {
    if (this.drawn + text.length <= mostInFull || text.length <= beginning) return text;
    return `${text
      .slice(0, beginning)
      .replace(/[\uD800-\uDBFF]$/, "")
      .trimEnd()}…`; // no half of a letter
  }

  private measure(text: string, { size = 10, weight = 400 }: TextStyle): number {
    return piecesOf(text, this.direction, weight).reduce(
      (sum, piece) => sum + this.widthOf(piece.text, piece.font, size),
      0,
    );
  }

  private widthOf(text: string, font: PdfFont, size: number): number {
    this.use(font, size);
    return this.document.widthOfString(text, { features: featuresFor(text) });
  }

  /** One line in a part of the width, piece by piece. */
  private line(text: string, [from, to]: readonly [number, number], style: TextStyle = {}): void {
    const { size = 10, weight = 400, color = ink, align = "start" } = style;
    const pieces = piecesOf(text, this.direction, weight).map((piece) => ({
      ...piece,
      width: this.widthOf(piece.text, piece.font, size),
    }));
    const wide = pieces.reduce((sum, { width }) => sum + width, 0);
    const rtl = this.direction === "rtl";
    const left = margin + (rtl ? 1 - to : from) * this.width;
    const free = (to - from) * this.width - wide;
    const atRight = (align === "end") !== rtl && align !== "center";
    let x = left + (align === "center" ? free / 2 : atRight ? free : 0);
    for (const piece of pieces) {
      this.use(piece.font, size);
      const features = featuresFor(piece.text);
      this.document.fillColor(color).text(piece.text, x, this.y, { lineBreak: false, features, baseline: "top" });
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

const heightOf = ({ size = 10 }: TextStyle = {}) => size * 1.5;

/** One word of a few letters: hardly two Korean ones beside each other are in one file of the family. */
const shortWord = /^[^ \t]{1,4}[ \t]?$/;

/**
 * Features, even none, make the whole piece be shaped at once; word by word Arabic would stand turned around. Without any, words are
 * remembered when they have been shaped once: short ones, which come again and again.
 */
const featuresFor = (text: string) => (shortWord.test(text) ? undefined : []);
