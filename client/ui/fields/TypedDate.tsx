import { DateInput } from "@mantine/dates";
import { IconCalendar } from "@tabler/icons-react";
import { useState } from "react";
import { addDays } from "../../../shared/kernel/days";
import { useFormat, useText } from "../../platform/intl/useText";
import { useToday } from "../../platform/today";
import type { DateFieldProps } from "./DateField";
import { startOfNextWeek, parseDay } from "./parse-day";
import { useDayNotation } from "./useDayNotation";
import { useCalendarProps } from "./useCalendarProps";
import classes from "./DateField.module.css";

export function TypedDate({ min, max, value, onChange, ...field }: DateFieldProps) {
  const text = useText();
  const { day } = useFormat();
  const today = useToday();
  const [open, setOpen] = useState(false);
  const writing = useDayNotation();
  const presets = [
    { value: today, label: text("day.today") },
    { value: addDays(today, 1), label: text("date.tomorrow") },
    { value: startOfNextWeek(today, writing.week), label: text("date.nextWeek") },
  ].filter(({ value: one }) => (!min || one >= min) && (!max || one <= max));
  return (
    <DateInput
      size="sm"
      {...useCalendarProps()}
      {...field}
      // Escape closes the calendar first, and the dialog around it only afterwards.
      data-mantine-stop-propagation={open || undefined}
      onKeyDown={(event) => open && event.key === "Escape" && event.stopPropagation()}
      value={value}
      onChange={onChange}
      dateParser={(words) => parseDay(words, writing)}
      valueFormat={(date) => day(date, "medium")}
      minDate={min ?? undefined}
      maxDate={max ?? undefined}
      presets={presets}
      clearable={!field.readOnly}
      clearButtonProps={{ "aria-label": text("date.clear") }}
      classNames={{ day: classes.day }}
      hideOutsideDates
      highlightToday
      inputWrapperOrder={["label", "input", "description", "error"]}
      leftSection={<IconCalendar size={16} stroke={1.75} aria-hidden />}
      leftSectionPointerEvents="none"
      popoverProps={{ shadow: "md", radius: "md", onOpen: () => setOpen(true), onClose: () => setOpen(false) }}
    />
  );
}
