import { TextInput } from "@mantine/core";
import { Link, useNavigate } from "react-router-dom";
import { addDays } from "../../../shared/kernel/days";
import { isValidDay } from "../../../shared/kernel/fields";
import { assignableUsers } from "../../../shared/work/projects/assignable.contract";
import {
  createProjectFromTemplate,
  type ProjectTemplate,
  readProjectTemplate,
} from "../../../shared/work/templates/templates.contract";
import { templateProjectSchema } from "../../../shared/work/templates/templates.schema";
import { call } from "../../platform/api";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useEndpoint } from "../../platform/query";
import { DateField } from "../../ui/fields/DateField";
import { useForm } from "../../ui/form/form";
import { JoinedTexts } from "../../ui/JoinedTexts";
import tones from "../../ui/layout/tones.module.css";
import { ListLoading } from "../../ui/records/ListBody";
import { PanelForm } from "../../ui/records/PanelForm";
import { ErrorState } from "../../ui/states/ErrorState";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { toast } from "../../ui/toast/toast";
import { invalidateProject } from "../projects/project-actions";
import { recordOpened } from "../projects/recently-opened";
import { PeopleOfRoles, type PersonOfRole } from "./PeopleOfRoles";
import classes from "./templates.module.css";

interface TemplateFormProps {
  template: ProjectTemplate;
  onClose: () => void;
}

/** Reads the content of a template for its form. */
export function TemplatePanel({ code, onClose }: { code: string; onClose: () => void }) {
  const text = useText();
  const query = useEndpoint(readProjectTemplate, { params: { code } }, { staleTime: 60_000 });
  return (
    <QueryBoundary query={query} loading={<ListLoading />} failed={text("templates.notLoaded")}>
      {({ data }) => <TemplateForm template={data} onClose={onClose} />}
    </QueryBoundary>
  );
}

/** Creates a project from a template and opens its board. */
function TemplateForm({ template, onClose }: TemplateFormProps) {
  const text = useText();
  const navigate = useNavigate();
  const people = useEndpoint(assignableUsers, {}, { staleTime: 60_000 });
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
  const { day } = form.values;
  return (
    <PanelForm form={form} onClose={onClose} saveLabel={text("projectForm.create")}>
      {template.description && <p className={tones.muted}>{template.description}</p>}
      <TextInput data-autofocus label={text("projectForm.title")} autoComplete="off" {...form.field("title")} />
      <DateField label={template.day_title ?? text("templates.day")} {...form.valueProps<string | null>("day")} />
      {people.isLoadingError && template.content.roles.length > 0 ? (
        <ErrorState error={people.error} onRetry={() => void people.refetch()} retrying={people.isFetching} />
      ) : (
        <PeopleOfRoles
          roles={template.content.roles}
          users={people.data?.data.users ?? []}
          people={form.values.people}
          onChange={(chosen) => form.setValue("people", chosen)}
          errorAt={(at) => form.errorAt(`people.${at}.user_id`)}
        />
      )}
      <Parts title={text("templates.fields")} names={template.content.fields.map((field) => field.title)} />
      <Parts title={text("templates.views")} names={template.content.views.map((view) => view.name)} />
      <OutdatedProjects projects={template.outdated_projects} />
      <Tasks template={template} day={day && isValidDay(day) ? day : null} />
    </PanelForm>
  );
}

/** The tasks of the template with their dates; relative ones until a day is chosen. */
function Tasks({ template, day }: { template: ProjectTemplate; day: string | null }) {
  const text = useText();
  const { day: formatDay } = useFormat();
  const dateOf = (offset: number | null) => {
    if (offset === null) return null;
    if (day) return formatDay(addDays(day, offset), "medium");
    if (offset === 0) return text("templates.onDay");
    return text(offset < 0 ? "templates.daysBefore" : "templates.daysAfter", { count: Math.abs(offset) });
  };
  const { tasks } = template.content;
  if (tasks.length === 0) return null;
  return (
    <section aria-label={text("templates.tasks")}>
      <h3 className={classes.heading}>{text("templates.tasks")}</h3>
      <ul className={classes.tasks}>
        {tasks.map(({ title, due_offset, subtasks }, at) => (
          <li key={at}>
            <span>
              <bdi>{title}</bdi>
              {subtasks.length > 0 && (
                <span className={tones.quietSmall}>
                  <JoinedTexts texts={subtasks.map(({ name }) => name)} />
                </span>
              )}
            </span>
            <span className={tones.quietSmall}>{dateOf(due_offset)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Names of further contents; nothing if there are none. */
function Parts({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className={classes.heading}>{title}</h3>
      <p className={tones.muted}>
        <JoinedTexts texts={names} />
      </p>
    </section>
  );
}

/** Projects that were created before the content of the template changed. They stay as they are. */
function OutdatedProjects({ projects }: { projects: ProjectTemplate["outdated_projects"] }) {
  const text = useText();
  if (projects.length === 0) return null;
  return (
    <section aria-labelledby="outdated-projects">
      <h3 id="outdated-projects" className={classes.heading}>
        {text("templates.outdated", { count: projects.length })}
      </h3>
      <ul className={classes.tasks}>
        {projects.map(({ id, title }) => (
          <li key={id}>
            <Link to={paths.projectView(id)}>{title}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
