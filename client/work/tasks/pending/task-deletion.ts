import { restoreDeletedTask } from "../../../../shared/work/bin/bin.contract";
import { deleteTask } from "../../../../shared/work/tasks/tasks.contract";
import { call } from "../../../platform/api";
import type { UndoStep } from "../../../undo/history";
import { deletionStep } from "../../../undo/deletion-step";

/** The undo step of tasks that were moved to the bin. They are restored one after another, like they are deleted. */
export const taskDeletionStep = (text: string, ids: readonly number[]): UndoStep =>
  deletionStep(text, {
    restore: async () => {
      for (const id of ids.toReversed()) await call(restoreDeletedTask, { params: { id } });
    },
    remove: async () => {
      for (const id of ids) await call(deleteTask, { params: { id } });
    },
  });
