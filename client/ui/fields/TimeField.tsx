import { Autocomplete } from "@mantine/core";
import { IconClock } from "@tabler/icons-react";
import { type ReactNode, useMemo, useState } from "react";
import { useFormat, useText } from "../../platform/intl/useText";
import { parseTypedTime } from "./parse-time";

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
}

const quarters = Array.from({ length: 96 }, (_, n) => new Date(Date.UTC(2026, 0, 1, 0, n * 15)));
const endOfDay = "24:00";
const momentOf = (time: string) => new Date(`2026-01-01T${time}:00Z`);

/** A time of day in the locale's format, chosen in quarters of an hour or typed freely. */
export function TimeField({ value, onChange, clears = false, endsDay = false, onBlur, ...field }: TimeFieldProps) {
  const { time } = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const midnight = useText()("when.midnight");
  const choices = useMemo(
    () => [...quarters.map((at) => time(at, "UTC")), ...(endsDay ? [midnight] : [])],
    [time, endsDay, midnight],
  );
  const shown = value === endOfDay ? midnight : parseTypedTime(value) ? time(momentOf(value), "UTC") : value;
  const take = (text: string, whole: boolean) => {
    const read = endsDay && text.trim() === midnight ? endOfDay : parseTypedTime(text, whole, endsDay);
    if (read !== null && read !== value) onChange(read);
    if (read === null && clears && text.trim() === "" && value !== "") onChange("");
  };
  const confirmTyped = () => {
    if (typed !== null) take(typed, false);
    setTyped(null);
  };
  return (
    <Autocomplete
      {...field}
      value={typed ?? shown}
      data={choices}
      // Typing doesn't filter the options; all times stay selectable.
      filter={({ options }) => options}
      onChange={(text) => {
        setTyped(text);
        take(text, true);
      }}
      onOptionSubmit={(text) => {
        take(text, false);
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
