/** The text itself inside of LIKE, in lower case; null where there is nothing to look for. */
export function likePattern(text: string | null | undefined): string | null {
  return text ? `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%` : null;
}

/** What a list is narrowed down by, under whichever of its names it came. */
export const soughtIn = (query: { q?: string; query?: string; search?: string }): string | null =>
  likePattern(query.q || query.query || query.search);
