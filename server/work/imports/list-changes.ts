import type { ImportedCard } from "./imported-board";

/** A change of a card's list in its source. */
export interface ListChange {
  at: string;
  /** Ids of the lists. */
  before: string;
  after: string;
}

/** The moves of a card, beginning with its creation in the list before the first change. The order of the changes doesn't matter. */
export function movesOfChanges(changes: readonly ListChange[], createdAt: string | null): ImportedCard["moves"] {
  const sorted = changes.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const [first] = sorted;
  return [
    ...(first && createdAt !== null ? [{ columnId: first.before, at: createdAt }] : []),
    ...sorted.map(({ at, after }) => ({ columnId: after, at })),
  ];
}
