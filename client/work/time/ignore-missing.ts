import { ProblemError } from "../../platform/problem-error";

/** Handles the deletion of an entry that was deleted before, in another tab or by an attempt whose response was lost. */
export function ignoreMissing(error: unknown): void {
  if (!(error instanceof ProblemError) || error.code !== "notFound") throw error;
}
