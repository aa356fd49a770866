import { TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { readTypedNumber } from "../../../shared/kernel/typed-numbers";
import { useFormat } from "../../platform/intl/useText";
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
            key={`${dayOfWeek(at)} ${one}`}
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

/** Hours with decimals in the notation of the user; applied when the field loses the focus. */
function HoursInput({
  label,
  minutes,
  onChange,
}: {
  label: string;
  minutes: number;
  onChange: (minutes: number) => void;
}) {
  const { number, signs } = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const apply = () => {
    const reading = readTypedNumber(typed || "0", signs, { decimals: 3, max: 24 });
    const hours = reading.kind === "number" ? Number(reading.value) : Number.NaN;
    if (typed !== null && hours >= 0 && hours <= 24) onChange(Math.round(hours * 60));
    setTyped(null);
  };
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? number(minutes / 60, { maximumFractionDigits: 2 })}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={apply}
    />
  );
}
