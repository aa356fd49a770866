/**
 * What is wrong with JSON text that nests deeper than `depth`, or has more than about `values` values. It isn't parsed for that: what
 * parses or checks it afterwards recurses, and looks at each.
 */
export function jsonBeyond(text: string, depth: number, values: number): "request.tooDeep" | "request.tooLarge" | null {
  let level = 0;
  let commas = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === 0x5c)
        at++; // a backslash hides what follows
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
