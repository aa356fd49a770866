import { type ColorTone, colorTones } from "../../../shared/kernel/fields";

/** Colour names of other programs. Shades such as `sky_dark` and `pink_light` belong to their colour. */
const toneOfName: ReadonlyMap<string, ColorTone> = new Map([
  ["green", "green"],
  ["lime", "green"],
  ["yellow", "amber"],
  ["orange", "orange"],
  ["red", "rose"],
  ["pink", "rose"],
  ["purple", "violet"],
  ["blue", "blue"],
  ["sky", "teal"],
  ["black", "grey"],
]);

export const toneOf = (name: string | null): ColorTone => toneOfName.get(name?.split("_")[0] ?? "") ?? "grey";

/** Tones in turn, for options and labels whose source has no colours. */
export const toneAt = (index: number): ColorTone => colorTones[index % colorTones.length] as ColorTone;

/** Lightness doesn't count, so a light blue is blue; colours with little saturation are grey. */
export function toneOfHex(hex: string | null): ColorTone {
  const digits = /^#?([0-9a-f]{6})$/i.exec(hex ?? "")?.[1];
  if (!digits) return "grey";
  const [red, green, blue] = [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)) as Rgb;
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  if (most - least < 40) return "grey";
  const span = most - least;
  const sixth =
    most === red ? (green - blue) / span : most === green ? 2 + (blue - red) / span : 4 + (red - green) / span;
  const hue = (sixth * 60 + 360) % 360;
  return hueLimits.find(([limit]) => hue < limit)?.[1] ?? "rose";
}
type Rgb = [number, number, number];

/** Each tone covers the hues below its limit, in degrees, from the one before. */
const hueLimits: readonly (readonly [number, ColorTone])[] = [
  [15, "rose"],
  [38, "orange"],
  [65, "amber"],
  [155, "green"],
  [200, "teal"],
  [250, "blue"],
  [310, "violet"],
];

/** Words in Planka's names of colours, such as `berry-red` and `antique-blue`. */
const toneOfWord: ReadonlyMap<string, ColorTone> = new Map([
  ...["red", "burgundy", "pink", "tulip"].map((word) => [word, "rose"] as const),
  ...["orange", "pumpkin", "rust", "leafs"].map((word) => [word, "orange"] as const),
  ...["yellow", "sand", "mud", "cocoa", "gold"].map((word) => [word, "amber"] as const),
  ...["green", "moss", "grass", "salad"].map((word) => [word, "green"] as const),
  ...["turquoise", "coast", "ocean"].map((word) => [word, "teal"] as const),
  ...["blue", "sky"].map((word) => [word, "blue"] as const),
  ...["lilac", "plum", "lavender"].map((word) => [word, "violet"] as const),
]);

/** The last word that is a colour counts: `light-orange` is orange. */
export const toneOfWords = (name: string | null): ColorTone =>
  (name ?? "")
    .split("-")
    .map((word) => toneOfWord.get(word))
    .findLast((tone) => tone !== undefined) ?? "grey";
