import { useFormat, useText } from "../platform/intl/useText";
import classes from "./tenants.module.css";

/** A Sunday: the names of the days come from it. */
const dayOfWeek = (weekday: number) => `2026-11-${15 + weekday}`;

/** Which days of the week are free. */
export function Weekend({ value, onChange }: { value: readonly number[]; onChange(days: number[]): void }) {
  const text = useText();
  const { day } = useFormat();
  return (
    <fieldset className={classes.days}>
      <legend>{text("tenant.weekend")}</legend>
      <p>{text("tenant.weekend.why")}</p>
      {Array.from({ length: 7 }, (_, one) => (
        <button
          key={one}
          type="button"
          aria-pressed={value.includes(one)}
          onClick={() => onChange(value.includes(one) ? value.filter((other) => other !== one) : [...value, one])}
        >
          {day(dayOfWeek(one), "weekday")}
        </button>
      ))}
    </fieldset>
  );
}
