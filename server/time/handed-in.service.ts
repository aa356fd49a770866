import { Problem } from "../../shared/kernel/problems";
import { isLocked, type WeekState } from "../../shared/time/week.workflow";
import type { Tx } from "../platform/database/unit-of-work";
import { holdWeeksOf } from "./time.sql";

/**
 * What goes for good takes the hours along that were logged on it. Those of a week that somebody has handed in, or that was
 * approved, are what is paid and charged: nobody else changes them by deleting what they hang on.
 * @throws Problem 409.
 */
export async function requireNothingHandedIn(tx: Tx, of: { task: number } | { project: number }): Promise<void> {
  const values = "task" in of ? [of.task, null] : [null, of.project];
  const weeks = await tx.rows<{ state: WeekState }>(holdWeeksOf, values);
  if (weeks.some(({ state }) => isLocked(state))) throw new Problem("time.handedIn");
}
