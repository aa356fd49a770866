import { UnstyledButton } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { readStored, writeStored } from "../../platform/browser-storage";
import { ChipFrame, ChipLink } from "./CalendarChip";
import classes from "./CalendarGrid.module.css";
import tones from "../../ui/layout/tones.module.css";

const storageKey = "portal.calendar-undated";
/** Number of tasks rendered per step, because a project may have thousands of tasks without a date. */
const step = 60;

/** Tasks without a date, which can be dragged onto a day. */
export function UndatedTray({ tasks }: { tasks: readonly BoardTask[] }) {
  const text = useText();
  const { number } = useFormat();
  const [open, setOpen] = useState(() => readStored(storageKey) !== "closed");
  const [visibleCount, setVisibleCount] = useState(step);
  const toggle = () => {
    writeStored(storageKey, open ? "closed" : "open");
    setOpen(!open);
  };
  return (
    <aside className={classes.tray} data-closed={!open || undefined} aria-label={text("timeline.undated")}>
      <UnstyledButton className={classes.trayHead} aria-expanded={open} onClick={toggle}>
        <IconChevronRight size={14} stroke={1.75} className="flip" data-open={open || undefined} aria-hidden />
        <span>{text("timeline.undated")}</span>
        <span className={tones.quiet}>{number(tasks.length)}</span>
      </UnstyledButton>
      {open && (
        <ul className={classes.list}>
          {tasks.slice(0, visibleCount).map((task) => (
            <li key={task.id}>
              <ChipFrame task={task} className={classes.chip} data-undated={true}>
                <ChipLink task={task} day={null} />
              </ChipFrame>
            </li>
          ))}
          {tasks.length > visibleCount && (
            <li>
              <UnstyledButton className={classes.more} onClick={() => setVisibleCount(visibleCount + step)}>
                {text("calendar.more", { count: tasks.length - visibleCount })}
              </UnstyledButton>
            </li>
          )}
          {tasks.length === 0 && <li className={classes.none}>{text("calendar.allDated")}</li>}
        </ul>
      )}
    </aside>
  );
}
