import { groupBy } from "../../shared/kernel/group-by";
import { blockedFor } from "../../shared/analytics/blocked.rules";
import { daysBetween } from "../../shared/analytics/figures.rules";
import type { Tx } from "../platform/database/unit-of-work";
import { type CountedRow, waitsOfTasks } from "./project.sql";
import { endsOfTasks } from "./task.sql";

/** For how many days each of these tasks waited for others, up to its end or until now; without those that never did. */
export async function readBlockedDays(
  tx: Tx,
  projectId: number,
  tasks: readonly CountedRow[],
  now: number,
): Promise<ReadonlyMap<number, number>> {
  const waits = await tx.rows<{ taskId: number; at: number; ids: number[] }>(waitsOfTasks, [
    projectId,
    tasks.map(({ id }) => id),
  ]);
  if (waits.length === 0) return new Map();
  const blockers = [...new Set(waits.flatMap(({ ids }) => ids))];
  const ends = await tx.rows<{ id: number; finishedAt: number | null }>(endsOfTasks, [projectId, blockers]);
  const doneAt = new Map(ends.map(({ id, finishedAt }) => [id, finishedAt]));
  const changes = groupBy(waits, ({ taskId }) => taskId);
  return new Map(
    tasks.flatMap(({ id, finishedAt }) => {
      const days = daysBetween(0, blockedFor(changes.get(id) ?? [], doneAt, finishedAt ?? now));
      return days > 0 ? [[id, days] as const] : [];
    }),
  );
}
