import { DateInput } from "@mantine/dates";
import { IconCalendar } from "@tabler/icons-react";
import { useMemo } from "react";
import { useFormat, useText } from "../../platform/intl/useText";
import { useToday } from "../../platform/today";
import type { DateFieldProps } from "./DateField";
import { parseDay, writingOf } from "./parse-day";
import { useCalendarProps } from "./useCalendarProps";
import classes from "./DatePicker.module.css";

/** The heavy part of a `DateField` that can be typed into: the calendar opens below, and shows what is typed. */
export function TypedDate({ min, max, value, onChange, ...field }: DateFieldProps) {
  const text = useText();
  const { day } = useFormat();
  const today = useToday();
  const writing = useMemo(() => writingOf((date) => day(date, "medium"), today), [day, today]);
  return (
    <DateInput
      size="sm"
      {...useCalendarProps()}
      {...field}
      value={value}
      onChange={onChange}
      dateParser={(words) => parseDay(words, writing)}
      valueFormat={(date) => day(date, "medium")}
      minDate={min ?? undefined}
      maxDate={max ?? undefined}
      clearable={!field.readOnly}
      clearButtonProps={{ "aria-label": text("date.clear") }}
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
