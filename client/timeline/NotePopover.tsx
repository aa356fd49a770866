import { Popover } from "@mantine/core";
import { type CSSProperties, type ReactNode, useMemo } from "react";
import { useText } from "../platform/intl/useText";
import { useValue } from "../platform/value";
import { ArrowNote } from "./ArrowNote";
import classes from "./Chart.module.css";
import noteClasses from "./Note.module.css";
import { TaskNote } from "./TaskNote";
import type { Item, Row } from "./timeline.rows";
import { planById } from "./timeline.state";
import { rowHeight } from "./useChartWindow";
import { useChart, useHand, useSelected } from "./useTimeline";

/**
 * What hangs on the selected bar or arrow. The popover stands around the chart and its content beside it: what is typed
 * there isn't a key of the chart's.
 */
export function NotePopover({ rows, children }: { rows: readonly Row[]; children: ReactNode }) {
  const text = useText();
  const { selection } = useChart();
  const selected = useSelected((now) => now);
  const carried = useHand((hand) => hand?.by === "pointer");
  const close = () => {
    if (!selected) return;
    selection.select(null);
    if (selected.kind === "task") focusBar(selected.taskId);
  };
  const shown = useSelectedTask(rows);
  return (
    <Popover
      opened={selected !== null && shown !== null && !carried}
      onChange={(open) => !open && close()}
      closeOnClickOutside={false}
      closeOnEscape={false}
      position="bottom-start"
      // The chart is used beside it.
      withOverlay={false}
      trapFocus={false}
      // It hangs on an empty box: the bar itself says whether it is open.
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
        {selected?.kind === "task" && shown && (
          <TaskNote
            key={selected.taskId}
            projectId={selected.projectId}
            taskId={selected.taskId}
            byKeys={selected.byKeys}
          />
        )}
        {selected?.kind === "arrow" && <ArrowNote {...selected} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function focusBar(taskId: number): void {
  document.querySelector<HTMLElement>(`[data-timeline] [data-bar="${taskId}"]`)?.focus({ preventScroll: true });
}

/** Where the note hangs: the bar that is selected, or the one that an arrow ends at. Null when it has no place. */
function useSelectedTask(rows: readonly Row[]): { at: number; item: Item } | null {
  const selected = useSelected((now) => now);
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

/** An empty box over the bar. */
export function NoteAnchor({ rows }: { rows: readonly Row[] }) {
  const { range, store } = useChart();
  const shown = useSelectedTask(rows);
  const { plans } = useValue(store.state$);
  const gone = shown && !planById({ ...store.state$.value, plans }, shown.item.project.id);
  if (!shown || gone) return null;
  const { span } = shown.item;
  const style = {
    "--from": span.from - range.first,
    "--span": span.to - span.from + 1,
    insetBlockStart: shown.at * rowHeight,
  } as CSSProperties;
  return (
    <Popover.Target>
      <span className={classes.anchor} style={style} />
    </Popover.Target>
  );
}
