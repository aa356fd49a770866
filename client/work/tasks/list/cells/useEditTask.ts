import { useCallback } from "react";
import { withFieldKinds } from "../../../../../shared/work/fields/field-values.rules";
import type { ProjectField } from "../../../../../shared/work/fields/fields.contract";
import type { BoardTask } from "../../../../../shared/work/tasks/tasks.contract";
import type { TaskChangeInput } from "../../../../../shared/work/tasks/tasks.schema";
import { reportFailure } from "../../../../platform/failure";
import { type TextFunction, useText } from "../../../../platform/intl/useText";
import { ProblemError } from "../../../../platform/problem-error";
import { changeTasks } from "../../pending/change-tasks";
import { editFailureOf } from "../../pending/edit-failure";
import { useBoardScope } from "../../state/useBoard";
import type { FailedEditStore } from "./failed-edits";
import { useListScope } from "../list.context";

export type TaskEdit = Omit<TaskChangeInput, "id" | "version">;

export interface FailedEdit {
  edit: TaskEdit;
  message: string;
  /** True if another user's change came first; it can be overwritten. */
  stale: boolean;
}

/** Each edit is one change, shown immediately, with one undo step. `baseVersion`: version when editing began. */
export const useEditTask = () => useTaskEditor(useListScope().failed);

export function useTaskEditor(
  failed: FailedEditStore,
): (task: BoardTask, edit: TaskEdit, baseVersion?: number) => void {
  const text = useText();
  const { actor } = useBoardScope();
  return useCallback(
    (task, requestedEdit, baseVersion = task.version) => {
      failed.forget(task.id);
      const { columns, fields } = actor.getSnapshot().context.drawn;
      const edit = withFieldKinds(requestedEdit, fields);
      const column = columns[edit.task_status_id ?? 0]?.title;
      const words = column
        ? text("board.toast.moved", { key: task.key, column })
        : text("undo.field", { key: task.key, field: fieldName(edit, fields, text) });
      changeTasks([{ id: task.id, version: baseVersion, ...edit }], words, { offer: column !== undefined }).catch(
        (error) => {
          if (error instanceof ProblemError) failed.keep(task.id, failureOf(edit, error, text));
          else reportFailure(error as Error);
        },
      );
    },
    [actor, failed, text],
  );
}

type FieldName = Parameters<TextFunction>[0] & `task.field.${string}`;

function fieldName(edit: TaskEdit, fields: readonly ProjectField[], text: TextFunction): string {
  const [field] = Object.keys(edit);
  if (field === "field_values") {
    const [id] = Object.keys(edit.field_values ?? {});
    return fields.find((one) => String(one.id) === id)?.title ?? text("projectField.unknown");
  }
  return text(`task.field.${field}` as FieldName);
}

function failureOf(edit: TaskEdit, error: ProblemError, text: TextFunction): FailedEdit {
  const { message, stale, by } = editFailureOf(error);
  return { edit, message: by ? text("field.changedFirst", { name: by }) : message || text("error.unknown"), stale };
}
