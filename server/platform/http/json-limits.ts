/**
 * Checks whether JSON text nests deeper than `depth` or has more than about `values` values. The text isn't parsed, because parsers and
 * validators recurse and visit each value.
 */
export function jsonLimitViolation(
  text: string,
  depth: number,
  values: number,
): "request.tooDeep" | "request.tooLarge" | null {
  let level = 0;
  let commas = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === 0x5c) at++;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) {
      inString = true;
    } else if (code === 0x7b || code === 0x5b) {
      if (++level > depth) return "request.tooDeep";
    } else if (code === 0x7d || code === 0x5d) {
      level--;
    } else if (code === 0x2c && ++commas > values) {
      return "request.tooLarge";
    }
  }
  return null;
}

/** Counts the values, stopping once there are more than `most`. */
export function countUpTo(most: number, value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  let count = 1;
  for (const inner of Object.values(value)) {
    count += countUpTo(most - count, inner);
    if (count > most) break;
  }
  return count;
}
