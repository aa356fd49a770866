import { useMemo, useState } from "react";
import type { Subtask } from "../../../../shared/work/tasks/subtasks.contract";
import type { TaskDetail } from "../../../../shared/work/tasks/task-detail.contract";
import { newIdempotencyKey } from "../../../platform/api";
import { reportFailure } from "../../../platform/failure";
import { useText } from "../../../platform/intl/useText";
import { useOverlay } from "../../../platform/pending/overlay";
import { ProblemError } from "../../../platform/problem-error";
import { toast } from "../../../ui/toast/toast";
import { useStableHandlers } from "../../../ui/useStableHandlers";
import type { UndoStep } from "../../../undo/history";
import { addUndoable } from "../../../undo/undoable-change";
import {
  addSubtasks,
  convertToTask,
  deleteSubtask,
  editSubtask,
  idsAbove,
  restoreSubtask,
  type NewSubtasks,
  sortSubtasks,
  type SubtaskFields,
  type SubtaskState,
  subtaskQueue,
} from "./subtasks.changes";

/** Another user renamed the subtask while it was being edited. */
export interface NameClash {
  wanted: string;
  present: string;
  by: string | null;
}

/** Time in ms after which an accepted order is no longer shown, because another user may have changed it again. */
const orderShownMs = 1_000;

/** Subtasks of a task with the user's pending changes applied; rejected ones are rolled back and reported. */
export function useSubtasks(task: TaskDetail) {
  const text = useText();
  const [clashes, setClashes] = useState<Readonly<Record<number, NameClash>>>({});
  const confirmed = useMemo((): SubtaskState => ({ subtasks: task.subtasks, adding: [] }), [task.subtasks]);

  const dismiss = (id: number) => setClashes(({ [id]: _, ...rest }) => rest);

  const change = (subtask: Subtask, fields: SubtaskFields, baseVersion?: number) => {
    dismiss(subtask.id);
    subtaskQueue.lay(editSubtask(subtask, fields, baseVersion), { label: subtask.name }).catch((error: Error) => {
      const clash = clashOf(error, fields);
      if (clash) setClashes((now) => ({ ...now, [subtask.id]: clash }));
      else reportFailure(error);
    });
  };

  /** Rejected names return to the input field. */
  const add = (subtasks: NewSubtasks, onFailed: () => void) => {
    subtaskQueue.lay(addSubtasks(task.id, subtasks), { label: subtasks.names.join(", ") }).catch((error: Error) => {
      onFailed();
      reportFailure(error);
    });
  };

  const sort = (order: readonly number[]) => {
    const id = newIdempotencyKey();
    subtaskQueue
      .lay(sortSubtasks(task.id, order), { id, label: text("task.subtasks") })
      .then(() => setTimeout(() => subtaskQueue.drop(id), orderShownMs), reportFailure);
  };

  const remove = (subtask: Subtask) => {
    const above = idsAbove(task.subtasks, subtask.id);
    const message = text("subtask.removed", { name: subtask.name });
    const deleted = (one: Subtask): UndoStep => {
      const key = newIdempotencyKey(); // an undo that is repeated after a lost response doesn't create a second subtask
      return {
        text: message,
        undo: async () => {
          const restored = await restoreSubtask(one, above, key);
          return { text: message, undo: async () => (await deleteSubtask(restored).send(""), deleted(restored)) };
        },
      };
    };
    addUndoable(subtaskQueue, deleteSubtask(subtask), {
      text: message,
      offer: true,
      stepOf: () => deleted(subtask),
    }).catch(reportFailure);
  };

  const makeTask = (subtask: Subtask) => {
    subtaskQueue
      .lay(convertToTask(subtask), { label: subtask.name })
      .then((reply) => reply && toast.done(reply.message ?? ""), reportFailure);
  };

  const actions = useStableHandlers({ change, add, sort, remove, makeTask, dismiss });
  return { ...useOverlay(subtaskQueue, task.id, confirmed), clashes, actions, can: task.can };
}

export type SubtaskList = ReturnType<typeof useSubtasks>;
export type SubtaskActions = SubtaskList["actions"];

function clashOf(error: Error, fields: SubtaskFields): NameClash | null {
  if (!(error instanceof ProblemError) || error.code !== "subtask.stale" || fields.name === undefined) return null;
  return { wanted: fields.name, present: (error.record as Subtask).name, by: error.by?.fullname ?? null };
}
