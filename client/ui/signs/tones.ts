import { type Tone, tones } from "../../../shared/kernel/fields";

/** The token of a colour name that a record carries; names this client doesn't know are grey. */
export function toneColor(name: string | null | undefined): string {
  const tone: Tone = tones.includes(name as Tone) ? (name as Tone) : "grey";
  return `var(--tag-${tone})`;
}
