import { Button } from "@mantine/core";
import { DatePicker } from "@mantine/dates";
import { useText } from "../../platform/intl/useText";
import { useCalendarProps } from "../../ui/fields/useCalendarProps";
import classes from "./DayChooser.module.css";
import { useToday } from "../../platform/today";

interface DayChooserProps {
  value: string | null;
  min?: string | null;
  max?: string | null;
  onChange: (day: string | null) => void;
}

/** The heavy part of choosing a day. */
export function DayChooser({ value, min, max, onChange }: DayChooserProps) {
  const text = useText();
  const today = useToday();
  const allowed = (!min || today >= min) && (!max || today <= max);
  return (
    <>
      <DatePicker
        {...useCalendarProps()}
        value={value}
        defaultDate={value ?? undefined}
        minDate={min ?? undefined}
        maxDate={max ?? undefined}
        classNames={{ day: classes.day }}
        highlightToday
        hideOutsideDates
        // The keys begin at the chosen day, not at the arrows above it.
        getDayProps={(day) => (day === (value ?? today) ? { "data-autofocus": true } : {})}
        allowDeselect
        onChange={onChange}
      />
      <div className={classes.actions}>
        {allowed && (
          <Button size="xs" variant="subtle" color="gray" onClick={() => onChange(today)}>
            {text("day.today")}
          </Button>
        )}
        {value && (
          <Button size="xs" variant="subtle" color="gray" onClick={() => onChange(null)}>
            {text("date.clear")}
          </Button>
        )}
      </div>
    </>
  );
}
