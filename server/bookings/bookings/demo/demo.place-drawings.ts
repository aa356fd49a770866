const [width, height] = [480, 320];
export const rectShape = (x: number, y: number, w: number, h: number, fill: string, radius = 0) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${radius}" fill="${fill}"/>`;
export const pathShape = (d: string, fill: string, rest = "") => `<path d="${d}" fill="${fill}" ${rest}/>`;
export const ellipseShape = (x: number, y: number, rx: number, ry: number, fill: string, rest = "") =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}" ${rest}/>`;
export const gradientFill = (id: string, from: string, to: string, across = false) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="${across ? 1 : 0}" y2="${across ? 0 : 1}"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;
export const svgDocument = (gradients: readonly string[], shapes: readonly string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>${gradients.join("")}</defs>${shapes.join("")}</svg>`;

const tones: Readonly<Record<string, readonly [wall: string, chair: string]>> = {
  teal: ["#d6e6e6", "#1f6f78"],
  blue: ["#d9e3ef", "#2f5f9e"],
  violet: ["#e4dff0", "#6a4fa0"],
  amber: ["#f1e8d3", "#b07a12"],
  green: ["#dde9dc", "#37764a"],
  orange: ["#f2e1d5", "#b85c26"],
  rose: ["#f1dde1", "#a83f5c"],
  grey: ["#e6e8ea", "#5b656d"],
};

interface DrawnRoom {
  id: number;
  color: string | null;
  capacity: number | null;
  tools: readonly string[];
}

export function drawRoom({ id, color, capacity, tools }: DrawnRoom): string {
  const [wall, chair] = tones[color ?? "grey"] ?? (tones.grey as readonly [string, string]);
  const seats = Math.min(5, Math.max(1, Math.round((capacity ?? 6) / 4)));
  const half = 46 + seats * 22;
  const has = (tool: string) => tools.includes(tool);
  const windowLeft = id % 2 === 0;
  const chairsAt = (y: number, size: number, spread: number) =>
    Array.from({ length: seats }, (_, at) => {
      const x = 240 + (at - (seats - 1) / 2) * spread;
      return rectShape(x - size / 2, y - size, size, size, chair, 7) + rectShape(x - 2, y, 4, size / 3, "#59626a");
    }).join("");
  return svgDocument(
    [
      gradientFill("wall", wall, "#ffffff"),
      gradientFill("floor", "#b99873", "#8d6d4c"),
      gradientFill("sky", "#9cc8e8", "#eaf5fb"),
      gradientFill("top", "#e9d6bb", "#c9ab83"),
      gradientFill("screen", "#22343c", "#3f6470"),
      gradientFill("light", "#fff6dc", "#ffffff"),
    ],
    [
      rectShape(0, 0, width, 214, "url(#wall)"),
      pathShape(`M0 214H${width}V${height}H0z`, "url(#floor)"),
      rectShape(0, 208, width, 7, "#f7f5f1"),
      pathShape("M0 0H480L448 18H32z", "#fbfaf8"),
      ...[0, 1].map((pane) => {
        const x = (windowLeft ? 26 : 330) + pane * 64;
        return (
          rectShape(x - 4, 44, 60, 116, "#f9f9f7") +
          rectShape(x, 48, 52, 108, "url(#sky)") +
          pathShape(`M${x} 156q26-44 52 0z`, "#7fa883")
        );
      }),
      rectShape(windowLeft ? 20 : 324, 158, 132, 8, "#efece6"),
      pathShape(windowLeft ? "M60 214H190L300 320H120z" : "M300 214H430L370 320H190z", "#fff2cf", 'opacity=".22"'),
      has("screen") ? rectShape(188, 60, 122, 72, "#1b2529", 5) + rectShape(192, 64, 114, 64, "url(#screen)", 3) : "",
      has("video") ? rectShape(236, 48, 26, 8, "#1b2529", 4) : "",
      has("whiteboard")
        ? rectShape(windowLeft ? 344 : 40, 66, 100, 66, "#c8ced2", 3) +
          rectShape(windowLeft ? 348 : 44, 70, 92, 58, "#ffffff")
        : "",
      has("phone") ? ellipseShape(240, 238, 12, 5, "#2b3338") : "",
      !has("screen") && !has("whiteboard")
        ? rectShape(206, 62, 76, 58, "#ffffff") + ellipseShape(244, 92, 20, 20, chair, 'opacity=".5"')
        : "",
      pathShape(`M${windowLeft ? 436 : 40} 214l6 34h22l6-34z`, "#d8c9b5"),
      ...[-16, 0, 16].map((lean) =>
        ellipseShape(
          (windowLeft ? 453 : 57) + lean,
          190 - Math.abs(lean),
          9,
          30,
          "#4c8a5d",
          `transform="rotate(${lean} ${windowLeft ? 453 : 57} 214)"`,
        ),
      ),
      ...(seats > 2 ? [170, 310] : [240]).map(
        (x) =>
          rectShape(x - 1, 0, 2, 34, "#4a5359") +
          pathShape(`M${x - 20} 46q20-26 40 0z`, chair) +
          ellipseShape(x, 47, 20, 4, "url(#light)"),
      ),
      chairsAt(216, 30, 54),
      ellipseShape(240, 296, half + 40, 16, "#5d452d", 'opacity=".35"'),
      pathShape(`M${240 - half} 226H${240 + half}L${240 + half + 34} 268H${240 - half - 34}z`, "url(#top)"),
      pathShape(`M${240 - half - 34} 268H${240 + half + 34}v9H${240 - half - 34}z`, "#9c7c56"),
      rectShape(240 - half, 277, 9, 30, "#4a5359"),
      rectShape(240 + half - 9, 277, 9, 30, "#4a5359"),
      has("microphone") ? [200, 240, 280].map((x) => rectShape(x, 232, 3, 14, "#2b3338")).join("") : "",
      chairsAt(306, 40, 74),
    ],
  );
}

const paints: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  White: ["#ffffff", "#c9d0d4"],
  Silver: ["#e2e6e8", "#9aa4aa"],
  Blue: ["#4f83c4", "#274f86"],
  Black: ["#4b5257", "#171b1e"],
  Grey: ["#8d979e", "#525b61"],
};

const shapes: Readonly<
  Record<string, { body: string; glass: string; wheels: readonly [number, number]; wheel: number }>
> = {
  sedan: {
    body: "M58 236q-8-34 26-42l62-10q38-42 78-42h54q40 0 72 40l52 12q26 6 24 42z",
    glass: "M166 184q30-30 60-30h14v32zM250 154h26q30 0 54 32h-80z",
    wheels: [132, 344],
    wheel: 30,
  },
  suv: {
    body: "M56 234q-6-50 22-58l58-8 36-44q6-6 16-6h122q12 0 20 8l36 44 40 8q24 6 20 56z",
    glass: "M160 168l28-34h46v36zM248 134h58l26 36h-84z",
    wheels: [134, 346],
    wheel: 35,
  },
  van: {
    body: "M52 234V130q0-18 20-18h228q18 0 32 18l40 48 44 10q14 4 14 46z",
    glass: "M296 132q12 0 20 10l30 36h-58v-46z",
    wheels: [128, 352],
    wheel: 32,
  },
  minibus: {
    body: "M44 234V118q0-16 18-16h276q18 0 32 18l32 50 28 10q12 4 12 54z",
    glass: "M66 122h58v46H66zM136 122h58v46h-58zM206 122h58v46h-58zM276 122h58l28 46h-86z",
    wheels: [122, 356],
    wheel: 31,
  },
  pickup: {
    body: "M52 234v-48h136l26-46q4-8 14-8h76q10 0 18 10l32 42 50 10q16 4 14 40z",
    glass: "M210 182l20-36h34v38zM276 146h28l28 38h-56z",
    wheels: [128, 348],
    wheel: 34,
  },
  truck: {
    body: "M36 234V84h256v138h10V122h62q12 0 18 10l32 46q8 10 8 26v30z",
    glass: "M322 138h38q8 0 12 8l22 34h-72z",
    wheels: [112, 356],
    wheel: 34,
  },
};

interface DrawnCar {
  type: string;
  color: string | null;
}

export function drawCar({ type, color }: DrawnCar): string {
  const { body, glass, wheels, wheel } = shapes[type] ?? (shapes.sedan as (typeof shapes)[string]);
  const [light, dark] = paints[color ?? "White"] ?? (paints.White as readonly [string, string]);
  const base = 236;
  return svgDocument(
    [
      gradientFill("sky", "#bcd9ec", "#f3f8fb"),
      gradientFill("yard", "#a9aeb1", "#7f8589"),
      gradientFill("paint", light, dark),
      gradientFill("glass", "#48626e", "#8fb0bf"),
      gradientFill("hall", "#cfd4d6", "#b4bbbf"),
    ],
    [
      rectShape(0, 0, width, 200, "url(#sky)"),
      rectShape(0, 92, width, 112, "url(#hall)"),
      rectShape(0, 84, width, 10, "#8e989d"),
      ...[24, 142, 260, 378].map(
        (x) => rectShape(x, 124, 78, 80, "#e9ecee", 3) + rectShape(x + 6, 130, 66, 74, "#9da7ac"),
      ),
      pathShape(`M0 204H${width}V${height}H0z`, "url(#yard)"),
      ...[40, 220, 400].map((x) => pathShape(`M${x} ${height}l16-50h8l-10 50z`, "#e6d9a2", 'opacity=".7"')),
      ellipseShape(244, base + wheel - 2, 206, 13, "#3b4144", 'opacity=".5"'),
      pathShape(body, "url(#paint)", 'stroke="#2d3337" stroke-opacity=".35" stroke-width="2"'),
      pathShape(glass, "url(#glass)"),
      pathShape(`M60 ${base - 20}H428`, "none", 'stroke="#20262a" stroke-opacity=".25" stroke-width="3"'),
      rectShape(414, 200, 16, 10, "#fff3c4", 4),
      rectShape(type === "sedan" || type === "suv" ? 58 : 44, 200, 9, 14, "#c2413b", 3),
      ...wheels.map(
        (x) =>
          ellipseShape(x, base, wheel + 5, wheel + 5, "#22282b") +
          ellipseShape(x, base, wheel, wheel, "#2f3538") +
          ellipseShape(x, base, wheel * 0.58, wheel * 0.58, "#c7cdd0") +
          ellipseShape(x, base, wheel * 0.2, wheel * 0.2, "#5a6368"),
      ),
    ],
  );
}
