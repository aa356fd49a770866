/** How full a column is, measured by its limit. The limit warns and never refuses. */
export type WipState = "none" | "below" | "full" | "over";

export function wipState(count: number, limit: number | null): WipState {
  if (limit === null) return "none";
  return count > limit ? "over" : count === limit ? "full" : "below";
}

/** At the limit the next card would be too many: that is when the warning is of use. */
export function wipWarns(count: number, limit: number | null): boolean {
  return limit !== null && count >= limit;
}
