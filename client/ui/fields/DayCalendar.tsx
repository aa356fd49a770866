import { DatePicker } from "@mantine/dates";
import { useCalendarProps } from "./useCalendarProps";
import classes from "./DateField.module.css";

interface DayCalendarProps {
  value: string;
  onChange: (day: string) => void;
}

export function DayCalendar({ value, onChange }: DayCalendarProps) {
  return (
    <DatePicker
      {...useCalendarProps()}
      value={value}
      defaultDate={value}
      onChange={(day) => day && onChange(day)}
      classNames={{ day: classes.day }}
      hideOutsideDates
      highlightToday
    />
  );
}
