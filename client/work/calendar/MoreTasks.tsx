import { Popover, UnstyledButton } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import { dayOfNumber } from "../../../shared/kernel/day-number";
import { useFormat, useText } from "../../platform/intl/useText";
import { comingOnDay, tasksOnDay } from "./calendar.layout";
import { useCalendar } from "./calendar.scope";
import { ChipFrame, ChipLink } from "./CalendarChip";
import { ComingLink } from "./ComingChip";
import classes from "./CalendarGrid.module.css";

/** Button such as "3 more" that opens a list of all tasks of the day. */
export function MoreTasks({ day, count }: { day: number; count: number }) {
  const text = useText();
  const { day: dayText, number } = useFormat();
  const [open, setOpen] = useState(false);
  const date = dayText(dayOfNumber(day), "long");
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" width={280} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className={classes.more}
          data-more
          tabIndex={-1}
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-label={text("calendar.moreOn", { count, day: date })}
          onClick={() => setOpen(!open)}
        >
          <span>{text("calendar.more", { count })}</span>
          <span className={classes.moreShort}>{text("ui.more", { count: number(count) })}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={date} data-portal onKeyDown={walkList}>
        <strong className={classes.listHead}>{date}</strong>
        <DayList day={day} />
      </Popover.Dropdown>
    </Popover>
  );
}

function DayList({ day }: { day: number }) {
  const { dated, coming } = useCalendar();
  return (
    <ul className={`${classes.list} ${classes.inPopover}`}>
      {tasksOnDay(dated, day).map((task) => (
        <li key={task.id}>
          <ChipFrame task={task} className={classes.chip}>
            <ChipLink task={task} day={null} />
          </ChipFrame>
        </li>
      ))}
      {comingOnDay(coming, day).map((occurrence) => (
        <li key={`${occurrence.series_id} ${occurrence.day}`}>
          <div className={classes.chip} data-coming>
            <ComingLink occurrence={occurrence} day={null} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Arrow keys move through the list. */
function walkList(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (event.key !== "Escape") event.stopPropagation();
  if (by === undefined) return;
  event.preventDefault();
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-card-link]")];
  const at = links.indexOf(document.activeElement as HTMLElement);
  links[(at + by + links.length) % links.length]?.focus();
}
