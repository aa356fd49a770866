import { UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import { priorities, type Priority } from "../../../shared/tasks/tasks.schema";
import { useFormat, useText } from "../../platform/intl/useText";
import { Avatar } from "../../ui/signs/Avatar";
import { PriorityBars } from "../../ui/signs/PriorityBars";
import { StatusGlyph } from "../../ui/signs/StatusGlyph";
import { complexityOf } from "../fields/ComplexityTicks";
import { statusOfColumn } from "../board/state/column.status";
import { DateRow } from "../fields/DateRow";
import { DependencyRow } from "../fields/DependencyRow";
import { EstimateRow } from "../fields/EstimateRow";
import { FieldRow } from "../fields/FieldRow";
import { PeopleRow } from "../fields/PeopleRow";
import { Picker, type PickerOption } from "../fields/Picker";
import { ProgressRow } from "../fields/ProgressRow";
import { useBlockedWarning } from "../fields/useBlockedWarning";
import { useShownTask } from "./shown-task";
import { TagsRow } from "../fields/TagsRow";
import classes from "./TaskProps.module.css";
import type { TaskFields } from "../fields/useTaskFields";

/** The facts of a task in two columns, each changed where it stands. */
export function TaskProps({ fields }: { fields: TaskFields }) {
  const text = useText();
  const task = useShownTask();
  return (
    <dl className={classes.props}>
      <StatusRow fields={fields} />
      <DateRow fields={fields} field="due_date" label={text("task.due")} />
      <PeopleRow fields={fields} kind="users" label={text("task.assignees")} />
      <DateRow fields={fields} field="start_date" label={text("task.start")} />
      <PeopleRow fields={fields} kind="groups" label={text("task.groups")} />
      <PriorityRow fields={fields} />
      <TagsRow fields={fields} />
      <ComplexityRow fields={fields} />
      <EstimateRow fields={fields} />
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
      <ProgressRow fields={fields} />
      <DependencyRow side="blockers" />
      <DependencyRow side="blocking" />
    </dl>
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

function PriorityRow({ fields }: { fields: TaskFields }) {
  const text = useText();
  const task = useShownTask();
  const priority = fields.value<Priority>("priority");
  return (
    <ChoiceRow
      label={text("task.priority")}
      field="priority"
      fields={fields}
      editable={task.can.edit}
      options={priorities.map((one) => ({
        value: one,
        label: text(`task.priority.${one}`),
        icon: <PriorityBars priority={one} />,
      }))}
      chosen={priority}
      onPick={(value) => fields.save("priority", value)}
    >
      <PriorityBars priority={priority} />
      {text(`task.priority.${priority}`)}
    </ChoiceRow>
  );
}

function ComplexityRow({ fields }: { fields: TaskFields }) {
  const text = useText();
  const { number } = useFormat();
  const task = useShownTask();
  const value = complexityOf(fields.value<number>("complexity"));
  return (
    <ChoiceRow
      label={text("task.complexity")}
      field="complexity"
      fields={fields}
      editable={task.can.edit}
      options={([1, 2, 3, 4, 5] as const).map((one) => ({
        value: String(one),
        label: text("task.complexity.choice", { value: number(one), word: text(`task.complexity.${one}`) }),
      }))}
      chosen={String(value)}
      onPick={(chosen) => fields.save("complexity", Number(chosen))}
    >
      <span className="num">{number(value)}</span>
      <span className={classes.muted}>{text("task.complexity.of", { word: text(`task.complexity.${value}`) })}</span>
    </ChoiceRow>
  );
}
