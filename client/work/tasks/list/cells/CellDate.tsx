import { Popover } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import type { KeyboardEvent, ReactNode } from "react";
import type { ProjectField } from "../../../../../shared/work/fields/fields.contract";
import type { BoardTask } from "../../../../../shared/work/tasks/tasks.contract";
import { useText } from "../../../../platform/intl/useText";
import { OfflineError } from "../../../../platform/problem-error";
import { ErrorState } from "../../../../ui/states/ErrorState";
import { lazyWithRetry } from "../../../../ui/states/lazy-with-retry";
import { Skeleton } from "../../../../ui/states/Skeleton";
import { useListScope } from "../list.context";
import classes from "./ListCell.module.css";
import { useEditTask } from "./useEditTask";
import flow from "../../../../ui/layout/flow.module.css";

const DayChooser = lazyWithRetry(async () => (await import("../../fields/DayChooser")).DayChooser, {
  waiting: () => <Skeleton width={252} height={280} />,
  failed: ({ onRetry }) => <ErrorState error={new OfflineError()} onRetry={onRetry} />,
});

/** Preloaded so that it is available offline and opens without delay. */
export const preloadCalendar = () => DayChooser.preload();

/** Calendar below the cell. Start and due dates are limited to the project's dates and to a valid order. */
export function CellDate({
  field,
  task,
  startWith,
  children,
}: {
  field: "start_date" | "due_date" | ProjectField;
  task: BoardTask;
  startWith?: string;
  children: ReactNode;
}) {
  const text = useText();
  const { acts } = useListScope();
  const edit = useEditTask();
  const isOfProject = typeof field === "object";
  const value = isOfProject ? ((task.field_values[field.id] as string | undefined) ?? null) : task[field];
  const label = isOfProject ? field.title : text(`list.column.${field}`);
  const save = (day: string | null, extend: boolean) => {
    const change = isOfProject ? { field_values: { [field.id]: day } } : { [field]: day };
    if (day !== value) edit(task, { ...change, ...(extend && { extend_project: true }) });
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
          <span className={flow.grow} />
          <IconSelector size={14} stroke={1.75} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} onKeyDown={onKeyDown}>
        <DayChooser
          value={value}
          min={field === "due_date" ? task.start_date : null}
          max={field === "start_date" ? task.due_date : null}
          projectId={isOfProject ? undefined : task.project_id}
          startWith={startWith}
          onChange={save}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
