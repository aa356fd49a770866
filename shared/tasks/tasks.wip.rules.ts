/** How full a column is, measured by its limit. The limit warns and never refuses. */
export type WipState = "none" | "below" | "full" | "over";

export function wipState(count: number, limit: number | null): WipState {
  if (limit === null) return "none";
  return count > limit ? "over" : count === limit ? "full" : "below";
}
