import type { ClipboardEvent } from "react";

const maxLines = 200;

/** One title per line, without bullets, numbers and checkboxes of pasted lists. */
export function parsePastedLines(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*(?:(?:[-*•–◦]|\d{1,3}[.)])\s+)?(?:\[[ xX]\]\s*)?/u, "").trim())
    .filter(Boolean)
    .slice(0, maxLines);
}

/** Adds each line when several are pasted; the first continues the typed text. A single line is pasted as usual. */
export const onPasteLines = (typed: string, add: (lines: readonly string[]) => void) => (event: ClipboardEvent) => {
  const [first = "", ...rest] = parsePastedLines(event.clipboardData.getData("text/plain"));
  if (rest.length === 0) return;
  event.preventDefault();
  add([typed.trim() + first, ...rest]);
};
