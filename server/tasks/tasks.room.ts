import { groupBy } from "../../shared/kernel/group-by";
import { invalid, Problem } from "../../shared/kernel/problems";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { mostOnBoard } from "./boards.service";

const onBoard = sql(
  "tasks.onBoard",
  `SELECT count(*)::int AS count FROM task WHERE tenant_id = current_tenant() AND project_id = $1 AND archived_at IS NULL`,
);

const isFull = async (tx: Tx, projectId: number): Promise<boolean> =>
  ((await tx.one<{ count: number }>(onBoard, [projectId]))?.count ?? 0) >= mostOnBoard;

/**
 * Asks whether one more task fits on a project's board. `number` is the one it gets there: a project has never more tasks than it has
 * given numbers, so that nothing is counted on any but the largest.
 * @throws Problem 422 at this field.
 */
export async function requireRoomOnBoard(tx: Tx, projectId: number, number: number, field: string): Promise<void> {
  if (number > mostOnBoard && (await isFull(tx, projectId))) throw invalid(field, "field.tooMany");
}

interface Restored {
  /** Its place in what was sent, which its error names. */
  at: number;
  from: { projectId: number };
}

/** Asks whether tasks may come back from the archive. @throws Problem 422 at `<index>.task_status_id` of each that may not. */
export async function requireRoomToRestore(tx: Tx, subjects: readonly Restored[]): Promise<void> {
  for (const [projectId, own] of groupBy(subjects, ({ from }) => from.projectId)) {
    if (!(await isFull(tx, projectId))) continue;
    throw new Problem("request.invalid", {
      errors: Object.fromEntries(own.map(({ at }) => [`${at}.task_status_id`, ["field.tooMany"]])),
    });
  }
}
