import {
  deleteTaskTemplate,
  listTaskTemplates,
  restoreTaskTemplate,
} from "../../../shared/work/templates/task-templates.contract";
import {
  deleteProjectTemplate,
  listProjectTemplates,
  restoreProjectTemplate,
} from "../../../shared/work/templates/templates.contract";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { refetch, useAction } from "../../platform/query";
import type { UndoStep } from "../../undo/history";
import { undoableMutation } from "../../undo/undoable-mutation";

export const refetchTemplates = () => refetch(listProjectTemplates);
export const refetchTaskTemplates = () => refetch(listTaskTemplates);

/** Restores a deleted template, and deletes it again. */
const restoreStep = (label: string, restore: () => Promise<unknown>, remove: () => Promise<unknown>): UndoStep => ({
  text: label,
  undo: async () => {
    await restore();
    return {
      text: label,
      undo: async () => {
        await remove();
        return restoreStep(label, restore, remove);
      },
    };
  },
});

/** Deletes a template of projects; undo restores it. */
export function useDeleteTemplate() {
  const text = useText();
  const label = text("templates.deleted");
  return useAction(deleteProjectTemplate, {
    ...undoableMutation(label, ({ id }): UndoStep => {
      const params = { id };
      return restoreStep(
        label,
        () => call(restoreProjectTemplate, { params }).then(refetchTemplates),
        () => call(deleteProjectTemplate, { params }).then(refetchTemplates),
      );
    }),
    onSuccess: () => void refetchTemplates(),
  });
}

/** Deletes a template of tasks; undo restores it. */
export function useDeleteTaskTemplate() {
  const text = useText();
  const label = text("templates.deleted");
  return useAction(deleteTaskTemplate, {
    ...undoableMutation(label, ({ id }): UndoStep => {
      const params = { id };
      return restoreStep(
        label,
        () => call(restoreTaskTemplate, { params }).then(refetchTaskTemplates),
        () => call(deleteTaskTemplate, { params }).then(refetchTaskTemplates),
      );
    }),
    onSuccess: () => void refetchTaskTemplates(),
  });
}
