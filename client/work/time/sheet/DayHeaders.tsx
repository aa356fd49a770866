import { IconLock } from "@tabler/icons-react";
import { weekdayOf } from "../../../../shared/kernel/days";
import type { TimeSheet } from "../../../../shared/work/time/sheet.contract";
import { type SheetGrid, statusOfDay } from "../../../../shared/work/time/sheet.rules";
import { isWeekLocked } from "../../../../shared/work/time/week.workflow";
import { useFormat, useText } from "../../../platform/intl/useText";
import classes from "./TimeGrid.module.css";
import { useDurationFormat } from "../timer/useDurationFormat";

const isOff = (date: string) => weekdayOf(date) > 5;

export const dayDataAttributes = (
  { date, state }: Pick<SheetGrid["days"][number], "date" | "state">,
  today: string,
) => ({
  "data-off": isOff(date) || undefined,
  "data-locked": isWeekLocked(state) || undefined,
  "data-today": date === today || undefined,
});

export function DayHeaders({ sheet, grid }: { sheet: TimeSheet; grid: SheetGrid }) {
  const text = useText();
  const { day, number } = useFormat();
  const { hours } = useDurationFormat();
  return (
    <thead>
      <tr>
        <th scope="col">{text("time.task")}</th>
        {grid.days.map(({ date, state, minutes }) => (
          <th key={date} scope="col" {...dayDataAttributes({ date, state }, sheet.today)}>
            <b>
              {day(date, "weekday")} {number(Number(date.slice(8)))}
            </b>
            {isWeekLocked(state) ? (
              <span className={classes.lock}>
                <IconLock size={12} stroke={1.75} aria-hidden />
                {text("time.locked")}
              </span>
            ) : (
              <span>{date === sheet.today ? text("time.today") : "\u00a0"}</span>
            )}
            <span className={classes.headSum} aria-hidden>
              {minutes > 0 ? hours(minutes) : "–"}
            </span>
          </th>
        ))}
        <th scope="col">
          <b>{text("time.total")}</b>
        </th>
      </tr>
    </thead>
  );
}

export function DayTotals({ sheet, grid }: { sheet: TimeSheet; grid: SheetGrid }) {
  const text = useText();
  const { hours } = useDurationFormat();
  return (
    <tfoot>
      <tr>
        <th scope="row">{text("time.day")}</th>
        {grid.days.map((day) => (
          <td key={day.date} {...dayDataAttributes(day, sheet.today)}>
            <DayTotal day={day} today={sheet.today} />
          </td>
        ))}
        <td>
          <b>{hours(grid.minutes)}</b>
          <small>{text("time.of", { target: hours(grid.target) })}</small>
        </td>
      </tr>
    </tfoot>
  );
}

export function DayTotal({ day, today }: { day: SheetGrid["days"][number]; today: string }) {
  const text = useText();
  const { hours } = useDurationFormat();
  const standing = statusOfDay(day, today);
  if (standing === "nothing" || (standing === "toCome" && day.minutes === 0)) return <span aria-hidden>–</span>;
  const target = hours(day.target_minutes);
  return (
    <>
      <b>{hours(day.minutes)}</b>
      {standing === "short" ? (
        <small data-short>{text("time.short", { length: hours(day.target_minutes - day.minutes) })}</small>
      ) : (
        <small>
          {standing === "soFar"
            ? text("time.soFar")
            : standing === "off"
              ? text("time.dayOff")
              : text("time.of", { target })}
        </small>
      )}
    </>
  );
}
