import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";

/**
 * Order on the board: a rank is a text, and cards stand in the byte order of their ranks (`COLLATE "C"` in the
 * database). Between two ranks there is always another one, so a move writes one card and no neighbour.
 */

/** Ranks longer than this are due for a rebalance of their column: a thousand drops into one gap make 169 characters. */
export const longestRank = 48;

/** Ranks are ASCII, so comparing UTF-16 units compares bytes. */
export function compareRanks(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A rank between two others; null is the end of the column on that side. Throws when `above` isn't before `below`. */
export function rankBetween(above: string | null, below: string | null): string {
  inOrderOrThrow(above, below);
  return generateKeyBetween(above, below);
}

/** `count` ranks in order between two others. */
export function ranksBetween(above: string | null, below: string | null, count: number): string[] {
  inOrderOrThrow(above, below);
  return generateNKeysBetween(above, below, count);
}

/** Short, evenly spread ranks for a whole column. */
export function freshRanks(count: number): string[] {
  return generateNKeysBetween(null, null, count);
}

/** The library swaps neighbours that are given the wrong way round; to us that is a mistake to hear about. */
function inOrderOrThrow(above: string | null, below: string | null): void {
  if (above !== null && below !== null && above >= below) throw new Error(`No rank between ${above} and ${below}`);
}

export function needsRebalance(rank: string): boolean {
  return rank.length > longestRank;
}

interface Ranked {
  id: number;
  rank: string;
}

/** Ties can't happen in the database; should two ever meet, ids decide, on every screen alike. */
export function compareRanked(a: Ranked, b: Ranked): number {
  return compareRanks(a.rank, b.rank) || a.id - b.id;
}
