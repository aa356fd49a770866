import { Input, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import type { TaskDetail } from "../../../shared/work/tasks/task-detail.contract";
import {
  createTaskTemplate,
  replaceTaskTemplateContent,
  type TaskTemplate,
} from "../../../shared/work/templates/task-templates.contract";
import { createTaskTemplateSchema } from "../../../shared/work/templates/task-templates.schema";
import type { TemplatePreview } from "../../../shared/work/templates/templates.contract";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { useToday } from "../../platform/today";
import { DateField } from "../../ui/fields/DateField";
import { useForm } from "../../ui/form/form";
import tones from "../../ui/layout/tones.module.css";
import { PanelForm } from "../../ui/records/PanelForm";
import { toast } from "../../ui/toast/toast";
import { RoleFields, suggestedRoles } from "./RoleFields";
import { refetchTaskTemplates } from "./useTemplateActions";

interface SaveTaskTemplateFormProps {
  task: TaskDetail;
  people: TemplatePreview["people"];
  /** Templates that can be replaced. */
  templates: readonly TaskTemplate[];
  onClose: () => void;
}

const newTemplate = "";

/** Saves a task as a new template of its project, or replaces the content of one. */
export function SaveTaskTemplateForm({ task, people, templates, onClose }: SaveTaskTemplateFormProps) {
  const text = useText();
  /** Title of the new template while an existing one is chosen. */
  const [typedTitle, setTypedTitle] = useState(() => task.title.slice(0, 120));
  const today = useToday();
  const form = useForm(createTaskTemplateSchema, {
    initialValues: {
      target: newTemplate,
      title: typedTitle,
      task_id: task.id,
      day: (task.due_date ?? task.start_date ?? today) as string | null,
      roles: suggestedRoles(people),
    },
    onSubmit: async ({ title, ...source }, { idempotencyKey, typedValues }) => {
      const template = templates.find(({ id }) => String(id) === typedValues.target);
      const { message } = template
        ? await call(replaceTaskTemplateContent, {
            params: { id: template.id },
            body: { ...source, version: template.version },
            idempotencyKey,
          })
        : await call(createTaskTemplate, { body: { title, ...source }, idempotencyKey });
      void refetchTaskTemplates();
      toast.done(message ?? "");
      onClose();
    },
  });
  const { target, roles } = form.values;
  /** A template that is replaced keeps its name. */
  const chooseTarget = (id: string) => {
    const newTitle = target === newTemplate ? form.values.title : typedTitle;
    setTypedTitle(newTitle);
    form.setValue("target", id);
    form.setValue("title", templates.find((template) => String(template.id) === id)?.title ?? newTitle);
  };
  return (
    <PanelForm form={form} onClose={onClose}>
      <p className={tones.muted}>{text("taskTemplates.contents")}</p>
      {templates.length > 0 && (
        <Select
          label={text("templates.target")}
          allowDeselect={false}
          searchable
          data={[
            { value: newTemplate, label: text("templates.target.new") },
            ...templates.map(({ id, title }) => ({ value: String(id), label: title })),
          ]}
          value={target}
          onChange={(id) => chooseTarget(id ?? newTemplate)}
        />
      )}
      {target === newTemplate && (
        <TextInput data-autofocus label={text("templates.title")} autoComplete="off" {...form.field("title")} />
      )}
      <DateField
        label={text("templates.day")}
        description={text("templates.day.why")}
        {...form.valueProps<string | null>("day")}
      />
      {people.length > 0 && (
        <RoleFields
          people={people}
          roles={roles}
          onChange={(next) => form.setValue("roles", next)}
          error={form.errorAt("roles")}
          errorAt={(at) => form.errorAt(`roles.${at}.title`)}
        />
      )}
      {form.errorAt("task_id") && <Input.Error role="alert">{form.errorAt("task_id")}</Input.Error>}
    </PanelForm>
  );
}
