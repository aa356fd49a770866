/** Whether JSON text nests deeper than `depth`, without parsing it: what parses or checks it afterwards recurses. */
export function jsonDeeperThan(text: string, depth: number): boolean {
  let level = 0;
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
      if (++level > depth) return true;
    } else if (code === 0x7d || code === 0x5d) {
      level--;
    }
  }
  return false;
}
