/**
 * Problems of a brand color with too little contrast: `letters` for white text on it, `light` and `dark` for marks on these backgrounds.
 * WCAG 2.2 requires at least 4.5 for text and 3 for marks.
 */

export type BrandProblem = "letters" | "light" | "dark";

/** The tokens surface, canvas and raised of `client/app/theme/tokens.css`; a test compares them. */
export const brandBackgrounds = {
  light: ["#ffffff", "#f4f7f8", "#ffffff"],
  dark: ["#161c1f", "#0e1416", "#1d2427"],
} as const;

export const brandExample = "#0e7d95";

const letters = 4.5;
const mark = 3;
const white = "#ffffff";

type Three = [number, number, number];

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const curved = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

const partsOf = (hex: string) =>
  [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)) as Three;

function luminance(hex: string): number {
  const [red, green, blue] = partsOf(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG contrast ratio, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

export function brandProblem(hex: string): BrandProblem | null {
  if (contrast(hex, white) < letters) return "letters";
  if (brandBackgrounds.light.some((ground) => contrast(hex, ground) < mark)) return "light";
  return brandBackgrounds.dark.some((ground) => contrast(hex, ground) < mark) ? "dark" : null;
}

function labOf(hex: string): Three {
  const [r, g, b] = partsOf(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** Converts OKLab to a hex color; null if it is outside the sRGB gamut. */
function hexOf([light, a, b]: Three): string | null {
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const parts = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  if (parts.some((part) => part < -0.001 || part > 1.001)) return null;
  const bytes = parts.map((part) => Math.round(curved(Math.min(1, Math.max(0, part))) * 255));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

const steps = 200;

/** The nearest usable color of the same hue, with the smallest change of lightness and chroma. */
export function nearestBrandColor(hex: string): string {
  if (brandProblem(hex) === null) return hex;
  const [light, a, b] = labOf(hex);
  let best: { hex: string; away: number } | null = null;
  for (let step = 0; step <= steps; step++) {
    for (const pale of [1, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0]) {
      const tried: Three = [step / steps, a * pale, b * pale];
      const away = Math.hypot(tried[0] - light, a - tried[1], b - tried[2]);
      if (best && away >= best.away) continue;
      const found = hexOf(tried);
      if (found && brandProblem(found) === null) best = { hex: found, away };
    }
  }
  return (best as { hex: string }).hex; // some gray is always usable
}
