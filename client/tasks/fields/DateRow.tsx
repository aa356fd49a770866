import { UnstyledButton } from "@mantine/core";
import { singleProject } from "../../../shared/projects/projects.contract";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { DayPopover } from "./DayPopover";
import { DueDay, TaskDay } from "./DueDay";
import { FieldRow } from "./FieldRow";
import { useShownTask } from "../detail/shown-task";
import classes from "../detail/TaskProps.module.css";
import type { TaskFields } from "./useTaskFields";

/** A day out of a calendar, inside the project's timeline. */
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
  const project = useEndpoint(singleProject, { params: { id: task.project_id } }).data?.data;
  const value = fields.value<string | null>(field);
  const shown = !value ? (
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
          min={field === "due_date" ? latest(task.start_date, project?.start_date) : project?.start_date}
          max={field === "start_date" ? earliest(task.due_date, project?.end_date) : project?.end_date}
          label={label}
          onChange={(chosen) => fields.save(field, chosen)}
        >
          {(button) => (
            <UnstyledButton className={classes.value} {...button}>
              <span className="sr-only">{label}: </span>
              {shown}
            </UnstyledButton>
          )}
        </DayPopover>
      ) : (
        <span className={classes.value}>{shown}</span>
      )}
    </FieldRow>
  );
}

const latest = (a: string | null | undefined, b: string | null | undefined) => (a && b ? (a > b ? a : b) : (a ?? b));
const earliest = (a: string | null | undefined, b: string | null | undefined) => (a && b ? (a < b ? a : b) : (a ?? b));
