import { restoreDeletedTask } from "../../../../shared/work/bin/bin.contract";
import { deleteTask } from "../../../../shared/work/tasks/tasks.contract";
import { call } from "../../../platform/api";
import type { TextFunction } from "../../../platform/intl/useText";
import { ProblemError } from "../../../platform/problem-error";
import { toast } from "../../../ui/toast/toast";
import { deletionStep } from "../../../undo/deletion-step";
import type { UndoStep } from "../../../undo/history";

/** The undo step of a task that was moved to the bin. */
export const taskDeletionStep = (text: string, id: number): UndoStep =>
  deletionStep(text, {
    restore: () => call(restoreDeletedTask, { params: { id } }),
    remove: () => call(deleteTask, { params: { id } }),
  });

const directions = {
  restore: { endpoint: restoreDeletedTask, inverse: "remove", refused: "bin.tasksNotRestored" },
  remove: { endpoint: deleteTask, inverse: "restore", refused: "bin.tasksNotDeleted" },
} as const;

/**
 * The undo step of several tasks that were moved to the bin, in the order of their deletion. The calls run one after another, like the
 * deletion. Refused tasks are reported and no longer part of the step; after a lost connection the step continues where it ended.
 */
export const tasksDeletionStep = (ids: readonly number[], text: TextFunction): UndoStep => stepOf("restore", ids, text);

function stepOf(direction: keyof typeof directions, ids: readonly number[], text: TextFunction): UndoStep {
  const { endpoint, inverse, refused } = directions[direction];
  const successful: number[] = [];
  const refusals = new Map<number, ProblemError>();
  return {
    text: text("bin.tasksDeleted", { count: ids.length }),
    undo: async () => {
      for (const id of ids.toReversed()) {
        if (successful.includes(id) || refusals.has(id)) continue;
        try {
          await call(endpoint, { params: { id } });
          successful.push(id);
        } catch (error) {
          if (!(error instanceof ProblemError)) throw error;
          refusals.set(id, error);
        }
      }
      const [refusal] = refusals.values();
      if (successful.length === 0 && refusal) throw refusal;
      if (refusal) toast.error(text(refused, { count: refusals.size, reason: refusal.message }));
      return stepOf(inverse, successful, text);
    },
  };
}
