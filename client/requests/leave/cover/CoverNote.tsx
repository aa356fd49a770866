import { IconAlertTriangle } from "@tabler/icons-react";
import type { LeaveCover } from "../../../../shared/requests/leave/requests/leave.contract";
import { useFormat, useText } from "../../../platform/intl/useText";
import classes from "./Notes.module.css";

const maxNamedDays = 6;

export function CoverNote({ cover }: { cover: LeaveCover }) {
  const text = useText();
  const { day, list, number } = useFormat();
  const { minimum, department, days } = cover;
  const fewest = Math.min(...days.map(({ present }) => present));
  const dates = list(days.slice(0, maxNamedDays).map(({ date }) => day(date)));
  return (
    <div className={classes.warning} role="status">
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      <p>
        <strong>
          {text("leave.cover.below", {
            department,
            minimum: number(minimum),
            count: days.length,
            fewest,
            fewestShown: number(fewest),
          })}
        </strong>{" "}
        {days.length > maxNamedDays ? text("leave.cover.andMore", { dates, count: days.length - maxNamedDays }) : dates}
      </p>
    </div>
  );
}
