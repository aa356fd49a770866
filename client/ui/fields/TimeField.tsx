import { Autocomplete } from "@mantine/core";
import { IconClock } from "@tabler/icons-react";
import { type ReactNode, useMemo, useState } from "react";
import { useFormat, useText } from "../../platform/intl/useText";
import { parseTypedTime } from "./parse-time";
import { useAllowedText, useUnreadableText } from "./unreadable-text";

interface TimeFieldProps {
  name?: string;
  label?: ReactNode;
  description?: ReactNode;
  /** `HH:MM`; empty for none. */
  value: string;
  /** Called with an empty value only if `clears` is set. */
  onChange: (value: string) => void;
  error?: ReactNode;
  onBlur?: () => void;
  disabled?: boolean;
  readOnly?: boolean;
  clears?: boolean;
  /** Whether 24:00, midnight at the end of the day, can be chosen. */
  endsDay?: boolean;
  /** Whether a clock change skips a time on the day of the field. Such times are neither offered nor accepted. */
  isSkipped?: ((time: string) => boolean) | undefined;
}

const quarters = Array.from({ length: 96 }, (_, n) => new Date(Date.UTC(2026, 0, 1, 0, n * 15)));
const endOfDay = "24:00";
const clockOf = (at: Date) => at.toISOString().slice(11, 16);
const momentOf = (time: string) => new Date(`2026-01-01T${time}:00Z`);

/** A time of day in the locale's format, chosen in quarters of an hour or typed freely. */
export function TimeField({
  value,
  onChange,
  clears = false,
  endsDay = false,
  isSkipped,
  onBlur,
  ...field
}: TimeFieldProps) {
  const { time } = useFormat();
  const text = useText();
  /** `value` is that of the field when it was left with an unreadable text, which a value set by other means replaces. */
  const [typed, setTyped] = useState<{ text: string; value?: string } | null>(null);
  const midnight = text("when.midnight");
  const choices = useMemo(
    () => [
      ...quarters.filter((at) => !isSkipped?.(clockOf(at))).map((at) => time(at, "UTC")),
      ...(endsDay ? [midnight] : []),
    ],
    [time, endsDay, midnight, isSkipped],
  );
  const formattedTime = value === endOfDay ? midnight : parseTypedTime(value) ? time(momentOf(value), "UTC") : value;
  const readTime = (input: string, whole: boolean) =>
    endsDay && input.trim() === midnight ? endOfDay : parseTypedTime(input, whole, endsDay);
  const refusalOf = (input: string): string | null => {
    if (input.trim() === "") return clears || !value ? null : text("field.required");
    const read = readTime(input, false);
    if (read === null) return text("time.notUnderstood", { typed: input });
    return isSkipped?.(read) ? text("field.timeSkipped") : null;
  };
  const typedText = typed && (typed.value === undefined || typed.value === value) ? typed.text : null;
  const refusal = typedText === null ? null : refusalOf(typedText);
  const unreadable = useUnreadableText(refusal, () => setTyped(null));
  const isLeft = typed?.value !== undefined;
  useAllowedText(isLeft && typedText !== null && refusal === null ? readTime(typedText, false) : null, onChange);
  const wholeTime = typedText === null ? null : readTime(typedText, true);
  const isSkippedTyped = wholeTime !== null && isSkipped?.(wholeTime) === true;
  const take = (input: string, whole: boolean) => {
    const read = readTime(input, whole);
    if (read !== null && read !== value && !isSkipped?.(read)) onChange(read);
    if (read === null && clears && input.trim() === "" && value !== "") onChange("");
  };
  const confirmTyped = () => {
    if (typedText === null) return setTyped(null);
    take(typedText, false);
    setTyped(refusal === null ? null : { text: typedText, value });
    unreadable.report();
  };
  return (
    <Autocomplete
      {...field}
      {...unreadable.input}
      value={typedText ?? formattedTime}
      data={choices}
      // Typing doesn't filter the options; all times stay selectable.
      filter={({ options }) => options}
      error={(isSkippedTyped ? refusal : unreadable.reason) ?? field.error}
      onChange={(input) => {
        setTyped({ text: input });
        unreadable.hide();
        take(input, true);
      }}
      onOptionSubmit={(input) => {
        take(input, false);
        setTyped(null);
      }}
      onKeyDown={(event) => {
        // An option reached by arrow keys is picked instead of the typed time.
        if (event.key === "Enter" && !event.currentTarget.hasAttribute("aria-activedescendant")) confirmTyped();
      }}
      onBlur={() => {
        confirmTyped();
        onBlur?.();
      }}
      onFocus={(event) => event.currentTarget.select()}
      maxDropdownHeight={220}
      comboboxProps={{ shadow: "md" }}
      leftSection={<IconClock size={16} stroke={1.75} aria-hidden />}
      leftSectionPointerEvents="none"
      autoComplete="off"
    />
  );
}
