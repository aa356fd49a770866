import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { useText } from "../platform/intl/useText";
import { DateField } from "../ui/fields/DateField";
import classes from "./bookings.module.css";
import { dayStart, dayText } from "./grid/grid.time";

const two = (value: number) => String(value).padStart(2, "0");
const clockOf = (iso: string) => `${two(new Date(iso).getHours())}:${two(new Date(iso).getMinutes())}`;

/** That time on that day, as the reader's clock shows it. */
function instantOn(day: string, clock: string): Date {
  const [hour = 0, minute = 0] = clock.split(":").map(Number);
  const date = dayStart(day);
  date.setHours(hour, minute);
  return date;
}

/** What these fields need of a form. */
export interface TimeForm {
  setValue: (name: string, value: unknown) => void;
  choice: (name: "start_date" | "end_date") => { error?: ReactNode };
}

/** The day, and from when until when; who moves the day or the beginning moves the whole. */
export function TimeFields({ form, start, end }: { form: TimeForm; start: string; end: string }) {
  const text = useText();
  const length = Date.parse(end) - Date.parse(start);
  const begin = (at: Date) => {
    form.setValue("start_date", at.toISOString());
    form.setValue("end_date", new Date(at.getTime() + length).toISOString());
  };
  const day = dayText(new Date(start));
  const finish = (clock: string) => {
    const at = instantOn(day, clock);
    if (at.toISOString() <= start) at.setDate(at.getDate() + 1); // over midnight
    form.setValue("end_date", at.toISOString());
  };
  return (
    <>
      <DateField
        label={text("booking.day")}
        value={day}
        onChange={(chosen) => chosen && begin(instantOn(chosen, clockOf(start)))}
      />
      <div className={classes.pair}>
        <TextInput
          type="time"
          step={900}
          label={text("booking.from")}
          value={clockOf(start)}
          error={form.choice("start_date").error}
          onChange={(event) => event.currentTarget.value && begin(instantOn(day, event.currentTarget.value))}
        />
        <TextInput
          type="time"
          step={900}
          label={text("booking.until")}
          value={clockOf(end)}
          error={form.choice("end_date").error}
          onChange={(event) => event.currentTarget.value && finish(event.currentTarget.value)}
        />
      </div>
    </>
  );
}
