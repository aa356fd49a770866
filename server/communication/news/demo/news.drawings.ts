/** Images of the demo's articles as SVG without text. */

const scene = (ground: string, ...shapes: string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="560" viewBox="0 0 960 420" preserveAspectRatio="xMidYMid slice"><rect width="960" height="420" fill="${ground}"/>${shapes.join("")}</svg>`;
const shape = (d: string, fill: string, opacity = 1) => `<path d="${d}" fill="${fill}" opacity="${opacity}"/>`;
const box = (x: number, y: number, width: number, height: number, fill: string, radius = 4) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`;
const disc = (x: number, y: number, r: number, fill: string, opacity = 1) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" opacity="${opacity}"/>`;

const hills = [
  shape("M0 262L150 176L272 236L420 132L590 244L716 190L960 268V420H0Z", "#7f8fc0", 0.5),
  shape("M0 300L210 236L390 290L610 226L820 292L960 258V420H0Z", "#007387", 0.42),
];
const ground = box(0, 344, 960, 76, "#18272e", 0);
const truck = [
  box(676, 268, 150, 84, "#f4f7f8"),
  shape("M826 296h44l26 32v24h-70Z", "#007387"),
  box(676, 318, 150, 8, "#007387", 0),
  disc(716, 354, 17, "#0e1416"),
  disc(858, 354, 17, "#0e1416"),
];

export const newsDrawings = {
  "news-dock.png": scene(
    "#c5e5ee",
    disc(752, 128, 62, "#bf9349"),
    ...hills,
    ground,
    shape("M180 344V214L404 170L628 214V344Z", "#22343c"),
    box(218, 254, 108, 90, "#18272e"),
    box(350, 254, 108, 90, "#18272e"),
    box(482, 254, 108, 90, "#c1842c"),
    ...truck,
  ),
  "news-figures.png": scene(
    "#f8ecd9",
    ...[150, 210, 260, 320].map((height, at) => box(180 + at * 160, 400 - height, 110, height, "#c1842c", 10)),
  ),
  "news-lock.png": scene(
    "#eee9fd",
    disc(480, 210, 180, "#8760b8", 0.18),
    disc(480, 210, 120, "#8760b8", 0.28),
    box(410, 200, 140, 110, "#8760b8", 16),
    `<path d="M436 204v-34a44 44 0 0 1 88 0v34" fill="none" stroke="#8760b8" stroke-width="20"/>`,
    disc(480, 250, 14, "#eee9fd"),
  ),
  "news-rings.png": scene(
    "#e2f2e3",
    ...[320, 250, 180, 110].map((r, at) => disc(480, 430, r, "#2f8a57", 0.18 + at * 0.2)),
  ),
  "news-road.png": scene(
    "#dfeafb",
    ...hills,
    shape("M360 420L470 220h20L600 420Z", "#5a6ea8"),
    disc(760, 110, 46, "#f4f7f8"),
  ),
  "news-table.png": scene(
    "#fde9e4",
    box(150, 250, 660, 22, "#a8503a", 11),
    disc(300, 230, 46, "#e8a08c"),
    disc(480, 222, 58, "#c95f43"),
    disc(660, 230, 46, "#e8a08c"),
    box(230, 272, 18, 130, "#a8503a"),
    box(712, 272, 18, 130, "#a8503a"),
  ),
} as const;
export type NewsDrawing = keyof typeof newsDrawings;
