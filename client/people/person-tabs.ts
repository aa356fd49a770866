/** What stands on somebody's page. The first needs no word in the address. */
export const personTabs = ["overview", "performance", "leave", "time", "history", "documents"] as const;
export type PersonTab = (typeof personTabs)[number];

/** What there is for this reader; a number that isn't known yet is null. */
export interface PersonParts {
  /** Oneself, or somebody above. */
  performance: boolean;
  /** Oneself, somebody above, or who looks after leave. */
  leave: boolean;
  /** Oneself, or who sees everybody's time. */
  time: boolean;
  /** Changes that the reader may know of. */
  history: number | null;
  /** Files; undefined where the reader may not see them. An empty list is where the first is added. */
  documents: number | null | undefined;
}

/** The tabs that have something for the reader, in their order. */
export function tabsOf({ performance, leave, time, history, documents }: PersonParts): readonly PersonTab[] {
  const has: Record<PersonTab, boolean> = {
    overview: true,
    performance,
    leave,
    time,
    history: history !== null && history > 0,
    documents: documents !== undefined,
  };
  return personTabs.filter((tab) => has[tab]);
}

/**
 * The tab that the address names, of those that the reader has. One whose number isn't known yet is taken at its word, so that an
 * address that was opened doesn't fall back to the overview while it is read.
 */
export function tabOf(named: string | null, parts: PersonParts): PersonTab {
  const coming = parts.history === null ? { ...parts, history: 1 } : parts;
  return tabsOf(coming).find((tab) => tab === named) ?? "overview";
}
