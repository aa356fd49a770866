import { IconLock } from "@tabler/icons-react";
import { weekdayOf } from "../../../shared/time/days.rules";
import type { TimeSheet } from "../../../shared/time/sheet.contract";
import { type Grid, standingOfDay } from "../../../shared/time/sheet.rules";
import { isLocked } from "../../../shared/time/week.workflow";
import { useFormat, useText } from "../../platform/intl/useText";
import classes from "./TimeGrid.module.css";
import { useClock } from "../timer/useClock";

const isOff = (date: string) => weekdayOf(date) > 5;

/** What a column is, for its colour. */
export const dayMarks = ({ date, state }: Pick<Grid["days"][number], "date" | "state">, today: string) => ({
  "data-off": isOff(date) || undefined,
  "data-locked": isLocked(state) || undefined,
  "data-today": date === today || undefined,
});

/** The days on top of the grid. */
export function DayHeads({ sheet, grid }: { sheet: TimeSheet; grid: Grid }) {
  const text = useText();
  const { day, number } = useFormat();
  return (
    <thead>
      <tr>
        <th scope="col">{text("time.task")}</th>
        {grid.days.map(({ date, state }) => (
          <th key={date} scope="col" {...dayMarks({ date, state }, sheet.today)}>
            <b>
              {day(date, "weekday")} {number(Number(date.slice(8)))}
            </b>
            {isLocked(state) ? (
              <span className={classes.lock}>
                <IconLock size={12} stroke={1.75} aria-hidden />
                {text("time.locked")}
              </span>
            ) : (
              <span>{date === sheet.today ? text("time.today") : "\u00a0"}</span>
            )}
          </th>
        ))}
        <th scope="col">
          <b>{text("time.total")}</b>
        </th>
      </tr>
    </thead>
  );
}

/** What the days hold against what they ask for. */
export function DaySums({ sheet, grid }: { sheet: TimeSheet; grid: Grid }) {
  const text = useText();
  const { hours } = useClock();
  return (
    <tfoot>
      <tr>
        <th scope="row">{text("time.day")}</th>
        {grid.days.map((day) => (
          <td key={day.date} {...dayMarks(day, sheet.today)}>
            <DaySum day={day} today={sheet.today} />
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

export function DaySum({ day, today }: { day: Grid["days"][number]; today: string }) {
  const text = useText();
  const { hours } = useClock();
  const standing = standingOfDay(day, today);
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
