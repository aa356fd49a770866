import { Input, Select, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import {
  createProjectTemplate,
  replaceProjectTemplateContent,
  type TemplatePreview,
  type TemplateSummary,
} from "../../../shared/work/templates/templates.contract";
import { createTemplateSchema } from "../../../shared/work/templates/templates.schema";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { useToday } from "../../platform/today";
import { DateField } from "../../ui/fields/DateField";
import { OptionalLabel } from "../../ui/fields/OptionalLabel";
import { useForm } from "../../ui/form/form";
import tones from "../../ui/layout/tones.module.css";
import { PanelForm } from "../../ui/records/PanelForm";
import { toast } from "../../ui/toast/toast";
import { RoleFields, suggestedRoles } from "./RoleFields";
import { refetchTemplates } from "./useTemplateActions";

interface SaveTemplateFormProps {
  project: { id: number; title: string };
  preview: TemplatePreview;
  /** Templates that can be replaced. */
  templates: readonly TemplateSummary[];
  onClose: () => void;
}

const newTemplate = "";

/** Saves a project as a new template, or replaces the content of one. */
export function SaveTemplateForm({ project, preview, templates, onClose }: SaveTemplateFormProps) {
  const text = useText();
  /** Title of the new template while an existing one is chosen. */
  const [typedTitle, setTypedTitle] = useState(project.title);
  const form = useForm(createTemplateSchema, {
    initialValues: {
      target: newTemplate,
      title: project.title,
      description: "",
      day_title: "",
      project_id: project.id,
      day: useToday() as string | null,
      roles: suggestedRoles(preview.people),
    },
    onSubmit: async (values, { idempotencyKey, typedValues }) => {
      const template = templates.find(({ code }) => code === typedValues.target);
      const { project_id, day, roles } = values;
      const { message } =
        template?.id != null
          ? await call(replaceProjectTemplateContent, {
              params: { id: template.id },
              body: { project_id, day, roles, version: template.version as number },
              idempotencyKey,
            })
          : await call(createProjectTemplate, { body: values, idempotencyKey });
      void refetchTemplates();
      toast.done(message ?? "");
      onClose();
    },
  });
  const { target, roles } = form.values;
  /** A template that is replaced keeps its texts. */
  const chooseTarget = (code: string) => {
    const newTitle = target === newTemplate ? form.values.title : typedTitle;
    setTypedTitle(newTitle);
    form.setValue("target", code);
    form.setValue("title", templates.find((template) => template.code === code)?.title ?? newTitle);
  };
  return (
    <PanelForm form={form} onClose={onClose}>
      <p className={tones.muted}>{text("templates.contents", { count: preview.task_count })}</p>
      <Omitted omitted={preview.omitted} />
      {templates.length > 0 && (
        <Select
          label={text("templates.target")}
          description={text("templates.target.why")}
          allowDeselect={false}
          searchable
          data={[
            { value: newTemplate, label: text("templates.target.new") },
            ...templates.map(({ code, title }) => ({ value: code, label: title })),
          ]}
          value={target}
          onChange={(code) => chooseTarget(code ?? newTemplate)}
        />
      )}
      {target === newTemplate && (
        <>
          <TextInput data-autofocus label={text("templates.title")} autoComplete="off" {...form.field("title")} />
          <Textarea
            label={<OptionalLabel label={text("templates.description")} />}
            autosize
            minRows={2}
            maxRows={8}
            {...form.field("description")}
          />
          <TextInput
            label={<OptionalLabel label={text("templates.dayTitle")} />}
            description={text("templates.dayTitle.why")}
            autoComplete="off"
            {...form.field("day_title")}
          />
        </>
      )}
      <DateField
        label={text("templates.day")}
        description={text("templates.day.why")}
        {...form.valueProps<string | null>("day")}
      />
      <RoleFields
        people={preview.people}
        roles={roles}
        onChange={(next) => form.setValue("roles", next)}
        error={form.errorAt("roles")}
        errorAt={(at) => form.errorAt(`roles.${at}.title`)}
      />
      {form.errorAt("project_id") && <Input.Error role="alert">{form.errorAt("project_id")}</Input.Error>}
    </PanelForm>
  );
}

function Omitted({ omitted }: Pick<TemplatePreview, "omitted">) {
  const text = useText();
  if (omitted.length === 0) return null;
  return (
    <section>
      <p className={tones.muted}>{text("templates.omitted")}</p>
      <ul>
        {omitted.map(({ kind, name }, at) => (
          <li key={at}>{text(`templates.omitted.${kind}`, { name })}</li>
        ))}
      </ul>
    </section>
  );
}
