import { ActionIcon } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useLayoutEffect, useMemo, useRef } from "react";
import { dayNumber, dayOfNumber } from "../../../shared/kernel/day-number";
import { useFormat, useText } from "../../platform/intl/useText";
import { useStorePart } from "../../platform/store";
import { EmptyState } from "../../ui/states/EmptyState";
import { AddOnDay } from "./AddOnDay";
import { type AgendaDay, agendaOf } from "./calendar.layout";
import type { CalendarRange } from "./calendar.range";
import { useCalendar } from "./calendar.scope";
import { ChipFrame, ChipLink, StartNote } from "./CalendarChip";
import { ComingLink } from "./ComingChip";
import classes from "./CalendarGrid.module.css";

/** The tasks of a month by the day on which they are due. */
export function Agenda({ label, range }: { label: string; range: CalendarRange }) {
  const text = useText();
  const { dated, coming, today, adding$ } = useCalendar();
  const added = useStorePart(adding$, (day) => day);
  const days = useMemo(() => {
    const all = agendaOf(dated, range, today, coming);
    if (added === null || all.some(({ day }) => day === added)) return all;
    return [...all, { day: added, tasks: [], coming: [] }].sort((a, b) => a.day - b.day);
  }, [dated, coming, range, today, added]);
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const day = [...(element.current?.children ?? [])].find((one) => Number((one as HTMLElement).dataset.day) >= today);
    if (range.from <= today && today <= range.to) day?.scrollIntoView({ block: "start" });
  }, [range, today]);
  if (days.length === 0) {
    return (
      <div className={classes.nothing}>
        <EmptyState title={text("calendar.nothing", { period: label })} />
      </div>
    );
  }
  return (
    <div ref={element} className={classes.agenda} role="group" aria-label={label}>
      {days.map((day) => (
        <DayOfAgenda key={day.day} {...day} />
      ))}
    </div>
  );
}

function DayOfAgenda({ day, tasks, coming }: AgendaDay) {
  const text = useText();
  const { day: dayText } = useFormat();
  const { today, daysOff, adding$, canCreate } = useCalendar();
  const adding = useStorePart(adding$, (on) => on === day);
  const date = dayOfNumber(day);
  const off = daysOff.get(date);
  const heading = dayText(date, "long");
  return (
    <section className={classes.agendaDay} data-day={day} data-date={date} data-off={off?.kind} aria-label={heading}>
      <h2 data-today={day === today || undefined}>
        <time dateTime={date}>{heading}</time>
        {day === today && <b>{text("day.today")}</b>}
        {off && <bdi className={classes.off}>{off.name}</bdi>}
        {canCreate && (
          <ActionIcon
            size={28}
            className={classes.agendaAdd}
            aria-label={text("calendar.newTask", { day: heading })}
            onClick={() => adding$.set(day)}
          >
            <IconPlus size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
      </h2>
      {tasks.length + coming.length === 0 && !adding && <p className={classes.none}>{text("calendar.noneToday")}</p>}
      <ul className={classes.list}>
        {tasks.map((task) => (
          <li key={task.id}>
            <ChipFrame task={task} className={classes.chip}>
              <ChipLink task={task} day={null} />
              {task.due_date !== null && dayNumber(task.due_date) === day && <StartNote task={task} />}
            </ChipFrame>
          </li>
        ))}
        {coming.map((occurrence) => (
          <li key={occurrence.series_id}>
            <div className={classes.chip} data-coming>
              <ComingLink occurrence={occurrence} day={null} />
            </div>
          </li>
        ))}
      </ul>
      {adding && <AddOnDay day={day} />}
    </section>
  );
}
