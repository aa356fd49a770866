import { UnstyledButton } from "@mantine/core";
import { useText } from "../../../platform/intl/useText";
import { DayPopover } from "./DayPopover";
import { DueDay, TaskDay } from "./DueDay";
import { FieldRow } from "./FieldRow";
import { useShownTask } from "./shown-task";
import classes from "./TaskProperties.module.css";
import type { TaskFields } from "./useTaskFields";

export function DateRow({
  fields,
  field,
  label,
}: {
  fields: TaskFields;
  field: "start_date" | "due_date";
  label: string;
}) {
  const text = useText();
  const task = useShownTask();
  const value = fields.value<string | null>(field);
  const content = !value ? (
    <span className={classes.none}>{text("field.none")}</span>
  ) : field === "due_date" ? (
    <DueDay task={{ due_date: value, progress: task.progress }} weekday />
  ) : (
    <TaskDay value={value} />
  );
  return (
    <FieldRow label={label} field={field} fields={fields}>
      {task.can.edit ? (
        <DayPopover
          value={value}
          min={field === "due_date" ? task.start_date : null}
          max={field === "start_date" ? task.due_date : null}
          projectId={task.project_id}
          label={label}
          onChange={(chosen, extend) => fields.save(field, chosen, undefined, extend)}
        >
          {(button) => (
            <UnstyledButton className={classes.value} {...button}>
              <span className="sr-only">{label}: </span>
              {content}
            </UnstyledButton>
          )}
        </DayPopover>
      ) : (
        <span className={classes.value}>{content}</span>
      )}
    </FieldRow>
  );
}
