import { Select, TextInput } from "@mantine/core";
import { useNavigate } from "react-router-dom";
import { addDays } from "../../../shared/kernel/days";
import { isValidDay } from "../../../shared/kernel/fields";
import { createTaskFromTemplate, type TaskTemplate } from "../../../shared/work/templates/task-templates.contract";
import { templateTaskSchema } from "../../../shared/work/templates/task-templates.schema";
import { call } from "../../platform/api";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useToday } from "../../platform/today";
import { DateField } from "../../ui/fields/DateField";
import { useForm } from "../../ui/form/form";
import { JoinedTexts } from "../../ui/JoinedTexts";
import tones from "../../ui/layout/tones.module.css";
import { PanelForm } from "../../ui/records/PanelForm";
import { toast } from "../../ui/toast/toast";
import type { useProjectChoices } from "../tasks/create/useProjectChoices";
import { PeopleOfRoles, type PersonOfRole } from "./PeopleOfRoles";

interface TaskTemplateFormProps {
  template: TaskTemplate;
  choices: ReturnType<typeof useProjectChoices>;
  /** The preselected column; null for the usual one. */
  columnId: number | null;
  onClose: () => void;
}

/** Creates a task from a template and opens it on the board. */
export function TaskTemplateForm({ template, choices, columnId, onClose }: TaskTemplateFormProps) {
  const text = useText();
  const { day: formatDay } = useFormat();
  const navigate = useNavigate();
  const { columns, defaultColumnId, people } = choices;
  const form = useForm(templateTaskSchema, {
    initialValues: {
      task_status_id: columns.some(({ id }) => id === columnId) ? columnId : (defaultColumnId ?? null),
      title: template.task_title,
      day: useToday() as string | null,
      people: [] as PersonOfRole[],
    },
    onSubmit: async (values, { idempotencyKey }) => {
      const { data, message } = await call(createTaskFromTemplate, {
        params: { id: template.id },
        body: values,
        idempotencyKey,
      });
      toast.done(message ?? "");
      void navigate(`${paths.board(data.project_id)}?task=${data.id}`);
    },
  });
  const { day } = form.values;
  const { due_offset, roles, subtasks } = template;
  const due = due_offset !== null && day && isValidDay(day) ? addDays(day, due_offset) : null;
  return (
    <PanelForm form={form} onClose={onClose} saveLabel={text("newTask.create")}>
      <TextInput data-autofocus label={text("taskTemplates.taskTitle")} autoComplete="off" {...form.field("title")} />
      <Select
        label={text("task.status")}
        allowDeselect={false}
        data={columns.map(({ id, title }) => ({ value: String(id), label: title }))}
        value={form.values.task_status_id === null ? null : String(form.values.task_status_id)}
        onChange={(id) => id && form.setValue("task_status_id", Number(id))}
        error={form.errorAt("task_status_id")}
      />
      <DateField label={text("templates.day")} {...form.valueProps<string | null>("day")} />
      {due && <p className={tones.muted}>{text("taskTemplates.due", { date: formatDay(due, "medium") })}</p>}
      <PeopleOfRoles
        roles={roles}
        users={people}
        people={form.values.people}
        onChange={(chosen) => form.setValue("people", chosen)}
        errorAt={(at) => form.errorAt(`people.${at}.user_id`)}
      />
      {subtasks.length > 0 && (
        <p className={tones.muted}>
          <JoinedTexts texts={subtasks} />
        </p>
      )}
    </PanelForm>
  );
}
