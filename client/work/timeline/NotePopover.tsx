import { Popover } from "@mantine/core";
import { type CSSProperties, type ReactNode, useMemo } from "react";
import { useText } from "../../platform/intl/useText";
import { useStore } from "../../platform/store";
import { DependencyNote } from "./DependencyNote";
import classes from "./TimelineChart.module.css";
import noteClasses from "./Note.module.css";
import { TaskNote } from "./TaskNote";
import type { TimelineItem, TimelineRow } from "./timeline.rows";
import { planById } from "./timeline.state";
import { rowHeight } from "./useChartWindow";
import { useChart, useDragState, useSelectedItem } from "./useTimeline";

/** Popover of the selected bar or arrow. Its content is outside the chart's element, so that typing there doesn't trigger chart keys. */
export function NotePopover({ rows, children }: { rows: readonly TimelineRow[]; children: ReactNode }) {
  const text = useText();
  const { selection } = useChart();
  const selected = useSelectedItem((now) => now);
  const isDragging = useDragState((drag) => drag?.by === "pointer");
  const close = () => {
    if (!selected) return;
    selection.select(null);
    if (selected.kind === "task") focusBar(selected.taskId);
  };
  const selectedTask = useSelectedTask(rows);
  return (
    <Popover
      opened={selected !== null && selectedTask !== null && !isDragging}
      onChange={(open) => !open && close()}
      closeOnClickOutside={false}
      closeOnEscape={false}
      position="bottom-start"
      // The chart stays interactive.
      withOverlay={false}
      trapFocus={false}
      // Anchored to an empty element; the bar itself has `aria-expanded`.
      withRoles={false}
      width={300}
      shadow="md"
      offset={10}
    >
      {children}
      <Popover.Dropdown
        data-no-sheet
        className={noteClasses.note}
        role="dialog"
        aria-label={text("timeline.note")}
        onKeyDown={(event) => event.key === "Escape" && !event.defaultPrevented && close()}
      >
        {selected?.kind === "task" && selectedTask && (
          <TaskNote
            key={selected.taskId}
            projectId={selected.projectId}
            taskId={selected.taskId}
            byKeys={selected.byKeys}
          />
        )}
        {selected?.kind === "arrow" && <DependencyNote {...selected} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function focusBar(taskId: number): void {
  document.querySelector<HTMLElement>(`[data-timeline] [data-bar="${taskId}"]`)?.focus({ preventScroll: true });
}

/** Bar that the popover is anchored to: the selected one, or the one at the arrow's end. Null if it has no row. */
function useSelectedTask(rows: readonly TimelineRow[]): { at: number; item: TimelineItem } | null {
  const selected = useSelectedItem((now) => now);
  return useMemo(() => {
    if (!selected) return null;
    const rowKey = selected.kind === "task" ? selected.rowKey : `task:${selected.taskId}`;
    const at = rows.findIndex(({ key }) => key === rowKey);
    const row = rows[at];
    const items = row?.kind === "task" ? [row.item] : row?.kind === "lane" ? row.items : [];
    const item = items.find(({ task }) => task.id === selected.taskId);
    return item ? { at, item } : null;
  }, [selected, rows]);
}

export function NoteAnchor({ rows }: { rows: readonly TimelineRow[] }) {
  const { range, store } = useChart();
  const selectedTask = useSelectedTask(rows);
  const { plans } = useStore(store.state$);
  const isUnavailable = selectedTask && !planById({ ...store.state$.value, plans }, selectedTask.item.project.id);
  if (!selectedTask || isUnavailable) return null;
  const { span } = selectedTask.item;
  const style = {
    "--from": span.from - range.first,
    "--span": span.to - span.from + 1,
    insetBlockStart: selectedTask.at * rowHeight,
  } as CSSProperties;
  return (
    <Popover.Target>
      <span className={classes.anchor} style={style} />
    </Popover.Target>
  );
}
