/** @jest-environment jsdom */
import { buildForest } from "../../../shared/people/org-chart/org-chart.rules";
import { renderChartFile, buildPdf, renderSvg } from "./chart-export";
import { boxWidth, layoutChart } from "./chart-layout";
import type { ChartItem } from "./chart-tree";

const item = (id: number, parent_id: number | null, overrides: Partial<ChartItem> = {}): ChartItem => ({
  id,
  parent_id,
  name: `Person ${id}`,
  sub: "Engineer",
  face: null,
  away: false,
  vacant: false,
  dimmed: false,
  dotted: [],
  ...overrides,
});
const colours = {
  canvas: "#1",
  surface: "#2",
  line: "#3",
  strong: "#4",
  dotted: "#8",
  text: "#5",
  quiet: "#6",
  fill: "#7",
};
const drawing = layoutChart(
  buildForest([
    item(1, null, { name: 'Ada <b> & "Co"', sub: "" }),
    item(2, 1, {
      dotted: [{ id: 3, name: "Exactly twenty signs" }],
      name: "A name that is far too long to stand here",
      vacant: true,
    }),
    item(3, 1, { name: "Exactly twenty signs", sub: "" }),
  ]),
  new Set([1]),
);
const drawn = (rtl: boolean) =>
  new DOMParser().parseFromString(renderSvg(drawing, { colours, rtl, title: "A & B" }), "image/svg+xml")
    .documentElement;
const texts = (svg: Element) => [...svg.querySelectorAll("text")].map((each) => each.textContent);

test("the SVG shows names and positions, escaped and shortened", () => {
  const svg = drawn(false);
  expect(svg.querySelector("title")?.textContent).toBe("A & B");
  // A manager without a position shows the number of people below.
  expect(texts(svg).join("|")).toBe('A"|Ada <b> & "Co"|2|AH|A name that is far…|Engineer|ES|Exactly twenty signs|');
  expect([...svg.querySelectorAll("rect[stroke-dasharray]")]).toHaveLength(1);
  const paths = (stroke: string) => svg.querySelectorAll(`g[stroke="${stroke}"] path`).length;
  expect([paths(colours.strong), paths(colours.dotted)]).toEqual([drawing.lines.length, 1]);
});

test("the SVG fits the drawing with a margin and contains every box", () => {
  for (const rtl of [false, true]) {
    const svg = drawn(rtl);
    const [left, top, width, height] = (svg.getAttribute("viewBox") ?? "").split(" ").map(Number) as number[];
    expect([svg.getAttribute("width"), svg.getAttribute("height")]).toEqual([String(width), String(height)]);
    expect([left, top]).toEqual([drawing.left - 24, -24]);
    expect([width, height]).toEqual([drawing.right - drawing.left + 48, drawing.bottom + 48]);
    expect(svg.getAttribute("direction")).toBe(rtl ? "rtl" : "ltr");
    const flips = [...svg.querySelectorAll("g")].map((each) => each.getAttribute("transform"));
    expect(flips).toEqual(Array(2).fill(rtl ? "scale(-1 1)" : null));
    const circles = [...svg.querySelectorAll("circle")].map((each) => Number(each.getAttribute("cx")));
    expect(circles).toEqual(drawing.boxes.map(({ x }) => (rtl ? x + boxWidth - 24 : x + 24)));
    const starts = [...svg.querySelectorAll('text[text-anchor="start"]')].map((each) => Number(each.getAttribute("x")));
    expect(starts).toEqual(drawing.boxes.flatMap(({ x }) => Array(2).fill(rtl ? x + boxWidth - 46 : x + 46)));
  }
});

/** Fakes an image of the given size and a canvas that records its calls, because jsdom can't draw. */
function withCanvas({
  width,
  height,
  fails = false,
  empty = false,
}: {
  width: number;
  height: number;
  fails?: boolean;
  empty?: boolean;
}) {
  const calls: unknown[][] = [];
  class FakeImage {
    width = width;
    height = height;
    onload = () => {};
    onerror = (_: unknown) => {};
    set src(url: string) {
      calls.push(["load", url]);
      queueMicrotask(() => (fails ? this.onerror(new Error("no picture")) : this.onload()));
    }
  }
  Object.assign(globalThis, { Image: FakeImage });
  Object.assign(URL, {
    createObjectURL: () => "blob:1",
    revokeObjectURL: (url: string) => calls.push(["revoke", url]),
  });
  const draw = (...args: unknown[]) => calls.push(["draw", ...args.slice(1)]);
  jest.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue({ drawImage: draw } as never);
  jest.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((done, type, quality) => {
    calls.push([type, quality]);
    const blob = { type, arrayBuffer: () => Promise.resolve(new Uint8Array([1, 2, 3]).buffer) };
    done(empty ? null : (blob as unknown as Blob));
  });
  return calls;
}
afterEach(() => jest.restoreAllMocks());

test.each([
  [{ width: 1_000, height: 500 }, [2_000, 1_000]],
  [{ width: 4_000, height: 4_000 }, [4_000, 4_000]],
  [{ width: 32_000, height: 100 }, [16_000, 50]],
])("an image of %j is drawn at double size, up to the browser limit", async (size, drawnAt) => {
  const calls = withCanvas(size);
  expect((await renderChartFile("<svg/>", "png")).type).toBe("image/png");
  expect(calls).toEqual([
    ["load", "blob:1"],
    ["draw", 0, 0, ...drawnAt],
    ["revoke", "blob:1"],
    ["image/png", 0.92],
  ]);
});

test("rendering a broken image throws and revokes its object URL", async () => {
  const calls = withCanvas({ width: 10, height: 10, fails: true });
  await expect(renderChartFile("<svg/>", "png")).rejects.toThrow("no picture");
  expect(calls.at(-1)).toEqual(["revoke", "blob:1"]);
  jest.restoreAllMocks();
  withCanvas({ width: 10, height: 10, empty: true });
  await expect(renderChartFile("<svg/>", "pdf")).rejects.toThrow("No image/jpeg");
});

const read = (blob: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsBinaryString(blob);
  });

test("an SVG export is unchanged; a PDF export has one page of the image's size", async () => {
  expect(await read(await renderChartFile("<svg/>", "svg"))).toBe("<svg/>");
  withCanvas({ width: 100, height: 50 });
  expect((await renderChartFile("<svg/>", "pdf")).type).toBe("application/pdf");
  const pdf = await read(buildPdf(new Uint8Array([255, 216, 7]), 200, 100));
  expect(pdf).toContain("/MediaBox [0 0 200 100]");
  expect(pdf).toContain(
    "/Width 200 /Height 100 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length 3 >>",
  );
  const content = /\/Length (\d+) >>\nstream\n(q .*)\nendstream/.exec(pdf);
  expect([content?.[1], content?.[2]]).toEqual([String(content?.[2]?.length), "q 200 0 0 100 0 0 cm /Chart Do Q"]);
  const table = Number(/startxref\n(\d+)\n%%EOF/.exec(pdf)?.[1]);
  expect(pdf.slice(table, table + 9)).toBe("xref\n0 6\n");
  expect(pdf).toContain("trailer\n<< /Size 6 /Root 1 0 R >>");
  const starts = [...pdf.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map((each) => Number(each[1]));
  expect(starts.map((start) => pdf.slice(start, start + 7))).toEqual([1, 2, 3, 4, 5].map((id) => `${id} 0 obj`));
});
