import { Popover } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import type { KeyboardEvent, ReactNode } from "react";
import { singleProject } from "../../../../shared/projects/projects.contract";
import type { BoardTask } from "../../../../shared/tasks/tasks.contract";
import { useText } from "../../../platform/intl/useText";
import { OfflineError } from "../../../platform/problem-error";
import { useEndpoint } from "../../../platform/query";
import { ErrorState } from "../../../ui/states/ErrorState";
import { later } from "../../../ui/states/later";
import { Skeleton } from "../../../ui/states/Skeleton";
import { useListScope } from "../list.context";
import classes from "./ListCell.module.css";
import { useEditTask } from "./useEditTask";

const DayChooser = later(async () => (await import("../../fields/DayChooser")).DayChooser, {
  waiting: () => <Skeleton width={252} height={280} />,
  failed: ({ onRetry }) => <ErrorState error={new OfflineError()} onRetry={onRetry} />,
});

/** It should be there when the line breaks, and take the keys at once. */
export const preloadCalendar = () => DayChooser.preload();

/** A calendar below the cell: inside the project's dates, and never an end before its beginning. */
export function CellDate({
  field,
  task,
  children,
}: {
  field: "start_date" | "due_date";
  task: BoardTask;
  children: ReactNode;
}) {
  const text = useText();
  const { acts } = useListScope();
  const edit = useEditTask();
  const project = useEndpoint(singleProject, { params: { id: task.project_id } }).data?.data;
  const value = task[field];
  const label = text(`list.column.${field}`);
  const save = (day: string | null) => {
    if (day !== value) edit(task, { [field]: day });
    acts.leave();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") event.stopPropagation();
  };
  return (
    <Popover opened onChange={(open) => !open && acts.leave()} position="bottom-start" trapFocus>
      <Popover.Target>
        <button type="button" className={classes.editorButton} aria-label={label} onClick={() => acts.leave()}>
          {children}
          <span className={classes.grow} />
          <IconSelector size={14} stroke={1.75} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} onKeyDown={onKeyDown}>
        <DayChooser
          value={value}
          min={field === "due_date" ? latest(task.start_date, project?.start_date) : project?.start_date}
          max={field === "start_date" ? earliest(task.due_date, project?.end_date) : project?.end_date}
          onChange={save}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

const latest = (a: string | null | undefined, b: string | null | undefined) => (a && b ? (a > b ? a : b) : (a ?? b));
const earliest = (a: string | null | undefined, b: string | null | undefined) => (a && b ? (a < b ? a : b) : (a ?? b));
