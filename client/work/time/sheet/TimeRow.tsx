import { Tooltip } from "@mantine/core";
import type { TimeSheet } from "../../../../shared/work/time/sheet.contract";
import type { SheetCell, SheetGrid, SheetRow } from "../../../../shared/work/time/sheet.rules";
import { isWeekLocked } from "../../../../shared/work/time/week.workflow";
import { reportFailure } from "../../../platform/failure";
import { useText } from "../../../platform/intl/useText";
import { TaskLink } from "../../projects/TaskLink";
import { dayDataAttributes } from "./DayHeaders";
import { RunningTime } from "../timer/RunningTime";
import { arrowDirections, startsDuration, TimeCell, type TimeCellProps } from "./TimeCell";
import classes from "./TimeGrid.module.css";
import { useDurationFormat } from "../timer/useDurationFormat";
import { IconWand } from "@tabler/icons-react";
import { useState } from "react";
import { useSuggestionText } from "./TimeSuggestions";
import { useCellSaving } from "./useCellSaving";

interface TaskRowProps {
  row: SheetRow;
  at: number;
  sheet: TimeSheet;
  grid: SheetGrid;
  stop: string | null;
  onGo: (from: string, to: "up" | "down" | "start" | "end") => void;
}

export function TaskRow({ row, at, sheet, grid, stop, onGo }: TaskRowProps) {
  const { hours } = useDurationFormat();
  const { task } = row;
  return (
    <tr>
      <th scope="row" aria-label={`${task.key} ${task.title}`}>
        <TaskLink task={{ id: task.id, projectId: task.project_id }} className={classes.task}>
          <bdi className="key">{task.key}</bdi>
          <bdi className="clip">{task.title}</bdi>
        </TaskLink>
      </th>
      {row.cells.map((cell, column) => {
        const day = grid.days[column];
        const place = `${at}.${column}`;
        const open = day !== undefined && !isWeekLocked(day.state) && task.can.log;
        const common = { task, cell, at: place, current: stop === place, onGo };
        return (
          <td key={cell.date} {...(day && dayDataAttributes(day, sheet.today))}>
            {!open ? (
              <ReadCell cell={cell} />
            ) : cell.ghost ? (
              <GhostCell {...common} dayMinutes={day.minutes} />
            ) : (
              <TimeCell {...common} dayMinutes={day.minutes} />
            )}
          </td>
        );
      })}
      <td className={classes.sum}>{row.minutes > 0 ? hours(row.minutes) : ""}</td>
    </tr>
  );
}

function ReadCell({ cell }: { cell: SheetCell }) {
  const { hours } = useDurationFormat();
  const notes = cell.entries.flatMap((entry) => entry.note ?? []);
  const content = <span className={classes.read}>{cell.minutes > 0 ? hours(cell.minutes) : ""}</span>;
  if (cell.running !== null) {
    return (
      <span className={classes.read}>
        <RunningTime before={cell.minutes} />
      </span>
    );
  }
  if (notes.length === 0) return content;
  return (
    <Tooltip label={<bdi>{notes.join(" · ")}</bdi>}>
      <button type="button" className={classes.read}>
        {hours(cell.minutes)}
        <span className="sr-only">{notes.join(", ")}</span>
        <i className={classes.corner} aria-hidden />
      </button>
    </Tooltip>
  );
}

/** Time on tasks that the user may not see: included in the sums, without a name. */
export function HiddenRow({ grid, today }: { grid: SheetGrid; today: string }) {
  const text = useText();
  const { hours } = useDurationFormat();
  return (
    <tr>
      <th scope="row" className={classes.muted}>
        {text("time.hidden")}
      </th>
      {grid.days.map((day) => (
        <td key={day.date} {...dayDataAttributes(day, today)}>
          <span className={classes.read}>{day.hidden_minutes > 0 ? hours(day.hidden_minutes) : ""}</span>
        </td>
      ))}
      <td className={classes.sum}>{hours(grid.hidden)}</td>
    </tr>
  );
}

function GhostCell(props: TimeCellProps) {
  const { task, cell, at, current, onGo } = props;
  const text = useText();
  const { hours } = useDurationFormat();
  const words = useSuggestionText();
  const { save } = useCellSaving(task, cell);
  const [isAccepted, setAccepted] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const { ghost } = cell;
  if (!ghost) return null;
  if (typed !== null) return <TimeCell {...props} startWith={typed} />;
  const take = () => {
    setAccepted(true);
    void save(ghost.minutes).catch((error: Error) => {
      setAccepted(false);
      reportFailure(error);
    });
  };
  return (
    <Tooltip label={words(ghost.source)}>
      <button
        type="button"
        className={classes.ghost}
        data-cell={at}
        data-taken={isAccepted || undefined}
        tabIndex={current ? 0 : -1}
        disabled={isAccepted}
        aria-label={text("time.ghost.take", { key: task.key, length: hours(ghost.minutes), why: words(ghost.source) })}
        onClick={take}
        onKeyDown={(event) => {
          if (startsDuration(event)) {
            event.preventDefault();
            return setTyped(event.key);
          }
          const arrow = arrowDirections[event.key as keyof typeof arrowDirections];
          if (!arrow) return;
          event.preventDefault();
          const rightToLeft = getComputedStyle(event.currentTarget).direction === "rtl";
          const side = arrow === "left" ? (rightToLeft ? "end" : "start") : rightToLeft ? "start" : "end";
          onGo(at, arrow === "up" || arrow === "down" ? arrow : side);
        }}
      >
        <IconWand size={14} stroke={1.75} aria-hidden />
        {hours(ghost.minutes)}
      </button>
    </Tooltip>
  );
}
