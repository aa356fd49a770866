import { Tooltip } from "@mantine/core";
import { Link } from "react-router-dom";
import type { TimeSheet } from "../../../shared/time/sheet.contract";
import type { Cell, Grid, Row } from "../../../shared/time/sheet.rules";
import { isLocked } from "../../../shared/time/week.workflow";
import { useText } from "../../platform/intl/useText";
import { useTaskPath } from "../../tasks/detail/useTaskPath";
import { dayMarks } from "./DayEdges";
import { RunningTime } from "../timer/RunningTime";
import { GhostCell } from "./GhostCell";
import { TimeCell } from "./TimeCell";
import classes from "./TimeGrid.module.css";
import { useClock } from "../timer/useClock";

interface TaskRowProps {
  row: Row;
  at: number;
  sheet: TimeSheet;
  grid: Grid;
  stop: string | null;
  onGo: (from: string, to: "up" | "down" | "start" | "end") => void;
}

/** A task over the days. */
export function TaskRow({ row, at, sheet, grid, stop, onGo }: TaskRowProps) {
  const taskPath = useTaskPath();
  const { hours } = useClock();
  const { task } = row;
  return (
    <tr>
      <th scope="row" aria-label={`${task.key} ${task.title}`}>
        <Link to={taskPath({ id: task.id, projectId: task.project_id })} className={classes.task}>
          <bdi className="key">{task.key}</bdi>
          <bdi className="clip">{task.title}</bdi>
        </Link>
      </th>
      {row.cells.map((cell, column) => {
        const day = grid.days[column];
        const place = `${at}.${column}`;
        const open = day !== undefined && !isLocked(day.state) && task.can.log;
        const common = { task, cell, at: place, current: stop === place, onGo };
        return (
          <td key={cell.date} {...(day && dayMarks(day, sheet.today))}>
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

function ReadCell({ cell }: { cell: Cell }) {
  const { hours } = useClock();
  const notes = cell.entries.flatMap((entry) => entry.note ?? []);
  const shown = <span className={classes.read}>{cell.minutes > 0 ? hours(cell.minutes) : ""}</span>;
  if (cell.running !== null) {
    return (
      <span className={classes.read}>
        <RunningTime before={cell.minutes} />
      </span>
    );
  }
  if (notes.length === 0) return shown;
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

/** Time on tasks of projects that the reader doesn't see: it counts, without a name. */
export function HiddenRow({ grid, today }: { grid: Grid; today: string }) {
  const text = useText();
  const { hours } = useClock();
  return (
    <tr>
      <th scope="row" className={classes.muted}>
        {text("time.hidden")}
      </th>
      {grid.days.map((day) => (
        <td key={day.date} {...dayMarks(day, today)}>
          <span className={classes.read}>{day.hidden_minutes > 0 ? hours(day.hidden_minutes) : ""}</span>
        </td>
      ))}
      <td className={classes.sum}>{hours(grid.hidden)}</td>
    </tr>
  );
}
