import { Checkbox, NativeSelect, Switch } from "@mantine/core";
import {
  clockTextOfMinute,
  isQuiet,
  parseMinuteOfDay,
} from "../../../../shared/communication/notifications/quiet.rules";
import type { NotificationSettings } from "../../../../shared/communication/notifications/settings.contract";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useWeek } from "../../../platform/week";
import classes from "./settings.module.css";
import type { SettingsBody } from "./useNotificationSettings";
import tones from "../../../ui/layout/tones.module.css";

interface QuietPanelProps {
  quiet: NotificationSettings["quiet"];
  timeZone: string;
  onChange: (quiet: Partial<SettingsBody["quiet"]>) => void;
}

const halfHours = Array.from({ length: 48 }, (_, at) => clockTextOfMinute(at * 30));

/** November 15, 2026 is a Sunday; used to format weekday names. */
export const dayOfWeek = (weekday: number) => `2026-11-${15 + weekday}`;

export function QuietHoursPanel({ quiet, timeZone, onChange }: QuietPanelProps) {
  const text = useText();
  const { list, day: dayText } = useFormat();
  const { first } = useWeek();
  const time = useTimeOfDayText();
  const { on, from, to, days, mentions } = quiet;
  const span = { from: time(from), to: time(to) };
  const names = list(days.map((day) => dayText(dayOfWeek(day), "weekday")));
  return (
    <section className={classes.card} aria-labelledby="quiet-hours">
      <header>
        <h2 id="quiet-hours">{text("quiet.title")}</h2>
        <Switch
          aria-labelledby="quiet-hours"
          checked={on}
          onChange={(event) => onChange({ on: event.currentTarget.checked })}
        />
      </header>
      <p>
        {!on
          ? text("quiet.off")
          : text(days.length > 0 ? "quiet.hoursAndDays" : "quiet.hours", { ...span, days: names })}{" "}
        <span className={tones.quietSmall}>
          <bdi>{timeZone}</bdi>
        </span>
      </p>
      <div className={classes.times}>
        <TimeOfDaySelect
          label={text("quiet.from")}
          value={from}
          disabled={!on}
          onChange={(value) => onChange({ from: value })}
        />
        <TimeOfDaySelect
          label={text("quiet.to")}
          value={to}
          disabled={!on}
          onChange={(value) => onChange({ to: value })}
        />
      </div>
      <Strip quiet={quiet} label={text("quiet.strip", span)} />
      <fieldset className={classes.days} disabled={!on}>
        <legend className="sr-only">{text("quiet.days")}</legend>
        {Array.from({ length: 7 }, (_, at) => (first + at) % 7).map((day) => (
          <button
            key={day}
            type="button"
            aria-pressed={days.includes(day)}
            onClick={() => onChange({ days: days.includes(day) ? days.filter((one) => one !== day) : [...days, day] })}
          >
            {dayText(dayOfWeek(day), "weekday")}
          </button>
        ))}
      </fieldset>
      <Checkbox
        label={text("quiet.mentions")}
        checked={mentions}
        disabled={!on}
        onChange={(event) => onChange({ mentions: event.currentTarget.checked })}
      />
    </section>
  );
}

export function useTimeOfDayText(): (clock: string) => string {
  const { number } = useFormat();
  const two = { minimumIntegerDigits: 2, useGrouping: false };
  return (clock) =>
    clock
      .split(":")
      .map((part) => number(Number(part), two))
      .join(":");
}

interface ClockProps {
  label: string;
  value: string;
  disabled?: boolean;
  onChange: (value: string) => void;
}

export function TimeOfDaySelect({ label, value, disabled, onChange }: ClockProps) {
  const time = useTimeOfDayText();
  const choices = halfHours.includes(value) ? halfHours : [...halfHours, value].toSorted();
  return (
    <NativeSelect
      size="xs"
      label={label}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={choices.map((clock) => ({ value: clock, label: time(clock) }))}
    />
  );
}

function Strip({ quiet, label }: { quiet: NotificationSettings["quiet"]; label: string }) {
  const { number } = useFormat();
  const hours = {
    on: quiet.on,
    from: parseMinuteOfDay(quiet.from) ?? 0,
    to: parseMinuteOfDay(quiet.to) ?? 0,
    days: [],
  };
  return (
    <div role="img" aria-label={label} className={classes.strip}>
      <div>
        {Array.from({ length: 24 }, (_, hour) => (
          <i key={hour} data-quiet={isQuiet(hours, { weekday: 0, minute: hour * 60 + 30 }) || undefined} />
        ))}
      </div>
      <div className={classes.axis}>
        {[0, 6, 12, 18, 24].map((hour) => (
          <span key={hour}>{number(hour, { minimumIntegerDigits: 2 })}</span>
        ))}
      </div>
    </div>
  );
}
