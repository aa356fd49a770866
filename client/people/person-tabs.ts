/** What stands on somebody's page. The first needs no word in the address. */
export const personTabs = ["overview", "performance", "history", "documents"] as const;
export type PersonTab = (typeof personTabs)[number];

/** What there is for this reader; a number that isn't known yet is null. */
export interface PersonParts {
  /** Oneself, or somebody above. */
  performance: boolean;
  /** Changes that the reader may know of. */
  history: number | null;
  /** Files; undefined where the reader may not see them. An empty list is where the first is added. */
  documents: number | null | undefined;
}

/** The tabs that have something for the reader, in their order. */
export const tabsOf = ({ performance, history, documents }: PersonParts): readonly PersonTab[] =>
  personTabs.filter(
    (tab) =>
      tab === "overview" ||
      (tab === "performance" && performance) ||
      (tab === "history" && history !== null && history > 0) ||
      (tab === "documents" && documents !== undefined),
  );

/**
 * The tab that the address names, of those that the reader has. One whose number isn't known yet is taken at its word, so that an
 * address that was opened doesn't fall back to the overview while it is read.
 */
export function tabOf(named: string | null, parts: PersonParts): PersonTab {
  const coming = parts.history === null ? { ...parts, history: 1 } : parts;
  return tabsOf(coming).find((tab) => tab === named) ?? "overview";
}
