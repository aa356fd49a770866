import { type CSSProperties, type FocusEvent, Fragment, useRef, useState } from "react";
import type { TimeSheet } from "../../../../shared/work/time/sheet.contract";
import type { SheetGrid, SheetRow } from "../../../../shared/work/time/sheet.rules";
import { isWeekLocked } from "../../../../shared/work/time/week.workflow";
import { useText } from "../../../platform/intl/useText";
import { toneColor } from "../../../ui/signs/tones";
import { AddTask } from "./AddTask";
import { DayHeaders, DayTotals } from "./DayHeaders";
import classes from "./TimeGrid.module.css";
import { useShownTasks } from "../../projects/shown-order";
import { HiddenRow, TaskRow } from "./TimeRow";
import { useDurationFormat } from "../timer/useDurationFormat";

interface TimeGridProps {
  sheet: TimeSheet;
  grid: SheetGrid;
  projectId: number | null;
}

export function TimeGrid({ sheet, grid, projectId }: TimeGridProps) {
  const text = useText();
  const { hours } = useDurationFormat();
  const table = useRef<HTMLTableElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const rows = grid.groups.flatMap((group) => group.rows);
  useShownTasks(rows.map(({ task }) => task.id));
  const first = firstCell(rows, grid);
  const stop = current ?? first;

  const go = (from: string, to: "up" | "down" | "start" | "end") => {
    const [row = 0, column = 0] = from.split(".").map(Number);
    const step = { up: [-1, 0], down: [1, 0], start: [0, -1], end: [0, 1] }[to] as [number, number];
    for (let r = row + step[0], c = column + step[1]; r >= 0 && r < rows.length && c >= 0 && c < grid.days.length; ) {
      const found = table.current?.querySelector<HTMLElement>(`[data-cell="${r}.${c}"]`);
      if (found) return found.focus();
      r += step[0];
      c += step[1];
    }
  };
  const onFocus = (event: FocusEvent<HTMLTableElement>) => {
    const { cell } = (event.target as HTMLElement).dataset;
    if (cell) setCurrent(cell);
  };

  let index = -1;
  return (
    <section className={classes.scroll} aria-label={text("time.grid")} tabIndex={-1}>
      <table className={classes.grid} ref={table} onFocus={onFocus}>
        <DayHeaders sheet={sheet} grid={grid} />
        <tbody>
          {grid.groups.map((group) => (
            <Fragment key={group.project.id}>
              <tr className={classes.project}>
                <th scope="rowgroup" aria-label={group.project.title} colSpan={grid.days.length + 1}>
                  <span
                    className={classes.projectName}
                    style={{ "--dot": toneColor(group.project.color) } as CSSProperties}
                  >
                    <i aria-hidden />
                    <bdi>{group.project.title}</bdi>
                  </span>
                </th>
                <td>{hours(group.minutes)}</td>
              </tr>
              {group.rows.map((row) => {
                index += 1;
                return <TaskRow key={row.task.id} row={row} at={index} {...{ sheet, grid, stop }} onGo={go} />;
              })}
            </Fragment>
          ))}
          {grid.hidden > 0 && <HiddenRow grid={grid} today={sheet.today} />}
          {sheet.can.log && grid.days.some((day) => !isWeekLocked(day.state)) && (
            <tr className={classes.add}>
              <th scope="row" colSpan={grid.days.length + 2}>
                <AddTask projectId={projectId} />
              </th>
            </tr>
          )}
        </tbody>
        <DayTotals sheet={sheet} grid={grid} />
      </table>
    </section>
  );
}

/** The grid's tab stop: today, or the last unlocked day. */
function firstCell(rows: readonly SheetRow[], grid: SheetGrid): string | null {
  const row = rows.findIndex((one) => one.task.can.log);
  const column = grid.days.findLastIndex((day) => !isWeekLocked(day.state));
  return row < 0 || column < 0 ? null : `${row}.${column}`;
}
