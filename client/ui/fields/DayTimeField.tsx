import type { ReactNode } from "react";
import { isSkippedTime } from "../../../shared/kernel/wall-clock";
import { DateField } from "./DateField";
import classes from "./DayTimeField.module.css";
import { TimeField } from "./TimeField";

interface DayTimeFieldProps {
  label: string;
  /** Accessible label of the time, such as "Publish from, time". */
  timeLabel: string;
  /** `YYYY-MM-DDTHH:MM` in the time zone that the description names; empty for none. */
  value: string;
  onChange: (value: string) => void;
  /** Time zone of the value; times that a clock change skips there are refused. */
  timeZone?: string | undefined;
  description?: ReactNode;
  error?: ReactNode;
}

/** Default time when only the day has been chosen. */
const morning = "08:00";

export function DayTimeField({ label, timeLabel, value, onChange, timeZone, description, error }: DayTimeFieldProps) {
  const [day = "", time = ""] = value.split("T");
  const isSkipped = (clock: string) => day !== "" && timeZone !== undefined && isSkippedTime(day, clock, timeZone);
  return (
    <div className={classes.pair}>
      <DateField
        label={label}
        description={description}
        error={error}
        value={day || null}
        onChange={(chosen) => onChange(chosen ? `${chosen}T${time.slice(0, 5) || morning}` : "")}
      />
      <TimeField
        label={timeLabel}
        disabled={day === ""}
        value={time.slice(0, 5)}
        isSkipped={isSkipped}
        onChange={(clock) => onChange(`${day}T${clock}`)}
      />
    </div>
  );
}
