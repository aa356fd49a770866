import { type CSSProperties, memo, type MouseEvent } from "react";
import { useHref } from "react-router-dom";
import { dayNumber } from "../../../shared/kernel/day-number";
import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import { isOverdue } from "../../../shared/work/tasks/tasks.conditions.rules";
import { timelineSpanOf } from "../../../shared/work/timeline/timeline.span.rules";
import { dayOfNumber } from "../../../shared/kernel/day-number";
import { useFormat, useText } from "../../platform/intl/useText";
import { useStorePart } from "../../platform/store";
import { Avatar } from "../../ui/signs/Avatar";
import { StatusGlyph } from "../../ui/signs/StatusGlyph";
import { toneColor } from "../../ui/signs/tones";
import { TruncatedName } from "../../ui/signs/TruncatedName";
import { useTaskPath } from "../projects/task-layout";
import { useOpenTask } from "../projects/open-task";
import { cardState } from "../tasks/state/board.card-state";
import { useCardActions } from "../tasks/state/card-actions";
import { statusOfColumn } from "../tasks/state/column.status";
import { boardOptionLists, useBoard, useBoardParts, useBoardScope, useCardRights } from "../tasks/state/useBoard";
import { draggedSpanOf } from "../timeline/timeline.drag-state";
import { useBarText } from "../timeline/usePendingBars";
import type { Segment } from "./calendar.layout";
import { useCalendar, useIsStop } from "./calendar.scope";
import classes from "./CalendarGrid.module.css";

/** Part of a task's bar in one week. Re-renders only when this task changes. */
export const CalendarBar = memo(function CalendarBar({ segment, first }: { segment: Segment; first: number }) {
  const { task, column, days, lane, starts, ends } = segment;
  const { holder } = useCalendar();
  const dragged = useStorePart(holder.drag$, (drag) => draggedSpanOf(drag, task.id) !== null);
  const can = useCardRights(task);
  const style = { "--lane": lane, "--span": days } as CSSProperties;
  return (
    <ChipFrame
      task={task}
      className={classes.bar}
      style={style}
      data-column={column}
      data-span={days}
      data-starts={starts || undefined}
      data-ends={ends || undefined}
      data-parted={dragged || undefined}
    >
      <ChipLink task={task} day={first + column} />
      {can.edit && task.id > 0 && (
        <>
          {starts && <span className={classes.grip} data-grip="start" />}
          {ends && <span className={classes.grip} data-grip="end" />}
        </>
      )}
    </ChipFrame>
  );
});

interface ChipFrameProps {
  task: BoardTask;
  className?: string;
  style?: CSSProperties;
  children: React.ReactNode;
  [name: `data-${string}`]: string | number | true | undefined;
}

/** Marks, color and menu of a task, wherever the calendar shows it. */
export function ChipFrame({ task, className, style, children, ...data }: ChipFrameProps) {
  const { today } = useCalendar();
  const state = useBoardParts((snapshot) => cardState(snapshot, task.id));
  const acts = useCardActions();
  const tags = useBoardParts(boardOptionLists).tags;
  const tone = task.tag_ids.map((id) => tags[id]?.color).find(Boolean);
  return (
    <div
      {...data}
      className={className}
      style={{ ...style, "--dot": toneColor(tone ?? "blue") } as CSSProperties}
      data-task={task.id}
      data-done={task.progress >= 100 || undefined}
      data-late={isOverdue(task, dayOfNumber(today)) || undefined}
      data-open={state.open || undefined}
      data-waiting={state.waiting || undefined}
      data-refused={state.refused ? true : undefined}
      data-changed={state.change?.revision}
      data-selected={state.selected || undefined}
      onClickCapture={(event) => {
        if (!acts.picks(event)) return;
        event.preventDefault();
        event.stopPropagation();
        acts.pick(task.id, event.shiftKey);
      }}
      onContextMenu={(event) => acts.menu(task.id, event)}
    >
      {children}
    </div>
  );
}

/** `day` is the day whose cell contains the task, or null if all tasks are in the tab order. */
export function ChipLink({ task, day }: { task: BoardTask; day: number | null }) {
  const { id, key, title } = task;
  const { projectId } = useBoardScope();
  const { week, today } = useCalendar();
  const { list } = useFormat();
  const stop = useIsStop(day ?? 0, id);
  const status = useBoard(({ drawn }) => statusOfColumn(drawn, task.task_status_id));
  const column = useBoard(({ drawn }) => drawn.columns[task.task_status_id]?.title);
  const people = usePeopleOf(task);
  const words = useBarText({ week, today });
  const href = useHref(useTaskPath()({ id, projectId }));
  const { show } = useOpenTask();
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    if (id > 0) show(id);
  };
  return (
    <a
      href={id > 0 ? href : undefined}
      className={classes.link}
      draggable={false}
      data-card-link={id}
      tabIndex={day === null || stop ? 0 : -1}
      aria-label={words(task, list(people.map(({ fullname }) => fullname)))}
      aria-describedby="calendar-keys"
      title={`${key} ${title}`}
      onClick={open}
    >
      <StatusGlyph status={status} />
      {column && <span className="sr-only">{column}</span>}
      <bdi className={classes.key}>{key}</bdi>
      <span className={classes.name}>
        <TruncatedName>{title}</TruncatedName>
      </span>
      {people.slice(0, 1).map((person) => (
        <span key={person.id} className={classes.person}>
          <Avatar person={person} size={16} hasVisibleName />
        </span>
      ))}
    </a>
  );
}

export function usePeopleOf(task: BoardTask) {
  const users = useBoardParts(boardOptionLists).users;
  return task.user_ids.flatMap((id) => users[id] ?? []);
}

/** Dates of a task that starts before it is due, for lists by due day. */
export function StartNote({ task }: { task: BoardTask }) {
  const text = useText();
  const { day } = useFormat();
  const span = timelineSpanOf(task);
  if (!span || span.from === span.to || task.start_date === null) return null;
  return (
    <span className={classes.since}>
      {text("calendar.since", { day: day(dayOfNumber(dayNumber(task.start_date))) })}
    </span>
  );
}
