import { DatePickerInput } from "@mantine/dates";
import { IconCalendar } from "@tabler/icons-react";
import { useFormat, useText } from "../../platform/intl/useText";
import type { DateFieldProps } from "./DateField";
import { useCalendarProps } from "./useCalendarProps";
import classes from "./DatePicker.module.css";

/** The heavy part of `DateField`. */
export function DatePicker({ min, max, value, onChange, ...field }: DateFieldProps) {
  const text = useText();
  const { day } = useFormat();
  return (
    <DatePickerInput
      size="sm"
      {...useCalendarProps()}
      {...field}
      value={value}
      onChange={onChange}
      minDate={min ?? undefined}
      maxDate={max ?? undefined}
      clearable={!field.readOnly}
      clearButtonProps={{ "aria-label": text("date.clear") }}
      valueFormatter={({ date }) => (typeof date === "string" ? day(date, "medium") : "")}
      classNames={{ day: classes.day }}
      hideOutsideDates
      highlightToday
      inputWrapperOrder={["label", "input", "description", "error"]}
      leftSection={<IconCalendar size={16} stroke={1.75} aria-hidden />}
      leftSectionPointerEvents="none"
      popoverProps={{ shadow: "md", radius: "md" }}
    />
  );
}
