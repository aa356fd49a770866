import { Popover, UnstyledButton } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { singleProject } from "../../shared/projects/projects.contract";
import { useFormat, useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { DueDay } from "./DueDay";
import { FieldRow } from "./FieldRow";
import { useShownTask } from "./shown-task";
import classes from "./TaskProps.module.css";
import type { TaskFields } from "./useTaskFields";

const DayChooser = lazy(async () => ({ default: (await import("./DayChooser")).DayChooser }));

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
            <Suspense>
              <DayChooser
                value={value}
                min={field === "due_date" ? later(task.start_date, project?.start_date) : project?.start_date}
                max={field === "start_date" ? earlier(task.due_date, project?.end_date) : project?.end_date}
                onChange={save}
              />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      ) : (
        <span className={classes.value}>{shown}</span>
      )}
    </FieldRow>
  );
}

const later = (a: string | null | undefined, b: string | null | undefined) => (a && b ? (a > b ? a : b) : (a ?? b));
const earlier = (a: string | null | undefined, b: string | null | undefined) => (a && b ? (a < b ? a : b) : (a ?? b));
