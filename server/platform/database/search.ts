import { wordsOf } from "../../../shared/kernel/text/fold";

/** A text as a part of a LIKE pattern. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** A search query as LIKE patterns, one per term; null for an empty query. */
export function likePatternsOf(query: string | null | undefined): string[] | null {
  const words = wordsOf(query);
  return words.length === 0 ? null : words.map((word) => `%${escapeLike(word)}%`);
}

/** The search query of a list as patterns, under any of its parameter names. */
export const searchPatterns = (query: { q?: string; query?: string; search?: string }): string[] | null =>
  likePatternsOf(query.q || query.query || query.search);

/**
 * SQL condition: all patterns `at` occur in these texts, in any order. `folded` are columns that are stored folded
 * (migrations/baseline/platform.sql), `typed` all other columns.
 */
export function matchesAllPatterns(at: string, folded: readonly string[], typed: readonly string[] = []): string {
  const parts = typed.length > 0 ? [...folded, `fold(concat_ws(' ', ${typed.join(", ")}))`] : folded;
  return `${parts.length === 1 ? parts[0] : `concat_ws(' ', ${parts.join(", ")})`} LIKE ALL (${at}::text[])`;
}

/** SQL condition: like `matchesAllPatterns`, but true for every row when the parameter `at` is null. */
export const matchesSearch = (at: string, folded: readonly string[], typed: readonly string[] = []): string =>
  `(${at}::text[] IS NULL OR ${matchesAllPatterns(at, folded, typed)})`;
