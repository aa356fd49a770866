import { UnstyledButton } from "@mantine/core";
import { Fragment, type ReactNode } from "react";
import { type ChoiceField, choiceFrom } from "../../../shared/tasks/tasks.field-lists";
import type { TaskField } from "../../../shared/tasks/tasks.fields";
import { type Text, useText } from "../../platform/intl/useText";
import { Avatar } from "../../ui/signs/Avatar";
import { StatusGlyph } from "../../ui/signs/StatusGlyph";
import { statusOfColumn } from "../board/state/column.status";
import { DateRow } from "../fields/DateRow";
import { DependencyRow } from "../fields/DependencyRow";
import { EstimateRow } from "../fields/EstimateRow";
import { FieldRow } from "../fields/FieldRow";
import { PeopleRow } from "../fields/PeopleRow";
import { Picker, type PickerOption } from "../fields/Picker";
import { ProgressRow } from "../fields/ProgressRow";
import { choiceOr, useChoices } from "../fields/useChoices";
import { useBlockedWarning } from "../fields/useBlockedWarning";
import { useShownTask } from "./shown-task";
import { TagsRow } from "../fields/TagsRow";
import classes from "./TaskProps.module.css";
import type { TaskFields } from "../fields/useTaskFields";

type Row = (shown: { fields: TaskFields; text: Text }) => ReactNode;

/** The facts of a task in two columns, in this order; null for what stands elsewhere. A new field is asked for here. */
const rows: Record<TaskField | "task_status_id" | "reporter" | "blocking", Row | null> = {
  title: null,
  description: null,
  cover_id: null,
  task_status_id: ({ fields }) => <StatusRow fields={fields} />,
  due_date: ({ fields, text }) => <DateRow fields={fields} field="due_date" label={text("task.due")} />,
  users: ({ fields, text }) => <PeopleRow fields={fields} kind="users" label={text("task.assignees")} />,
  start_date: ({ fields, text }) => <DateRow fields={fields} field="start_date" label={text("task.start")} />,
  groups: ({ fields, text }) => <PeopleRow fields={fields} kind="groups" label={text("task.groups")} />,
  priority: ({ fields }) => <OneOfFew fields={fields} field="priority" />,
  tags: ({ fields }) => <TagsRow fields={fields} />,
  complexity: ({ fields }) => <OneOfFew fields={fields} field="complexity" />,
  estimate_minutes: ({ fields }) => <EstimateRow fields={fields} />,
  reporter: () => <ReporterRow />,
  progress: ({ fields }) => <ProgressRow fields={fields} />,
  blockers: () => <DependencyRow side="blockers" />,
  blocking: () => <DependencyRow side="blocking" />,
};

export function TaskProps({ fields }: { fields: TaskFields }) {
  const text = useText();
  return (
    <dl className={classes.props}>
      {Object.entries(rows).map(([name, row]) => (
        <Fragment key={name}>{row?.({ fields, text })}</Fragment>
      ))}
    </dl>
  );
}

function ReporterRow() {
  const text = useText();
  const task = useShownTask();
  return (
    <FieldRow label={text("task.reporter")}>
      {task.reporter ? (
        <span className={classes.value}>
          <Avatar person={task.reporter} size={20} named />
          <bdi className="clip">{task.reporter.fullname}</bdi>
        </span>
      ) : (
        <span className={`${classes.value} ${classes.none}`}>{text("field.none")}</span>
      )}
    </FieldRow>
  );
}

/** One of a few: the value is the button that opens them. */
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

function StatusRow({ fields }: { fields: TaskFields }) {
  const text = useText();
  const task = useShownTask();
  const board = {
    columnIds: task.columns.map(({ id }) => id),
    columns: Object.fromEntries(task.columns.map((one) => [one.id, one])),
  };
  const id = fields.value<number>("task_status_id");
  const column = task.columns.find((one) => one.id === id) ?? task.column;
  const warn = useBlockedWarning();
  return (
    <ChoiceRow
      label={text("task.status")}
      field="task_status_id"
      fields={fields}
      editable={task.can.move}
      options={task.columns.map((one) => ({
        value: String(one.id),
        label: one.title,
        icon: <StatusGlyph status={statusOfColumn(board, one.id)} />,
      }))}
      chosen={String(id)}
      onPick={(value) => {
        fields.save("task_status_id", Number(value));
        if (task.columns.some((one) => one.id === Number(value) && one.kind === "done")) warn(task);
      }}
    >
      <StatusGlyph status={statusOfColumn(board, column.id)} />
      <bdi className="clip">{column.title}</bdi>
      {task.archived && <span className={classes.muted}>{text("task.archivedNow")}</span>}
    </ChoiceRow>
  );
}

/** A field whose few values stand in the table of fields. */
function OneOfFew({ fields, field }: { fields: TaskFields; field: ChoiceField }) {
  const choices = useChoices();
  const task = useShownTask();
  const value = choiceOr(field, fields.value(field));
  return (
    <ChoiceRow
      label={choices.label(field)}
      field={field}
      fields={fields}
      editable={task.can.edit}
      options={choices.options(field)}
      chosen={String(value)}
      onPick={(chosen) => fields.save(field, choiceFrom(field, chosen) ?? value)}
    >
      {choices.row(field, value, classes.muted)}
    </ChoiceRow>
  );
}
