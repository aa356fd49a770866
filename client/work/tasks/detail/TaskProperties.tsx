import { parseIdParam, useAddress } from "../../../platform/address/useAddress";
import { fieldParam } from "../../projects/open-task";
import { Button, UnstyledButton } from "@mantine/core";
import { Fragment, type ReactNode, Suspense, useState } from "react";
import type { TaskDetail } from "../../../../shared/work/tasks/task-detail.contract";
import {
  type ChoiceField,
  choiceFields,
  type FigureField,
  figureFields,
  parseChoice,
} from "../../../../shared/work/tasks/tasks.field-lists";
import type { TaskField } from "../../../../shared/work/tasks/tasks.fields";
import { type TextFunction, useText } from "../../../platform/intl/useText";
import { useIsPhoneWidth } from "../../../platform/useIsPhoneWidth";
import { Avatar } from "../../../ui/signs/Avatar";
import { StatusGlyph } from "../../../ui/signs/StatusGlyph";
import { statusOfColumn } from "../state/column.status";
import { DateRow } from "../fields/DateRow";
import { DependencyRow } from "../fields/DependencyRow";
import type { CommandArgument } from "../../../ui/palette/palette";
import { FieldRow } from "../fields/FieldRow";
import { FigureRow } from "../fields/FigureRow";
import { PeopleRow } from "../fields/PeopleRow";
import { Picker, type PickerOption } from "../../../ui/fields/Picker";
import { ProgressRow } from "../fields/ProgressRow";
import { choiceOrDefault, useChoices } from "../fields/useChoices";
import { useBlockedWarning } from "../fields/useBlockedWarning";
import { useShownTask } from "../fields/shown-task";
import { TagsRow } from "../fields/TagsRow";
import { ImportedFrom } from "../../comments/ImportedFrom";
import classes from "../fields/TaskProperties.module.css";
import tones from "../../../ui/layout/tones.module.css";
import { taskRows } from "../tasks.slots";
import { ProjectFieldRow } from "../fields/ProjectFieldRow";
import { projectFieldName, type TaskFields } from "../fields/useTaskFields";

type Row = (props: { fields: TaskFields; text: TextFunction }) => ReactNode;

type Property = Exclude<TaskField, "title" | "description" | "cover_id"> | "task_status_id" | "reporter" | "blocking";
type GeneralField = ChoiceField | Exclude<FigureField, "progress">;

const general = Object.fromEntries([
  ...choiceFields.map((field): [string, Row] => [
    field,
    ({ fields }) => <InlineChoiceRow fields={fields} field={field} />,
  ]),
  ...figureFields
    .filter((field) => field !== "progress")
    .map((field): [string, Row] => [field, ({ fields }) => <FigureRow fields={fields} field={field} />]),
]) as Record<GeneralField, Row>;

/** The type requires a row for every field that isn't general. */
const rows: Record<Property, Row> = {
  ...general,
  task_status_id: ({ fields }) => <StatusRow fields={fields} />,
  due_date: ({ fields, text }) => <DateRow fields={fields} field="due_date" label={text("task.due")} />,
  users: ({ fields, text }) => <PeopleRow fields={fields} kind="users" label={text("task.assignees")} />,
  start_date: ({ fields, text }) => <DateRow fields={fields} field="start_date" label={text("task.start")} />,
  groups: ({ fields, text }) => <PeopleRow fields={fields} kind="groups" label={text("task.groups")} />,
  tags: ({ fields }) => <TagsRow fields={fields} />,
  reporter: () => <ReporterRow />,
  progress: ({ fields }) => <ProgressRow fields={fields} />,
  blockers: () => <DependencyRow side="blockers" />,
  blocking: () => <DependencyRow side="blocking" />,
};

const first: readonly Property[] = [
  "task_status_id",
  "due_date",
  "users",
  "start_date",
  "groups",
  "priority",
  "tags",
  "complexity",
];

/** In display order. */
const properties = [
  ...new Set([...first, ...(Object.keys(general) as GeneralField[]), ...(Object.keys(rows) as Property[])]),
];

function isUnset(name: Property, task: TaskDetail, fields: TaskFields): boolean {
  if (name === "reporter" && task.import !== null) return false;
  const isRelation = name === "reporter" || name === "blockers" || name === "blocking";
  const value = isRelation ? task[name] : fields.value(name);
  return Array.isArray(value) ? value.length === 0 : value === null;
}

