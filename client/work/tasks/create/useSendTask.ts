import { fieldKindsOf } from "../../../../shared/work/fields/field-values.rules";
import type { ProjectField } from "../../../../shared/work/fields/fields.contract";
import { writeStored } from "../../../platform/browser-storage";
import { useText } from "../../../platform/intl/useText";
import type { ProblemError } from "../../../platform/problem-error";
import { appendParagraphs } from "../../../ui/text-editor/plain-text";
import { toast } from "../../../ui/toast/toast";
import { useOpenTask } from "../../projects/open-task";
import type { newCard } from "../pending/new-card";
import type { PendingCreate } from "../pending/task-changes";
import { createTask } from "./create-task";
import { newTask$, type NewTaskErrors } from "./new-task";
import { hasContent, type NewTaskDraft, readNewTaskDraft, removeSentNewTask } from "./new-task.draft";
import { lastProjectKey } from "./useCreatableProjects";

/** Sends the task. A refused task returns to the dialog with errors at its fields, unless the user has started another task. */
export function useSendTask() {
  const text = useText();
  const { show } = useOpenTask();
  return (
    draft: NewTaskDraft,
    card: ReturnType<typeof newCard>,
    fields: readonly ProjectField[],
    template: PendingCreate["template"],
  ) => {
    writeStored(lastProjectKey, String(card.project_id));
    removeSentNewTask(draft);
    createTask(
      {
        card,
        template,
        fieldKinds: fieldKindsOf(card.field_values, fields),
        description: appendParagraphs("", draft.description.trim()),
      },
      {
        textOf: (name, waits) =>
          waits ? text("newTask.willBeSent", { title: name }) : text("newTask.created", { key: name }),
        linkTo: ({ id }) => ({ label: text("newTask.open"), onTake: () => show(id) }),
        onRefused: (error, { late }) => {
          const errors = errorsOf(error);
          const reopen = () => newTask$.set({ start: {}, refused: { draft, errors } });
          if (!late && (newTask$.value === null || !hasContent(readNewTaskDraft()))) return reopen();
          const { fields = {}, ...others } = errors;
          const reason = Object.values({ ...others, ...fields })[0] ?? error.message;
          toast.error(text("newTask.refused", { title: card.title, reason }), {
            label: text("action.edit"),
            onTake: reopen,
          });
        },
      },
    );
  };
}

const fieldsOfServer: Record<string, Exclude<keyof NewTaskErrors, "fields">> = {
  title: "title",
  task_status_id: "column",
  users: "people",
  tags: "tags",
  due_date: "due",
};

function errorsOf(error: ProblemError): NewTaskErrors {
  const errors: NewTaskErrors = {};
  for (const [field, [message]] of Object.entries(error.errors)) {
    const [, fieldId] = /^field_values\.(\d+)$/.exec(field) ?? [];
    if (fieldId !== undefined && message !== undefined) errors.fields = { ...errors.fields, [fieldId]: message };
    else errors[fieldsOfServer[field] ?? "form"] ??= message;
  }
  return Object.keys(errors).length > 0 ? errors : { form: error.message };
}
