import { useCallback } from "react";
import type { BoardTask } from "../../../../shared/tasks/tasks.contract";
import type { TaskChangeInput } from "../../../../shared/tasks/tasks.schema";
import { reportFailure } from "../../../platform/failure";
import { type Text, useText } from "../../../platform/intl/useText";
import { ProblemError } from "../../../platform/problem-error";
import { firstNameOf } from "../../../ui/signs/people";
import { changeTasks } from "../../../undo/change-tasks";
import { useBoardScope } from "../../board/state/useBoard";
import { useListScope } from "../list.context";

export type TaskEdit = Omit<TaskChangeInput, "id" | "version">;

/** An edit that the server refused: kept at its row until the person has decided. */
export interface FailedEdit {
  edit: TaskEdit;
  message: string;
  /** Someone else was first: it can be saved over theirs. */
  stale: boolean;
}

/** One edit of a task is one change, drawn at once and taken back by one step. `seen`: its version when editing began. */
export function useEditTask(): (task: BoardTask, edit: TaskEdit, seen?: number) => void {
  const text = useText();
  const { actor } = useBoardScope();
  const { failed } = useListScope();
  return useCallback(
    (task, edit, seen = task.version) => {
      failed.forget(task.id);
      const column = actor.getSnapshot().context.drawn.columns[edit.task_status_id ?? 0]?.title;
      const words = column
        ? text("board.toast.moved", { key: task.key, column })
        : text("undo.field", { key: task.key, field: fieldName(edit, text) });
      changeTasks([{ id: task.id, version: seen, ...edit }], words, { offer: column !== undefined }).catch((error) => {
        if (error instanceof ProblemError) failed.keep(task.id, failureOf(edit, error, text));
        else reportFailure(error as Error);
      });
    },
    [actor, failed, text],
  );
}

type FieldName = Parameters<Text>[0] & `task.field.${string}`;

function fieldName(edit: TaskEdit, text: Text): string {
  const [field] = Object.keys(edit);
  return text(`task.field.${field}` as FieldName);
}

function failureOf(edit: TaskEdit, error: ProblemError, text: Text): FailedEdit {
  const stale = error.code === "task.stale";
  const reason = Object.values(error.errors)[0]?.[0] ?? error.message;
  const first = stale && error.by ? text("field.changedFirst", { name: firstNameOf(error.by.fullname) }) : null;
  return { edit, message: first ?? (reason || text("error.unknown")), stale };
}
