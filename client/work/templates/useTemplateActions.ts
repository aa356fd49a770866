import type { BodyOf, ReplyOf } from "../../../shared/kernel/endpoint";
import {
  deleteTaskTemplate,
  listTaskTemplates,
  restoreTaskTemplate,
  setDefaultTaskTemplate,
} from "../../../shared/work/templates/task-templates.contract";
import {
  deleteProjectTemplate,
  listDeletedProjectTemplates,
  listProjectTemplates,
  restoreProjectTemplate,
} from "../../../shared/work/templates/templates.contract";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { refetch, useAction } from "../../platform/query";
import type { UndoStep } from "../../undo/history";
import { undoableMutation } from "../../undo/undoable-mutation";

export const refetchTemplates = () => refetch(listProjectTemplates, listDeletedProjectTemplates);
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

interface DefaultChange {
  projectId: number;
  /** Null for the default of the project. */
  columnId: number | null;
  before: number | null;
  after: number | null;
}

type DefaultBody = BodyOf<typeof setDefaultTaskTemplate>;

/** Sets or removes the template from which new tasks of a project or a column start; undo sets the previous one. */
export function useSetDefaultTemplate() {
  const text = useText();
  const label = text("taskTemplates.defaultChanged");
  const undoable = undoableMutation(
    label,
    ({ data }: ReplyOf<typeof setDefaultTaskTemplate>, { body }: { body?: unknown }) =>
      defaultStep(label, {
        projectId: data.project_id,
        columnId: data.task_status_id,
        before: (body as DefaultBody).previous_task_template_id ?? null,
        after: data.task_template_id,
      }),
  );
  const save = useAction(setDefaultTaskTemplate, {
    ...undoable,
    onSettled: (reply, error, input, land) => {
      void refetchTaskTemplates();
      undoable.onSettled(reply, error, input, land);
    },
  });
  return { isPending: save.isPending, set: (change: DefaultChange) => save.mutate(inputOf(change)) };
}

const inputOf = ({ projectId, columnId, before, after }: DefaultChange) => ({
  params: { id: projectId },
  body: { task_status_id: columnId, task_template_id: after, previous_task_template_id: before },
});

const defaultStep = (label: string, change: DefaultChange): UndoStep => ({
  text: label,
  undo: async () => {
    const reverse = { ...change, before: change.after, after: change.before };
    await call(setDefaultTaskTemplate, inputOf(reverse)).finally(refetchTaskTemplates);
    return defaultStep(label, reverse);
  },
});
