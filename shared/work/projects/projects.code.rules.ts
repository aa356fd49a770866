/** Maximum length of a project code, such as `WEB` in `WEB-12`. */
export const maxCodeLength = 8;

/**
 * Derives a code from a title: the initials of several words, or the start of a single word. Returns `PRJ` for titles that are too short or
 * have no Latin letters.
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

/** The first code in the sequence `WEB`, `WEB2`, `WEB3` … that is not taken. */
export function freeCode(preferredCode: string, usedCodes: ReadonlySet<string>): string {
  if (!usedCodes.has(preferredCode)) return preferredCode;
  for (let number = 2; ; number++) {
    const code = `${preferredCode.slice(0, maxCodeLength - String(number).length)}${number}`;
    if (!usedCodes.has(code)) return code;
  }
}
