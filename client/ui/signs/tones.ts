import { type ColorTone, colorTones } from "../../../shared/kernel/fields";

export function toneColor(name: string | null | undefined): string {
  const tone: ColorTone = colorTones.includes(name as ColorTone) ? (name as ColorTone) : "grey";
  return `var(--tag-${tone})`;
}
