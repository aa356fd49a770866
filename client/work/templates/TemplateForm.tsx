import { Select, TextInput } from "@mantine/core";
import { useNavigate } from "react-router-dom";
import { addDays } from "../../../shared/kernel/days";
import { isValidDay } from "../../../shared/kernel/fields";
import { assignableUsers } from "../../../shared/work/projects/assignable.contract";
import { createProjectFromTemplate, type ProjectTemplate } from "../../../shared/work/templates/templates.contract";
import { templateProjectSchema } from "../../../shared/work/templates/templates.schema";
import { call } from "../../platform/api";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useEndpoint } from "../../platform/query";
import { DateField } from "../../ui/fields/DateField";
import { OptionalLabel } from "../../ui/fields/OptionalLabel";
import { usePeopleOptions } from "../../ui/fields/usePeopleOptions";
import { useForm } from "../../ui/form/form";
import tones from "../../ui/layout/tones.module.css";
import { PanelForm } from "../../ui/records/PanelForm";
import { toast } from "../../ui/toast/toast";
import { invalidateProject } from "../projects/project-actions";
import { recordOpened } from "../projects/recently-opened";
import classes from "./templates.module.css";

interface PersonOfRole {
  role: string;
  user_id: number;
}

/** Creates a project from a template and opens its board. */
export function TemplateForm({ template, onClose }: { template: ProjectTemplate; onClose: () => void }) {
  const text = useText();
  const navigate = useNavigate();
  const people = useEndpoint(assignableUsers, {}, { staleTime: 60_000 }).data?.data.users ?? [];
  const options = usePeopleOptions(people);
  const form = useForm(templateProjectSchema, {
    draft: { storageKey: `project:template:${template.code}` },
    initialValues: { title: template.title, day: null as string | null, people: [] as PersonOfRole[] },
    onSubmit: async (values, { idempotencyKey }) => {
      const { data, message } = await call(createProjectFromTemplate, {
        params: { code: template.code },
        body: values,
        idempotencyKey,
      });
      recordOpened({ kind: "board", id: data.id });
      invalidateProject(data.id);
      toast.done(message ?? "");
      void navigate(paths.board(data.id));
    },
  });
  const { day, people: chosenPeople } = form.values;
  const assign = (role: string, userId: number | null) =>
    form.setValue("people", [
      ...chosenPeople.filter((person) => person.role !== role),
      ...(userId === null ? [] : [{ role, user_id: userId }]),
    ]);
  return (
    <PanelForm form={form} onClose={onClose} saveLabel={text("projectForm.create")}>
      <p className={tones.muted}>{template.description}</p>
      <TextInput data-autofocus label={text("projectForm.title")} autoComplete="off" {...form.field("title")} />
      <DateField label={template.day_title} {...form.valueProps<string | null>("day")} />
      {template.roles.map(({ code, title }) => {
        const at = chosenPeople.findIndex(({ role }) => role === code);
        return (
          <Select
            key={code}
            label={<OptionalLabel label={title} />}
            placeholder={text("templates.nobody")}
            data={options}
            searchable
            clearable
            limit={100}
            nothingFoundMessage={text("people.noneSuch")}
            value={at < 0 ? null : String(chosenPeople[at]?.user_id)}
            onChange={(id) => assign(code, id === null ? null : Number(id))}
            error={at < 0 ? undefined : form.errorAt(`people.${at}.user_id`)}
          />
        );
      })}
      <Tasks template={template} day={day && isValidDay(day) ? day : null} />
    </PanelForm>
  );
}

/** The tasks of the template with their dates; relative ones until a day is chosen. */
function Tasks({ template, day }: { template: ProjectTemplate; day: string | null }) {
  const text = useText();
  const { day: formatDay } = useFormat();
  const dateOf = (offset: number) => {
    if (day) return formatDay(addDays(day, offset), "medium");
    if (offset === 0) return text("templates.onDay");
    return text(offset < 0 ? "templates.daysBefore" : "templates.daysAfter", { count: Math.abs(offset) });
  };
  return (
    <section aria-label={text("templates.tasks")}>
      <h3 className={classes.heading}>{text("templates.tasks")}</h3>
      <ul className={classes.tasks}>
        {template.tasks.map(({ title, due_offset, subtasks }) => (
          <li key={title}>
            <span>
              {title}
              {subtasks.length > 0 && <span className={tones.quietSmall}>{subtasks.join(" · ")}</span>}
            </span>
            <span className={tones.quietSmall}>{dateOf(due_offset)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
