import { ActionIcon, Popover, UnstyledButton } from "@mantine/core";
import { IconPlayerPlay, IconPlayerStop, IconWand } from "@tabler/icons-react";
import { useState } from "react";
import { weekdayOf } from "../../../../shared/kernel/days";
import type { TimeSheet } from "../../../../shared/work/time/sheet.contract";
import type { SheetCell, SheetGrid, SheetTask } from "../../../../shared/work/time/sheet.rules";
import { isWeekLocked } from "../../../../shared/work/time/week.workflow";
import { reportFailure } from "../../../platform/failure";
import { useFormat, useText } from "../../../platform/intl/useText";
import { AddTask } from "./AddTask";
import { CellEntries } from "./CellEntries";
import { useSuggestionText } from "./TimeSuggestions";
import { RunningTime } from "../timer/RunningTime";
import { DayTotal } from "./DayHeaders";
import classes from "./TimeDays.module.css";
import { useTimerActions } from "../timer/timer.actions";
import { useCellSaving } from "./useCellSaving";
import { useDurationFormat } from "../timer/useDurationFormat";
import { useTimer } from "../timer/useTimer";

interface TimeDaysProps {
  sheet: TimeSheet;
  grid: SheetGrid;
  projectId: number | null;
}

export function TimeDays({ sheet, grid, projectId }: TimeDaysProps) {
  const text = useText();
  const last = grid.days.findLast((day) => day.date <= sheet.today) ?? grid.days.at(-1);
  const [date, setDate] = useState(last?.date ?? sheet.to);
  const at = Math.max(
    0,
    grid.days.findIndex((one) => one.date === date),
  );
  const day = grid.days[at];
  if (!day) return null;
  const open = !isWeekLocked(day.state);
  const rows = grid.groups
    .flatMap((group) => group.rows)
    .flatMap((row) => {
      const cell = row.cells[at];
      // Hides tasks that only have a suggestion on another day.
      const elsewhere = row.minutes === 0 && row.cells.some((one) => one.ghost);
      return cell && (cell.ghost || !elsewhere) ? [{ task: row.task, cell }] : [];
    });
  return (
    <>
      <DayStrip sheet={sheet} grid={grid} date={date} onChoose={setDate} />
      <section className={classes.list} aria-label={text("time.grid")}>
        <ul>
          {rows.map(({ task, cell }) => (
            <DayRow key={task.id} task={task} cell={cell} open={open && task.can.log} day={day} today={sheet.today} />
          ))}
          {sheet.can.log && open && (
            <li className={classes.add}>
              <AddTask projectId={projectId} />
            </li>
          )}
        </ul>
        <p className={classes.sum}>
          <b>{date === sheet.today ? text("time.today") : text("time.day")}</b>
          <span>
            <DayTotal day={day} today={sheet.today} />
          </span>
        </p>
      </section>
    </>
  );
}

function DayStrip({
  sheet,
  grid,
  date,
  onChoose,
}: Omit<TimeDaysProps, "projectId"> & { date: string; onChoose: (date: string) => void }) {
  const text = useText();
  const { day, number } = useFormat();
  const { hours } = useDurationFormat();
  return (
    <div className={classes.strip} role="group" aria-label={text("time.whichDays")}>
      {grid.days.map((one) => (
        <UnstyledButton
          key={one.date}
          className={classes.day}
          aria-pressed={one.date === date}
          data-off={weekdayOf(one.date) > 5 || undefined}
          data-locked={isWeekLocked(one.state) || undefined}
          data-today={one.date === sheet.today || undefined}
          onClick={() => onChoose(one.date)}
        >
          <span>{day(one.date, "weekday")}</span>
          <b>{number(Number(one.date.slice(8)))}</b>
          <span>{one.minutes > 0 ? hours(one.minutes) : "–"}</span>
        </UnstyledButton>
      ))}
    </div>
  );
}

interface DayRowProps {
  task: SheetTask;
  cell: SheetCell;
  open: boolean;
  day: SheetGrid["days"][number];
  today: string;
}

function DayRow({ task, cell, open, day, today }: DayRowProps) {
  const text = useText();
  const { hours } = useDurationFormat();
  const [opened, setOpened] = useState(false);
  return (
    <li className={classes.row}>
      <Popover opened={opened} onChange={setOpened} width={300} position="bottom" trapFocus returnFocus>
        <Popover.Target>
          <UnstyledButton
            className={classes.task}
            disabled={!open}
            onClick={() => setOpened(true)}
            aria-label={text("time.editTask", { key: task.key, title: task.title })}
          >
            <span className={classes.words}>
              <bdi className="clip">{task.title}</bdi>
              <bdi className="key">{task.key}</bdi>
            </span>
            {cell.running !== null ? (
              <RunningTime before={cell.minutes} />
            ) : (
              <span className={classes.length}>{cell.minutes > 0 ? hours(cell.minutes) : ""}</span>
            )}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown aria-label={task.title}>
          {opened && <CellEntries task={task} cell={cell} dayMinutes={day.minutes} onDone={() => setOpened(false)} />}
        </Popover.Dropdown>
      </Popover>
      {open && cell.ghost && <DayGhost task={task} cell={cell} />}
      {open && day.date === today && <DayTimer task={task} />}
    </li>
  );
}

function DayGhost({ task, cell }: { task: SheetTask; cell: SheetCell }) {
  const text = useText();
  const { hours } = useDurationFormat();
  const words = useSuggestionText();
  const { save } = useCellSaving(task, cell);
  const [isAccepted, setAccepted] = useState(false);
  const { ghost } = cell;
  if (!ghost) return null;
  return (
    <UnstyledButton
      className={classes.ghost}
      disabled={isAccepted}
      aria-label={text("time.ghost.take", { key: task.key, length: hours(ghost.minutes), why: words(ghost.source) })}
      onClick={() => {
        setAccepted(true);
        void save(ghost.minutes).catch((error: Error) => {
          setAccepted(false);
          reportFailure(error);
        });
      }}
    >
      <IconWand size={14} stroke={1.75} aria-hidden />
      {hours(ghost.minutes)}
    </UnstyledButton>
  );
}

function DayTimer({ task }: { task: SheetTask }) {
  const text = useText();
  const ticking = useTimer();
  const { start, stop, pending } = useTimerActions();
  const runs = ticking?.timer.task.id === task.id;
  return (
    <ActionIcon
      size={44}
      disabled={pending}
      aria-label={text(runs ? "timer.stopOn" : "timer.startOn", { key: task.key })}
      onClick={() => (runs ? stop() : start(task.id))}
    >
      {runs ? (
        <IconPlayerStop size={18} stroke={1.75} aria-hidden />
      ) : (
        <IconPlayerPlay size={18} stroke={1.75} aria-hidden />
      )}
    </ActionIcon>
  );
}
