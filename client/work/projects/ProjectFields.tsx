import { Input, MultiSelect, Select, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { AnyObjectSchema } from "yup";
import { assignableUsers } from "../../../shared/work/projects/assignable.contract";
import { listProjectChoices } from "../../../shared/work/projects/projects.contract";
import { type ProjectState, projectStates } from "../../../shared/work/projects/projects.schema";
import { Message, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useHomeCurrency } from "../../platform/session";
import { TextEditor } from "../../ui/text-editor/TextEditor";
import { AmountField } from "../../ui/fields/AmountField";
import { DateField } from "../../ui/fields/DateField";
import type { useForm } from "../../ui/form/form";
import { OptionalLabel } from "../../ui/fields/OptionalLabel";
import { Panel } from "../../ui/Panel";
import type { Person } from "../../ui/signs/people";
import { FailedReads } from "../../ui/states/FailedReads";
import { ColorField } from "./ColorField";
import { MembersEditor } from "./MembersEditor";
import type { ProjectDetail } from "../../../shared/work/projects/projects.contract";
import type { MemberValue, ProjectValues } from "./project-form";
import classes from "./ProjectForm.module.css";
import flow from "../../ui/layout/flow.module.css";

export type ProjectFormState = ReturnType<typeof useForm<AnyObjectSchema, ProjectValues>>;

interface ProjectFieldsProps {
  form: ProjectFormState;
  suggestedCode?: string;
  makerId?: number;
  /** The edited project; its current choices are shown even if they are no longer available. */
  project?: ProjectDetail;
  withMembers: boolean;
  /** Changes when the values are reset from outside, which remounts the text editor. */
  started?: number;
}

export function ProjectFields({ form, suggestedCode, makerId, project, withMembers, started }: ProjectFieldsProps) {
  const text = useText();
  const home = useHomeCurrency();
  const { values } = form;
  return (
    <div className={classes.columns}>
      <Panel title={text("projectForm.facts")} padded>
        <div className={flow.fields}>
          <TextInput
            className={classes.wide}
            autoFocus
            label={text("projectForm.title")}
            {...form.field("title")}
            autoComplete="off"
          />
          <CodeField form={form} suggested={suggestedCode} isNew={project === undefined} />
          <Select
            label={text("projects.column.state")}
            data={projectStates.map((state) => ({ value: state, label: text(`projects.state.${state}`) }))}
            {...form.valueProps<ProjectState>("status")}
            onChange={(state) => state && form.setValue("status", state)}
            allowDeselect={false}
          />
          <DateField
            label={<OptionalLabel label={text("projectForm.start")} />}
            {...form.valueProps<string | null>("start_date")}
            max={values.end_date}
          />
          <DateField
            label={<OptionalLabel label={text("projectForm.end")} />}
            {...form.valueProps<string | null>("end_date")}
            min={values.start_date}
          />
          <DescriptionField form={form} started={started} />
          <PlaceFields form={form} project={project} />
          <AmountField
            label={<OptionalLabel label={text("projectForm.budget")} />}
            currency={project?.budget_currency ?? home}
            before={form.startValues.budget}
            {...form.valueProps<string>("budget")}
          />
          <ColorField
            label={text("projectForm.color")}
            value={values.color}
            onChange={(color) => form.setValue("color", color)}
          />
        </div>
      </Panel>
      {withMembers && <PeopleFields form={form} project={project} makerId={makerId} />}
    </div>
  );
}

/** The code follows the title until the user edits it; a preview shows the resulting task keys. */
function CodeField({ form, suggested, isNew }: { form: ProjectFormState; suggested?: string; isNew: boolean }) {
  const text = useText();
  const code = form.values.code || suggested;
  const example: ReactNode = code && (
    <Message
      id={isNew ? "projectForm.code.preview" : "projectForm.code.all"}
      values={{ key: <bdi className={classes.example}>{`${code}-1`}</bdi> }}
    />
  );
  return (
    <TextInput
      label={text("projectForm.code")}
      {...form.field("code")}
      onChange={(event) => form.setValue("code", event.currentTarget.value.toUpperCase())}
      placeholder={suggested}
      autoComplete="off"
      spellCheck={false}
      description={example}
      inputWrapperOrder={["label", "input", "error", "description"]}
    />
  );
}

function DescriptionField({ form, started }: { form: ProjectFormState; started?: number }) {
  const text = useText();
  const { value, onChange, error } = form.valueProps<string>("description");
  const label = text("projectForm.description");
  return (
    <Input.Wrapper
      className={classes.wide}
      label={<OptionalLabel label={label} />}
      labelElement="div"
      error={error}
      inputWrapperOrder={["label", "input", "error"]}
    >
      <TextEditor key={started} html={value} people={noMentions} label={label} onChange={onChange} />
    </Input.Wrapper>
  );
}

/** Descriptions offer no mentions, because they send no notifications. */
const noMentions: readonly Person[] = [];

function PlaceFields({ form, project }: { form: ProjectFormState; project?: ProjectDetail }) {
  const text = useText();
  const query = useEndpoint(listProjectChoices, {}, { staleTime: 5 * 60_000 });
  const field = (name: "client_id" | "department_id", present: { id: number; name: string } | null | undefined) => {
    const found = query.data?.data[name === "client_id" ? "clients" : "departments"] ?? [];
    const all = present && !found.some(({ id }) => id === present.id) ? [...found, present] : found;
    const { value, onChange, ...rest } = form.valueProps<number | null>(name);
    return (
      <Select
        {...rest}
        label={<OptionalLabel label={text(`projectForm.${name}`)} />}
        data={all.map((one) => ({ value: String(one.id), label: one.name }))}
        value={value === null ? null : String(value)}
        onChange={(id) => onChange(id === null ? null : Number(id))}
        searchable
        clearable
        limit={100}
        nothingFoundMessage={text(query.isLoadingError ? "error.notLoaded" : "projectForm.nothingFound")}
      />
    );
  };
  return (
    <>
      {field("client_id", project?.client)}
      {field("department_id", project?.department)}
      <FailedReads reads={[query]} />
    </>
  );
}

interface PeopleFieldsProps {
  form: ProjectFormState;
  project?: ProjectDetail;
  makerId?: number;
}

function PeopleFields({ form, project, makerId }: PeopleFieldsProps) {
  const text = useText();
  const query = useEndpoint(assignableUsers, {}, { staleTime: 60_000 });
  const inIt = project?.project_members.map(({ user }) => user) ?? [];
  const people = [...new Map([...inIt, ...(query.data?.data.users ?? [])].map((one) => [one.id, one])).values()];
  const groups = [
    ...new Map([...(query.data?.data.groups ?? []), ...(project?.groups ?? [])].map((one) => [one.id, one])).values(),
  ];
  const members = form.valueProps<MemberValue[]>("members");
  const chosen = form.valueProps<number[]>("groups");
  return (
    <Panel title={text("projects.column.members")} padded>
      <div className={classes.people}>
        <FailedReads reads={[query]} />
        <MembersEditor
          members={members.value}
          people={people}
          onChange={members.onChange}
          fixed={makerId}
          disabled={form.sending}
          error={members.error}
        />
        {groups.length > 0 && (
          <MultiSelect
            size="sm"
            label={<OptionalLabel label={text("projects.groups")} />}
            description={text("projects.groups.why")}
            inputWrapperOrder={["label", "input", "error", "description"]}
            data={groups.map(({ id, title }) => ({ value: String(id), label: title }))}
            value={chosen.value.map(String)}
            onChange={(ids) => chosen.onChange(ids.map(Number))}
            searchable
            clearable
            error={chosen.error}
          />
        )}
      </div>
    </Panel>
  );
}
