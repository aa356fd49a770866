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
