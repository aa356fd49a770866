import { MultiSelect } from "@mantine/core";
import { useFormat } from "../../platform/intl/useText";
import { useWeek } from "../../platform/week";
import { OptionalLabel } from "../../ui/fields/OptionalLabel";
import { TimeField } from "../../ui/fields/TimeField";
import classes from "./resources.module.css";

interface Bound<Value> {
  value: Value;
  onChange: (value: Value) => void;
}

interface WeekFieldsProps {
  from: { label: string; field: Bound<string> };
  until: { label: string; field: Bound<string> };
  days: { label: string; field: Bound<string[]> };
}

export function WeeklyHoursFields({ from, until, days }: WeekFieldsProps) {
  const { day: dayName } = useFormat();
  // January 1, 2024 was a Monday.
  const { first } = useWeek();
  const names = Array.from({ length: 7 }, (_, at) => ((first + at + 6) % 7) + 1).map((day) => ({
    value: String(day),
    label: dayName(`2024-01-0${day}`, "weekday"),
  }));
  return (
    <>
      <div className={classes.pair}>
        <TimeField clears label={<OptionalLabel label={from.label} />} {...from.field} />
        <TimeField clears endsDay label={<OptionalLabel label={until.label} />} {...until.field} />
      </div>
      <MultiSelect label={days.label} data={names} hidePickedOptions {...days.field} />
    </>
  );
}
