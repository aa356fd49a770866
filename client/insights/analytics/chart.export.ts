const copiedStyles = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "fill-opacity",
  "stop-color",
  "stop-opacity",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
];
const pixelRatio = 2;

export interface ChartTexts {
  title: string;
  /** The counted quantity and its unit. */
  sub: string;
  legend: readonly { label: string; color: string }[];
}

const edge = 16;
const lineHeight = 22;
const swatch = 10;
const betweenNames = 18;
const fontSizes = { title: 16, text: 12 } as const;

export interface PositionedText {
  text: string;
  size: keyof typeof fontSizes;
  /** Position in pixels: `x` is the start of the text, `y` its vertical middle. */
  x: number;
  y: number;
  /** Color of the square before the text; set only for legend entries. */
  color?: string;
}

/** Positions the title and unit above the drawing and the legend below it, wrapped to the drawing's width. */
export function layoutChartTexts(
  { title, sub, legend }: ChartTexts,
  drawing: { width: number; height: number },
  widthOf: (text: string) => number,
): { texts: PositionedText[]; top: number; height: number } {
  const texts: PositionedText[] = [
    { text: title, size: "title", x: edge, y: edge + lineHeight / 2 },
    { text: sub, size: "text", x: edge, y: edge + lineHeight * 1.5 },
  ];
  const top = edge + lineHeight * 2 + edge / 2;
  let [x, y] = [edge, top + drawing.height + lineHeight];
  for (const { label, color } of legend) {
    const width = swatch + 6 + widthOf(label);
    if (x > edge && x + width > drawing.width - edge) [x, y] = [edge, y + lineHeight];
    texts.push({ text: label, size: "text", x, y, color });
    x += width + betweenNames;
  }
  const last = legend.length > 0 ? y + lineHeight / 2 : top + drawing.height;
  return { texts, top, height: last + edge };
}

export const readLegend = (panel: ParentNode): ChartTexts["legend"] =>
  [...panel.querySelectorAll<HTMLLIElement>("li:has(> svg > rect)")].map((item) => ({
    label: item.innerText.replaceAll(/\s+/g, " ").trim(),
    color: getComputedStyle(item.querySelector("rect") as SVGRectElement).fill,
  }));

/** Renders a chart with its texts as a PNG at double resolution, on the surface color. */
export async function renderPng(svg: SVGSVGElement, words: ChartTexts): Promise<Blob> {
  const { width, height } = svg.getBoundingClientRect();
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = [svg, ...svg.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((element, at) => {
    const style = getComputedStyle(originals[at] as Element);
    for (const name of copiedStyles) (element as SVGElement).style.setProperty(name, style.getPropertyValue(name));
  });
  // The image is wider than the drawing, so labels that extend beyond the drawing, such as that of the last day, aren't cut off.
  const whole = width + 2 * edge;
  copy.setAttribute("width", String(whole));
  copy.setAttribute("height", String(height));
  copy.setAttribute("viewBox", `${-edge} 0 ${whole} ${height}`);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d") as CanvasRenderingContext2D;
  const { fontFamily, direction } = getComputedStyle(document.body);
  const fontOf = (size: keyof typeof fontSizes) => `${size === "title" ? 600 : 400} ${fontSizes[size]}px ${fontFamily}`;
  context.font = fontOf("text");
  const placed = layoutChartTexts(words, { width: whole, height }, (text) => context.measureText(text).width);
  canvas.width = whole * pixelRatio;
  canvas.height = placed.height * pixelRatio;
  context.scale(pixelRatio, pixelRatio);
  const colors = getComputedStyle(document.documentElement);
  context.fillStyle = colors.getPropertyValue("--surface");
  context.fillRect(0, 0, whole, placed.height);
  context.drawImage(image, 0, placed.top, whole, height);
  const rtl = direction === "rtl";
  context.direction = rtl ? "rtl" : "ltr";
  context.textAlign = "start";
  context.textBaseline = "middle";
  for (const { text, size, x, y, color } of placed.texts) {
    const from = (start: number) => (rtl ? whole - start : start);
    if (color) {
      context.fillStyle = color;
      context.fillRect(rtl ? from(x) - swatch : x, y - swatch / 2, swatch, swatch);
    }
    context.font = fontOf(size);
    context.fillStyle = colors.getPropertyValue(size === "title" ? "--text" : "--text-2");
    context.fillText(text, from(color ? x + swatch + 6 : x), y);
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("No picture"))), "image/png"),
  );
}
