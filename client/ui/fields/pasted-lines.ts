const mostLines = 200;

/** Each line a title. Bullets, numbers and check boxes of pasted lists aren't part of it. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*(?:(?:[-*•–◦]|\d{1,3}[.)])\s+)?(?:\[[ xX]\]\s*)?/u, "").trim())
    .filter(Boolean)
    .slice(0, mostLines);
}
