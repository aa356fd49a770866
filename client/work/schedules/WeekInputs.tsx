import { TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { readTypedNumber } from "../../../shared/kernel/typed-numbers";
import { useFormat, useText } from "../../platform/intl/useText";
import { dayOfWeek } from "./weekday";
import classes from "./ScheduleFields.module.css";

interface WeekInputsProps {
  legend: string;
  minutes: readonly number[];
  onChange: (minutes: number[]) => void;
  error?: ReactNode;
}

export function WeekInputs({ legend, minutes, onChange, error }: WeekInputsProps) {
  const { day } = useFormat();
  return (
    <fieldset className={classes.inputs}>
      <legend>{legend}</legend>
      <div>
        {minutes.map((one, at) => (
          <HoursInput
            key={dayOfWeek(at)}
            label={day(dayOfWeek(at), "weekday")}
            minutes={one}
            onChange={(value) => onChange(minutes.map((old, index) => (index === at ? value : old)))}
          />
        ))}
      </div>
      {error && <p role="alert">{error}</p>}
    </fieldset>
  );
}

interface HoursInputProps {
  label: string;
  minutes: number;
  /** Receives NaN for a text that is no number of hours, so that every schema refuses it. */
  onChange: (minutes: number) => void;
}

/** Hours with decimals in the notation of the user. Each typed text is applied at once, because Enter submits without leaving the field. */
function HoursInput({ label, minutes, onChange }: HoursInputProps) {
  const text = useText();
  const { number, signs } = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const minutesOf = (hoursText: string) => {
    const reading = readTypedNumber(hoursText || "0", signs, { decimals: 3, max: 24 });
    const hours = reading.kind === "number" ? Number(reading.value) : Number.NaN;
    return hours >= 0 && hours <= 24 ? Math.round(hours * 60) : Number.NaN;
  };
  // A restored draft contains null instead of NaN.
  const isReadable = Number.isFinite(minutes);
  const formatted = isReadable ? number(minutes / 60, { maximumFractionDigits: 2 }) : "";
  // Minutes set by other means, such as a template, replace the typed text.
  const isTypedValue = typed !== null && Object.is(minutesOf(typed), minutes);
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      autoComplete="off"
      value={isTypedValue ? typed : formatted}
      error={isReadable ? undefined : text("field.between", { min: 0, max: 24 })}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(minutesOf(currentTarget.value));
      }}
      onBlur={() => isReadable && setTyped(null)}
    />
  );
}
