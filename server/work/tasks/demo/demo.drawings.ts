/** Images of the demo as SVG without text, so that they look the same whatever fonts are installed. */

const svg = (width: number, height: number, ground: string, ...shapes: string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${ground}"/>${shapes.join("")}</svg>`;
const box = (x: number, y: number, width: number, height: number, fill: string, radius = 0) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`;
const line = (points: string, stroke: string, width = 4, rest = "") =>
  `<polyline points="${points}" fill="none" stroke="${stroke}" stroke-width="${width}" ${rest}/>`;
const circle = (x: number, y: number, radius: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;

const [ink, mist, sand, grey, white] = ["#17505f", "#dcebee", "#ecc266", "#b9c9ce", "#ffffff"];
const lines = (x: number, y: number, widths: readonly number[], fill = grey) =>
  widths.map((width, at) => box(x, y + at * 30, width, 14, fill, 7)).join("");

const firstScreen = svg(
  960,
  400,
  mist,
  box(80, 64, 500, 272, white, 12),
  box(124, 108, 230, 26, ink, 10),
  lines(124, 160, [350, 300]),
  box(124, 244, 140, 44, sand, 10),
  box(656, 116, 216, 210, ink, 18),
  box(688, 150, 150, 18, "#8fc3cf", 9),
  box(688, 188, 100, 18, "#8fc3cf", 9),
);

const phone = svg(
  600,
  900,
  mist,
  box(130, 60, 340, 780, ink, 48),
  box(150, 100, 300, 700, white, 24),
  box(180, 140, 170, 24, ink, 10),
  lines(180, 190, [220, 240, 180]),
  box(180, 300, 120, 44, sand, 10),
  box(180, 390, 240, 180, "#8fc3cf", 16),
  lines(180, 610, [240, 200, 220, 140]),
);

const trace = svg(
  1_000,
  560,
  "#10242b",
  ...[0, 1, 2, 3, 4, 5].map((row) => lines(60, 60 + row * 78, [110 + ((row * 37) % 60)], "#5f7f88")),
  ...[
    [240, 60, 120, "#6fbf8e"],
    [360, 138, 90, "#6fbf8e"],
    [450, 216, 160, "#ecc266"],
    [610, 294, 60, "#e0705f"],
    [670, 372, 60, "#e0705f"],
    [730, 450, 60, "#e0705f"],
  ].map(([x, y, width, fill]) => box(Number(x), Number(y), Number(width), 18, String(fill), 4)),
  line("690,480 690,520 300,520 300,90", "#e0705f", 3, 'stroke-dasharray="8 8"'),
);

const freight = svg(
  900,
  600,
  white,
  ...[0, 1, 2, 3, 4, 5].map((n) => {
    const [x, y] = [60 + (n % 3) * 280, 50 + Math.floor(n / 3) * 270];
    const tone = ["#17505f", "#b3541e", "#7a55a8", "#2f7d4f", "#b03a5b", "#8a6a00"][n] as string;
    return (
      box(x, y, 220, 220, mist, 32) +
      (n % 2 === 0 ? box(x + 55, y + 70, 110, 90, tone, 10) : circle(x + 110, y + 112, 54, tone)) +
      line(`${x + 60},${y + 178} ${x + 160},${y + 178}`, tone, 8)
    );
  }),
);

const floor = svg(
  960,
  400,
  "#eef2f1",
  box(40, 40, 880, 320, white),
  line("40,40 920,40 920,360 40,360 40,40", ink, 8),
  ...Array.from({ length: 12 }, (_, dock) => box(70 + dock * 70, 336, 46, 34, sand)),
  ...Array.from({ length: 5 }, (_, rack) => box(120 + rack * 110, 80, 60, 150, "#8fc3cf", 4)),
  box(720, 80, 160, 150, mist, 4),
  line("60,270 900,270", "#2f7d4f", 12, 'stroke-dasharray="36 20"'),
  line("690,60 690,300", "#b03a5b", 6),
);

export const demoDrawings = {
  "first-screen-draft-2.png": firstScreen,
  "first-screen-phone.png": phone,
  "redirect-trace.png": trace,
  "freight-classes.png": freight,
  "floor-plan.png": floor,
} as const;

export const demoDocuments = {
  "words-to-choose-from.pdf": [
    "First screen: words to choose from",
    "",
    "1  Your freight, from door to door.",
    "2  Book in three steps. Follow every one.",
    "3  We carry what you can't.",
    "",
    "Grace prefers the second, service the first.",
  ],
  "colours-of-lanes.pdf": [
    "Colours of lanes and bays",
    "",
    "Green   people on foot",
    "Yellow  docks, fork-lifts wait here",
    "Red     keep free: fire doors and hydrants",
    "",
    "Paint: two layers, eight hours apart.",
  ],
} as const;