export function TaskProperties({ fields }: { fields: TaskFields }) {
  const text = useText();
  const task = useShownTask();
  const narrow = useIsPhoneWidth();
  const [all, setAll] = useState(false);
  const [search] = useAddress();
  const requestedField = parseIdParam(search.get(fieldParam) ?? "");
  // On a phone a dozen rows would push the description out of sight.
  const empty = narrow ? properties.filter((name) => isUnset(name, task, fields)) : [];
  return (
    <>
      <dl className={classes.props}>
        {properties
          .filter((name) => all || !empty.includes(name))
          .map((name) => (
            <Fragment key={name}>{rows[name]({ fields, text })}</Fragment>
          ))}
        {task.fields
          .filter(({ id }) => all || !narrow || id === requestedField || fields.value(projectFieldName(id)) !== null)
          .map((field) => (
            <ProjectFieldRow key={field.id} field={field} fields={fields} />
          ))}
        {taskRows.entries.map(({ Part }, at) => (
          <Suspense key={at}>
            <Part task={task} isComplete={all || !narrow} />
          </Suspense>
        ))}
      </dl>
      {empty.length > 0 && (
        <Button variant="subtle" color="gray" size="xs" aria-expanded={all} onClick={() => setAll(!all)}>
          {text(all ? "task.properties.fewer" : task.can.edit ? "task.properties.add" : "task.properties.all")}
        </Button>
      )}
    </>
  );
}

function ReporterRow() {
  const text = useText();
  const task = useShownTask();
  return (
    <FieldRow label={text("task.reporter")}>
      {task.reporter ? (
        <span className={classes.value}>
          <Avatar person={task.reporter} size={20} hasVisibleName />
          <bdi className="clip">{task.reporter.fullname}</bdi>
        </span>
      ) : (
        <span className={`${classes.value} ${classes.none}`}>{text("field.none")}</span>
      )}
      {task.import && (
        <p className={tones.quietSmall}>
          <ImportedFrom origin={task.import} hasVisibleDay />
        </p>
      )}
    </FieldRow>
  );
}

export function ChoiceRow(props: {
  label: string;
  field: Parameters<TaskFields["save"]>[0];
  fields: TaskFields;
  options: readonly PickerOption[];
  chosen: string;
  editable: boolean;
  onPick: (value: string) => void;
  children: ReactNode;
}) {
  const { label, field, fields, options, chosen, editable, onPick, children } = props;
  return (
    <FieldRow label={label} field={field} fields={fields}>
      {editable ? (
        <Picker
          options={options}
          chosen={[chosen]}
          onPick={(value) => value !== chosen && onPick(value)}
          searchLabel={label}
          width={200}
        >
          {(button) => (
            <UnstyledButton className={classes.value} {...button}>
              <span className="sr-only">{label}: </span>
              {children}
            </UnstyledButton>
          )}
        </Picker>
      ) : (
        <span className={classes.value}>{children}</span>
      )}
    </FieldRow>
  );
}

/** Columns that the task can move to, for the status row and the command palette. */
export function useStatusArgument(fields: TaskFields): CommandArgument {
  const task = useShownTask();
  const warn = useBlockedWarning();
  return {
    options: task.columns.map((one) => ({
      value: String(one.id),
      label: one.title,
      icon: <StatusGlyph status={statusOfColumn(boardOf(task), one.id)} />,
    })),
    chosen: [String(fields.value<number>("task_status_id"))],
    pick: (value) => {
      fields.save("task_status_id", Number(value));
      const kind = task.columns.find((one) => one.id === Number(value))?.kind;
      if (kind) warn(task, kind);
    },
  };
}

const boardOf = ({ columns }: TaskDetail) => ({
  columnIds: columns.map(({ id }) => id),
  columns: Object.fromEntries(columns.map((one) => [one.id, one])),
});

function StatusRow({ fields }: { fields: TaskFields }) {
  const text = useText();
  const task = useShownTask();
  const { options, pick } = useStatusArgument(fields);
  const id = fields.value<number>("task_status_id");
  const column = task.columns.find((one) => one.id === id) ?? task.column;
  return (
    <ChoiceRow
      label={text("task.status")}
      field="task_status_id"
      fields={fields}
      editable={task.can.move}
      options={options}
      chosen={String(id)}
      onPick={pick}
    >
      <StatusGlyph status={statusOfColumn(boardOf(task), column.id)} />
      <bdi className="clip">{column.title}</bdi>
      {task.archived && <span className={classes.muted}>{text("task.archivedNow")}</span>}
    </ChoiceRow>
  );
}

function InlineChoiceRow({ fields, field }: { fields: TaskFields; field: ChoiceField }) {
  const choices = useChoices();
  const task = useShownTask();
  const value = choiceOrDefault(field, fields.value(field));
  return (
    <ChoiceRow
      label={choices.label(field)}
      field={field}
      fields={fields}
      editable={task.can.edit}
      options={choices.options(field)}
      chosen={String(value)}
      onPick={(chosen) => fields.save(field, parseChoice(field, chosen) ?? value)}
    >
      {choices.row(field, value, classes.muted)}
    </ChoiceRow>
  );
}
