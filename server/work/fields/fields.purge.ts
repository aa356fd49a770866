import { elapsedDayMs } from "../../../shared/kernel/elapsed-time";
import { projectStream } from "../../../shared/kernel/events";
import { binDays } from "../../../shared/work/fields/fields.schema";
import type { Tx } from "../../platform/database/unit-of-work";
import * as statements from "./fields.sql";

/** Fields per transaction, each with up to thousands of values. Callers repeat while a batch is full. */
export const purgeBatchSize = 5;

interface PurgedUse {
  id: number;
  project_id: number;
  title: string;
}

/**
 * Deletes fields that were moved to a project's bin more than `binDays` ago, with their values in that project. A field that no other
 * project uses is deleted completely.
 * @returns the number of fields that were due.
 */
export async function purgeFields(tx: Tx, now: Date): Promise<number> {
  const removedBefore = new Date(now.getTime() - binDays * elapsedDayMs);
  const due = await tx.rows<{ id: number; project_id: number }>(statements.selectDueUses, [
    removedBefore,
    purgeBatchSize,
  ]);
  if (due.length === 0) return 0;
  const projectIds = [...new Set(due.map((use) => use.project_id))];
  await tx.rows(statements.lockProjects, [projectIds]);
  const purged: PurgedUse[] = [];
  for (const { id, project_id } of due) {
    await tx.rows(statements.lockTasksWithValues, [id, [project_id]]);
    // The field may have been restored before the project was locked.
    const found = await tx.one<PurgedUse>(statements.deleteUse, [project_id, id, removedBefore]);
    if (found) purged.push(found);
  }
  for (const use of purged) tx.emit("project_field.purged", projectStream(use.project_id), use);
  return due.length;
}
