import { DateInput } from "@mantine/dates";
import { IconCalendar } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useState } from "react";
import { addDays } from "../../../shared/kernel/days";
import { useFormat, useText } from "../../platform/intl/useText";
import { useToday } from "../../platform/today";
import type { DateFieldProps } from "./DateField";
import { startOfNextWeek, parseDay } from "./parse-day";
import { useDayNotation } from "./useDayNotation";
import { useAllowedText, useUnreadableText } from "./unreadable-text";
import { useCalendarProps } from "./useCalendarProps";
import classes from "./DateField.module.css";

export function TypedDate({ min, max, value, onChange, ...field }: DateFieldProps) {
  const text = useText();
  const { day } = useFormat();
  const today = useToday();
  const [open, setOpen] = useState(false);
  /** Hides the calendar, which the library opens on focus, until the user types or presses the field again. */
  const [isConfirmed, setConfirmed] = useState(false);
  const writing = useDayNotation();
  /** The text that was typed last, with the value of the field. A value set by other means replaces the text. */
  const [typed, setTyped] = useState<{ text: string; value: string | null } | null>(null);
  if (typed && typed.value !== value) setTyped(null);
  const typedText = typed?.value === value ? typed.text : null;
  const refusalOf = (words: string): string | null => {
    if (words.trim() === "") return value === null ? null : text("field.required");
    const parsed = parseDay(words, writing, max);
    if (parsed === null) return text("date.notUnderstood", { typed: words });
    if (min && parsed < min) return text("date.tooEarly", { typed: words, day: day(min, "medium") });
    if (max && parsed > max) return text("date.tooLate", { typed: words, day: day(max, "medium") });
    return null;
  };
  const refusal = typedText === null ? null : refusalOf(typedText);
  /** Showing the value again needs a new input, because the library keeps the text as long as the value is the same. */
  const [shownInput, setShownInput] = useState({ key: 0, takesFocus: false });
  const showValue = (takesFocus: boolean) => {
    setTyped(null);
    setShownInput({ key: shownInput.key + 1, takesFocus });
  };
  const unreadable = useUnreadableText(refusal, () => {
    if (typedText !== null) showValue(document.activeElement === input.current);
  });
  const input = unreadable.input.ref;
  useEffect(() => {
    if (shownInput.takesFocus && document.activeElement === document.body) input.current?.focus();
  }, [shownInput, input]);
  useAllowedText(typedText === null || refusal !== null ? null : parseDay(typedText, writing, max), onChange);
  const presets = [
    { value: today, label: text("day.today") },
    { value: addDays(today, 1), label: text("date.tomorrow") },
    { value: startOfNextWeek(today, writing.week), label: text("date.nextWeek") },
  ].filter(({ value: one }) => (!min || one >= min) && (!max || one <= max));
  const formattedDay = value ? day(value, "medium") : "";
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { currentTarget } = event;
    if (open && event.key === "Escape") event.stopPropagation();
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || field.readOnly) return;
    if (!open && currentTarget.value === formattedDay) return;
    event.preventDefault();
    // The library shows the day that it read only when the field is left.
    currentTarget.blur();
    currentTarget.focus();
    setConfirmed(true);
  };
  return (
    <DateInput
      key={shownInput.key}
      size="sm"
      {...useCalendarProps()}
      {...field}
      {...unreadable.input}
      error={unreadable.reason ?? field.error}
      // An unreadable text stays in the field.
      fixOnBlur={refusal === null}
      // Escape closes the calendar first, and the dialog around it only afterwards.
      data-mantine-stop-propagation={open || undefined}
      // The first Enter confirms the typed day and closes the calendar; only the next one submits the form.
      onKeyDown={onKeyDown}
      onInput={({ currentTarget }) => {
        setTyped({ text: currentTarget.value, value });
        unreadable.hide();
        setConfirmed(false);
      }}
      onClick={() => setConfirmed(false)}
      onBlur={() => {
        setConfirmed(false);
        unreadable.report();
        field.onBlur?.();
      }}
      value={value}
      onChange={(next) => {
        // The day of a field that can't be empty stays, so the emptied field is refused.
        if (next !== null) setTyped(null);
        // Picked in the calendar, in place of a text that the field refused.
        if (next !== null && next === value && parseDay(input.current?.value ?? "", writing, max) !== next) {
          showValue(true);
          setConfirmed(true);
        }
        onChange(next);
      }}
      dateParser={(words) => parseDay(words, writing, max)}
      valueFormat={(date) => day(date, "medium")}
      minDate={min ?? undefined}
      maxDate={max ?? undefined}
      presets={presets}
      clearable={!field.readOnly}
      allowDeselect={false}
      clearButtonProps={{ "aria-label": text("date.clear") }}
      classNames={{ day: classes.day }}
      hideOutsideDates
      highlightToday
      inputWrapperOrder={["label", "input", "description", "error"]}
      leftSection={<IconCalendar size={16} stroke={1.75} aria-hidden />}
      leftSectionPointerEvents="none"
      popoverProps={{
        shadow: "md",
        radius: "md",
        onOpen: () => setOpen(true),
        onClose: () => setOpen(false),
        ...(isConfirmed && { opened: false }),
      }}
    />
  );
}
