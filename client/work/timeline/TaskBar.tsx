import { type CSSProperties, memo } from "react";
import type { Actor } from "../../../shared/kernel/events";
import { useFormat, useText } from "../../platform/intl/useText";
import { TruncatedName } from "../../ui/signs/TruncatedName";
import { toneColor } from "../../ui/signs/tones";
import classes from "./TaskBar.module.css";
import { dayOfNumber } from "../../../shared/kernel/day-number";
import { draggedSpanOf } from "./timeline.drag-state";
import type { TimelineItem } from "./timeline.rows";
import type { BarMark } from "./timeline.state";
import { useBarText, useSpanText } from "./usePendingBars";
import { useDependencyChain, useChart, useDragState, useSelectedItem, useJointMoves } from "./useTimeline";

/** Width in pixels below which bars have no name. */
const shortest = 34;
/** Width in pixels above which bars have a sticky name. Not all bars have one, because sticky elements slow down scrolling. */
const longest = 240;

interface BarProps {
  item: TimelineItem;
  rowKey: string;
  people: readonly Actor[];
  tabStop: boolean;
  /** Set if the task was changed recently by another user or is waiting to be sent. */
  state: BarMark | null;
}

export const TaskBar = memo(function Bar({ item, rowKey, people, tabStop, state }: BarProps) {
  const text = useText();
  const { day, list } = useFormat();
  const { range, dayWidth, today, selection, week, say } = useChart();
  const { task, project } = item;
  const drag = useDragState((state) => (draggedSpanOf(state, task.id) ? state : null));
  const targeted = useDragState((state) => state?.target === task.id);
  const selected = useSelectedItem((now) => now?.kind === "task" && now.taskId === task.id && now.rowKey === rowKey);
  const dimmed = useDependencyChain((chain) => chain !== null && !chain.has(task.id));
  const barWords = useBarText({ week, today });
  const together = useJointMoves((now) => now.has(task.id));
  const span = draggedSpanOf(drag, task.id) ?? item.span;
  const width = (span.to - span.from + 1) * dayWidth;
  const done = task.progress >= 100;
  const late = done || task.due_date === null ? 0 : today - span.to;
  const style = {
    "--from": span.from - range.first,
    "--span": span.to - span.from + 1,
    "--done": `${task.progress}%`,
    "--dot": toneColor(project.color),
  } as CSSProperties;
  return (
    <button
      type="button"
      className={classes.bar}
      style={style}
      data-bar={task.id}
      data-project={project.id}
      data-row={rowKey}
      data-due-only={span.dueOnly || undefined}
      data-short={(!span.dueOnly && width < shortest) || undefined}
      data-together={together || undefined}
      data-long={width > longest || undefined}
      data-done={done || undefined}
      data-selected={selected || undefined}
      data-hand={drag ? (drag.outside ? "outside" : "inside") : undefined}
      data-target={targeted || undefined}
      data-dimmed={dimmed || undefined}
      data-state={state ?? undefined}
      data-fixed={!project.can.edit || undefined}
      aria-label={barWords(task, list(people.map(({ fullname }) => fullname)))}
      aria-describedby="timeline-keys"
      aria-expanded={selected}
      aria-pressed={together || undefined}
      tabIndex={tabStop ? 0 : -1}
      onClick={(event) => {
        const { ctrlKey, metaKey, shiftKey, nativeEvent } = event;
        const byTouch = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === "touch";
        if (ctrlKey || metaKey || shiftKey || (byTouch && selection.together$.value.size > 0))
          return say(text("timeline.said.together", { count: selection.toggleTogether(project.id, task.id) }));
        selection.select(
          selected
            ? null
            : { kind: "task", projectId: project.id, taskId: task.id, rowKey, byKeys: event.detail === 0 },
        );
      }}
    >
      <i />
      <span className={classes.name} aria-hidden>
        <TruncatedName>{task.title}</TruncatedName>
      </span>
      {late > 0 && !drag && (
        <span className={classes.late} aria-hidden>
          {text("timeline.late", { days: late })}
        </span>
      )}
      {span.dueOnly && late <= 0 && !drag && (
        <span className={classes.due} aria-hidden>
          {day(dayOfNumber(span.to))}
        </span>
      )}
      {drag?.task.id === task.id && <DragNote />}
      {project.can.edit && (
        <>
          <span className={classes.grip} data-grip="start" />
          <span className={classes.grip} data-grip="end" />
          <span className={classes.link} data-grip="link" />
        </>
      )}
    </button>
  );
});

export function DragNote() {
  const text = useText();
  const { week } = useChart();
  const words = useSpanText({ week });
  const drag = useDragState((state) => state);
  if (!drag?.span) return null;
  return (
    <span className={classes.note} data-outside={drag.outside || undefined} aria-hidden>
      {drag.others.length > 0
        ? text("timeline.said.moved", { count: drag.others.length + 1, key: drag.task.key, when: words(drag.span) })
        : words(drag.span)}
      {drag.outside && <b>{text("task.outsideTimeline")}</b>}
    </span>
  );
}
