/** How long a project's code may be: `WEB` in `WEB-12`. */
export const longestCode = 8;

/**
 * A code out of a title: initials of several words, else the beginning of the one. Titles in scripts without Latin
 * letters, and those too short, give `PRJ`.
 */
export function codeFromTitle(title: string): string {
  const words = title
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .replace(/ß/g, "ss")
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(Boolean);
  const initials = words.map((word) => word[0]).join("");
  const beginning = words.find((word) => /^[A-Z]/.test(word))?.slice(0, 4) ?? "";
  const candidates = [initials.replace(/^[0-9]+/, "").slice(0, 5), beginning];
  return candidates.find((code) => code.length >= 2) ?? "PRJ";
}

/** The first of `WEB`, `WEB2`, `WEB3` … that nobody has. */
export function freeCode(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  for (let number = 2; ; number++) {
    const code = `${wanted.slice(0, longestCode - String(number).length)}${number}`;
    if (!taken.has(code)) return code;
  }
}
