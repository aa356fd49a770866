/** Compares a column's number of tasks with its WIP limit, which only causes a warning. */
export type WipState = "none" | "below" | "full" | "over";

export function wipState(count: number, limit: number | null): WipState {
  if (limit === null) return "none";
  return count > limit ? "over" : count === limit ? "full" : "below";
}
