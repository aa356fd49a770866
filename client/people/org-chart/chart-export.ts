import { truncateText } from "../../../shared/kernel/text/truncate";
import { initialsOf } from "../../ui/signs/people";
import { boxHeight, boxWidth, type ChartBox, type ChartDrawing } from "./chart-layout";

const padding = 24;

interface Colours {
  canvas: string;
  surface: string;
  line: string;
  strong: string;
  dotted: string;
  text: string;
  quiet: string;
  fill: string;
}

/** Current theme colors, so that an export looks like the screen. */
export function readThemeColours(element: Element): Colours {
  const style = getComputedStyle(element);
  const value = (name: string) => style.getPropertyValue(name).trim();
  return {
    canvas: value("--canvas"),
    surface: value("--surface"),
    line: value("--line"),
    strong: value("--line-strong"),
    dotted: value("--text-3"),
    text: value("--text"),
    quiet: value("--text-3"),
    fill: value("--fill"),
  };
}

const escaped = (text: string) =>
  text.replace(/[<>&"]/g, (sign) => ({ "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;" })[sign] as string);

const pathsOf = (paths: readonly string[]) => paths.map((path) => `<path d="${path}"/>`).join("");

interface Options {
  colours: Colours;
  rtl: boolean;
  title: string;
}

export function renderSvg(drawing: ChartDrawing, { colours, rtl, title }: Options): string {
  const [width, height] = [drawing.right - drawing.left + 2 * padding, drawing.bottom + 2 * padding];
  const flip = rtl ? ' transform="scale(-1 1)"' : "";
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"`,
    ` viewBox="${drawing.left - padding} ${-padding} ${width} ${height}" direction="${rtl ? "rtl" : "ltr"}"`,
    ` font-family="'IBM Plex Sans', 'IBM Plex Sans Arabic', 'IBM Plex Sans KR', system-ui, sans-serif">`,
    `<title>${escaped(title)}</title>`,
    `<rect x="${drawing.left - padding}" y="${-padding}" width="${width}" height="${height}" fill="${colours.canvas}"/>`,
    `<g fill="none" stroke="${colours.strong}" stroke-width="1.5"${flip}>${pathsOf(drawing.lines)}</g>`,
    `<g fill="none" stroke="${colours.dotted}" stroke-width="1.5" stroke-dasharray="5 4"${flip}>${pathsOf(drawing.dotted)}</g>`,
    ...drawing.boxes.map((box) => boxOf(box, colours, rtl)),
    "</svg>",
  ].join("");
}

function boxOf({ node: { item, below }, x, y }: ChartBox, colours: Colours, rtl: boolean): string {
  const face = rtl ? x + boxWidth - 24 : x + 24;
  const start = rtl ? x + boxWidth - 46 : x + 46;
  const text = (content: string, at: number, look: string) =>
    `<text x="${start}" y="${y + at}" text-anchor="start" ${look}>${escaped(truncateText(content, 20))}</text>`;
  return [
    `<rect x="${x}" y="${y}" width="${boxWidth}" height="${boxHeight}" rx="8" fill="${colours.surface}" stroke="${colours.line}"${item.vacant ? ' stroke-dasharray="4 3"' : ""}/>`,
    `<circle cx="${face}" cy="${y + boxHeight / 2}" r="14" fill="${colours.fill}"/>`,
    `<text x="${face}" y="${y + boxHeight / 2 + 4}" text-anchor="middle" font-size="11" font-weight="600" fill="${colours.text}">${escaped(initialsOf(item.name))}</text>`,
    text(item.name, 24, `font-size="13" font-weight="500" fill="${colours.text}"`),
    text(below > 0 && !item.sub ? String(below) : item.sub, 41, `font-size="12" fill="${colours.quiet}"`),
  ].join("");
}

/** Maximum canvas area that browsers support, in pixels. */
const maxPixels = 16_000_000;

async function renderCanvas(svg: string): Promise<HTMLCanvasElement> {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = reject;
      image.src = url;
    });
    const scale = Math.min(2, Math.sqrt(maxPixels / (image.width * image.height)), 16_000 / image.width);
    const canvas = document.createElement("canvas");
    canvas.width = Math.floor(image.width * scale);
    canvas.height = Math.floor(image.height * scale);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  } finally {
    URL.revokeObjectURL(url);
  }
}

const blobOf = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob>((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(`No ${type}`))), type, 0.92),
  );

export function buildPdf(jpeg: Uint8Array, width: number, height: number): Blob {
  const content = `q ${width} 0 0 ${height} 0 0 cm /Chart Do Q`;
  const objects: (string | Uint8Array)[][] = [
    ["<< /Type /Catalog /Pages 2 0 R >>"],
    ["<< /Type /Pages /Kids [3 0 R] /Count 1 >>"],
    [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /XObject << /Chart 5 0 R >> >> >>`,
    ],
    [`<< /Length ${content.length} >>\nstream\n${content}\nendstream`],
    [
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n`,
      jpeg,
      "\nendstream",
    ],
  ];
  const parts: (string | Uint8Array)[] = ["%PDF-1.4\n"];
  const starts: number[] = [];
  const length = () => parts.reduce((sum, part) => sum + part.length, 0);
  for (const [at, object] of objects.entries()) {
    starts.push(length());
    parts.push(`${at + 1} 0 obj\n`, ...object, "\nendobj\n");
  }
  const table = length();
  const rows = starts.map((start) => `${String(start).padStart(10, "0")} 00000 n \n`).join("");
  const count = objects.length + 1;
  parts.push(
    `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`,
  );
  return new Blob(parts as BlobPart[], { type: "application/pdf" });
}

export const chartFormats = ["svg", "png", "pdf"] as const;
export type ChartFormat = (typeof chartFormats)[number];

export async function renderChartFile(svg: string, format: ChartFormat): Promise<Blob> {
  if (format === "svg") return new Blob([svg], { type: "image/svg+xml" });
  const canvas = await renderCanvas(svg);
  if (format === "png") return blobOf(canvas, "image/png");
  const jpeg = new Uint8Array(await (await blobOf(canvas, "image/jpeg")).arrayBuffer());
  return buildPdf(jpeg, canvas.width, canvas.height);
}
