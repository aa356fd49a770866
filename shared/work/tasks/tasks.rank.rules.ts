import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";

/**
 * Order on the board: ranks are texts sorted by bytes (`COLLATE "C"` in the database). A new rank always fits between two others, so a move
 * updates only one card.
 */

/**
 * Rank length, in characters, at which a column is rebalanced. Without this limit, a thousand moves to the same position would lead to
 * ranks of 169 characters.
 */
export const maxRankLength = 48;

/** Ranks are ASCII, so comparing UTF-16 code units is equal to comparing bytes. */
export function compareRanks(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Returns a rank between two ranks; null means the start or end of the column.
 * @throws Error unless `above` is before `below`
 */
export function rankBetween(above: string | null, below: string | null): string {
  inOrderOrThrow(above, below);
  return generateKeyBetween(above, below);
}

export function ranksBetween(above: string | null, below: string | null, count: number): string[] {
  inOrderOrThrow(above, below);
  return generateNKeysBetween(above, below, count);
}

export function createInitialRanks(count: number): string[] {
  return generateNKeysBetween(null, null, count);
}

/** The library silently swaps neighbors that are in the wrong order; this function throws an error instead. */
function inOrderOrThrow(above: string | null, below: string | null): void {
  if (above !== null && below !== null && above >= below) throw new Error(`No rank between ${above} and ${below}`);
}

export function needsRebalance(rank: string): boolean {
  return rank.length > maxRankLength;
}

interface Ranked {
  id: number;
  rank: string;
}

export function compareRanked(a: Ranked, b: Ranked): number {
  return compareRanks(a.rank, b.rank) || a.id - b.id;
}
