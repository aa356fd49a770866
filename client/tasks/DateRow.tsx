import { Popover, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { singleProject } from "../../shared/projects/projects.contract";
import { useFormat, useText } from "../platform/intl/useText";
import { OfflineError } from "../platform/problem-error";
import { useEndpoint } from "../platform/query";
import { ErrorState } from "../ui/ErrorState";
import { later } from "../ui/later";
import { Skeleton } from "../ui/Skeleton";
import { DueDay } from "./DueDay";
import { FieldRow } from "./FieldRow";
import { useShownTask } from "./shown-task";
import classes from "./TaskProps.module.css";
import type { TaskFields } from "./useTaskFields";

const DayChooser = later(async () => (await import("./DayChooser")).DayChooser, {
  waiting: () => <Skeleton width={248} height={248} />,
  failed: ({ onRetry }) => <ErrorState error={new OfflineError()} onRetry={onRetry} />,
});

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
  const { day } = useFormat();
  const task = useShownTask();
  const [open, setOpen] = useState(false);
  const project = useEndpoint(singleProject, { params: { id: task.project_id } }).data?.data;
  const value = fields.value<string | null>(field);
  const shown = !value ? (
    <span className={classes.none}>{text("field.none")}</span>
  ) : field === "due_date" ? (
    <DueDay task={{ due_date: value, progress: task.progress }} weekday />
  ) : (
    <time dateTime={value}>{day(value, "medium")}</time>
  );
  const save = (chosen: string | null) => {
    setOpen(false);
    if (chosen !== value) fields.save(field, chosen);
  };
  return (
    <FieldRow label={label} field={field} fields={fields}>
      {task.can.edit ? (
        <Popover opened={open} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
          <Popover.Target>
            <UnstyledButton
              className={classes.value}
              aria-expanded={open}
              aria-haspopup="dialog"
              onClick={() => setOpen(!open)}
            >
              {shown}
            </UnstyledButton>
          </Popover.Target>
          <Popover.Dropdown aria-label={label}>
            <DayChooser
              value={value}
              min={field === "due_date" ? latest(task.start_date, project?.start_date) : project?.start_date}
              max={field === "start_date" ? earliest(task.due_date, project?.end_date) : project?.end_date}
              onChange={save}
            />
          </Popover.Dropdown>
        </Popover>
      ) : (
        <span className={classes.value}>{shown}</span>
      )}
    </FieldRow>
  );
}

const latest = (a: string | null | undefined, b: string | null | undefined) => (a && b ? (a > b ? a : b) : (a ?? b));
const earliest = (a: string | null | undefined, b: string | null | undefined) => (a && b ? (a < b ? a : b) : (a ?? b));
