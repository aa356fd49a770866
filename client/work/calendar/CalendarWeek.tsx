import { memo } from "react";
import { dayOfNumber, weekdayOf } from "../../../shared/kernel/day-number";
import { useFormat, useText } from "../../platform/intl/useText";
import { useStorePart } from "../../platform/store";
import { draggedSpanOf } from "../timeline/timeline.drag-state";
import { useSpanText } from "../timeline/usePendingBars";
import { AddOnDay } from "./AddOnDay";
import { isSameWeek, spanInWeek, type WeekLayout } from "./calendar.layout";
import { useCalendar, useIsStop } from "./calendar.scope";
import { CalendarBar } from "./CalendarChip";
import { ComingBar } from "./ComingChip";
import classes from "./CalendarGrid.module.css";
import { MoreTasks } from "./MoreTasks";

/** One week of seven days, each with the bars that begin on it. Re-renders only when one of its tasks changes. */
export const CalendarWeek = memo(
  function CalendarWeek({ week }: { week: WeekLayout }) {
    return (
      <div
        role="row"
        className={classes.week}
        data-week={week.first}
        style={{ "--lanes": week.lanes } as React.CSSProperties}
      >
        {Array.from({ length: 7 }, (_, column) => (
          <Day key={column} week={week} column={column} />
        ))}
        <DragPreview first={week.first} />
      </div>
    );
  },
  (a, b) => isSameWeek(a.week, b.week),
);

function Day({ week, column }: { week: WeekLayout; column: number }) {
  const text = useText();
  const { day: dayText, number } = useFormat();
  const { today, from, to, daysOff, week: settings, adding$ } = useCalendar();
  const day = week.first + column;
  const date = dayOfNumber(day);
  const stop = useIsStop(day, null);
  const adding = useStorePart(adding$, (on) => on === day);
  const off = daysOff.get(date);
  const outside = day < from || day > to;
  const dayOfMonth = Number(date.slice(8));
  const hidden = week.hidden[column] ?? 0;
  const label = text("calendar.day", {
    day: dayText(date, "longYear"),
    count: week.counts[column] ?? 0,
    off: off?.name || "none",
    name: off?.name ?? "",
  });
  return (
    <div
      role="gridcell"
      className={classes.day}
      data-day={day}
      data-date={date}
      data-today={day === today || undefined}
      data-outside={outside || undefined}
      data-weekend={settings.weekend.includes(weekdayOf(day)) || undefined}
      data-off={off?.kind}
      aria-label={label}
      aria-current={day === today ? "date" : undefined}
      tabIndex={stop ? 0 : -1}
    >
      <span className={classes.date} aria-hidden>
        <b>{dayOfMonth === 1 && column > 0 ? dayText(date) : number(dayOfMonth)}</b>
        {off && <bdi className={classes.off}>{off.name}</bdi>}
      </span>
      {week.segments
        .filter((segment) => segment.column === column)
        .map((segment) => (
          <CalendarBar key={segment.task.id} segment={segment} first={week.first} />
        ))}
      {week.coming
        .filter((segment) => segment.column === column)
        .map((segment) => (
          <ComingBar key={segment.occurrence.series_id} segment={segment} first={week.first} />
        ))}
      {hidden > 0 && <MoreTasks day={day} count={hidden} />}
      {adding && <AddOnDay day={day} />}
    </div>
  );
}

/** Preview of the dragged task's position after a drop. */
function DragPreview({ first }: { first: number }) {
  const { holder, week } = useCalendar();
  const words = useSpanText({ week });
  const text = useText();
  const drag = useStorePart(holder.drag$, (state) => {
    const span = state && draggedSpanOf(state, state.task.id);
    return span && spanInWeek(span, first) ? state : null;
  });
  const part = drag?.span && spanInWeek(drag.span, first);
  if (!drag?.span || !part) return null;
  return (
    <span
      className={classes.preview}
      style={{ "--column": part.column, "--span": part.days } as React.CSSProperties}
      data-outside={drag.outside || undefined}
      aria-hidden
    >
      <bdi className={classes.key}>{drag.task.key}</bdi>
      {words(drag.span)}
      {drag.outside && <b>{text("task.outsideTimeline")}</b>}
    </span>
  );
}
