import { MultiSelect, TextInput } from "@mantine/core";
import { useFormat } from "../platform/intl/useText";
import { Optional } from "../ui/fields/Optional";
import classes from "./places.module.css";

interface WeekFieldsProps {
  /** The texts of the three fields, and what they are bound to. */
  from: { label: string; field: object };
  until: { label: string; field: object };
  days: { label: string; field: { value: string[]; onChange: (days: string[]) => void } };
}

/** From when to when, on which days of the week. */
export function WeekFields({ from, until, days }: WeekFieldsProps) {
  const { day: dayName } = useFormat();
  // 1 January 2024 was a Monday.
  const names = [1, 2, 3, 4, 5, 6, 7].map((day) => ({
    value: String(day),
    label: dayName(`2024-01-0${day}`, "weekday"),
  }));
  return (
    <>
      <div className={classes.pair}>
        <TextInput type="time" label={<Optional label={from.label} />} {...from.field} />
        <TextInput type="time" label={<Optional label={until.label} />} {...until.field} />
      </div>
      <MultiSelect label={days.label} data={names} hidePickedOptions {...days.field} />
    </>
  );
}
