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

/** Deletes a template; undo restores it. */
export function useDeleteTemplate() {
  const text = useText();
  const label = text("templates.deleted");
  return useAction(deleteProjectTemplate, {
    ...undoableMutation(label, ({ id }): UndoStep => restoreStep(id, label)),
    onSuccess: () => void refetchTemplates(),
  });
}

const restoreStep = (id: number, label: string): UndoStep => ({
  text: label,
  undo: async () => {
    await call(restoreProjectTemplate, { params: { id } });
    await refetchTemplates();
    return {
      text: label,
      undo: async () => {
        await call(deleteProjectTemplate, { params: { id } });
        await refetchTemplates();
        return restoreStep(id, label);
      },
    };
  },
});
