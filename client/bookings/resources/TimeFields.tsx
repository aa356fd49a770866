import { Button, SegmentedControl } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { daysApart, utcOffsetAt } from "../../../shared/kernel/zoned-span";
import { zoneName } from "../../../shared/kernel/zone-names";
import {
  keepInstantAt,
  localDaysOf,
  localStartOf,
  spanAtLocalTime,
  spanLengthOf,
} from "../../../shared/kernel/local-span";
import {
  instantAtLocalTime,
  instantsAtLocalTime,
  isSkippedTime,
  localDayAt,
  localTimeAt,
} from "../../../shared/kernel/wall-clock";
import { useFormat, useText } from "../../platform/intl/useText";
import { DateField } from "../../ui/fields/DateField";
import { TimeField } from "../../ui/fields/TimeField";
import classes from "./TimeFields.module.css";
import { addDays } from "../../../shared/kernel/days";
import { dayOfNumber } from "../../../shared/kernel/day-number";
import { deviceTimeZone } from "../../platform/intl/formats";
import { useTimeSpanText } from "../../platform/intl/useTimeSpanText";

const clockOf = (wall: number) => new Date(wall).toISOString().slice(11, 16);

const wallOf = (day: string, clock: string) => Date.parse(`${day}T${clock}:00Z`);

/** Last day and time of day of a span; an end at midnight is 24:00 of the day before. */
function endOf(from: number, until: number, timeZone: string): { day: string; clock: string } {
  const { lastDay, endTime } = localDaysOf({ from, until }, timeZone);
  const minutes = Math.floor(endTime / 60_000);
  const clock = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
  return { day: dayOfNumber(lastDay), clock };
}

const isoOf = (at: number) => new Date(at).toISOString();

export interface TimeForm {
  setValue: (name: string, value: unknown) => void;
  valueProps: (name: "start_date" | "end_date") => { error?: ReactNode };
}

interface TimeFieldsProps {
  form: TimeForm;
  start: string;
  end: string;
  /** Time zone of the location, in which the fields are read and shown. */
  timeZone: string;
}

/** Start and end in local time of the location. Changing the start keeps the duration. */
export function TimeFields({ form, start, end, timeZone }: TimeFieldsProps) {
  const text = useText();
  const when = useTimeSpanText();
  const format = useFormat();
  const [from, until] = [Date.parse(start), Date.parse(end)];
  const length = spanLengthOf({ from, until }, timeZone);
  const isReversed = until <= from;
  const firstDay = localDayAt(from, timeZone);
  const startClock = clockOf(localStartOf({ from, until }, timeZone));
  const { day: lastDay, clock: endClock } = isReversed
    ? { day: localDayAt(until, timeZone), clock: clockOf(localTimeAt(until, timeZone)) }
    : endOf(from, until, timeZone);
  const [movedClock, setMovedClock] = useState<string | null>(null);
  const isFirstSkipped = (clock: string) => isSkippedTime(firstDay, clock, timeZone);
  const isLastSkipped = (clock: string) => isSkippedTime(lastDay, clock, timeZone);
  const begin = (day: string, clock: string) => {
    setMovedClock(isSkippedTime(day, clock, timeZone) ? clock : null);
    const moved = spanAtLocalTime(wallOf(day, clock), length, timeZone, { from, until });
    form.setValue("start_date", isoOf(moved.from));
    form.setValue("end_date", isoOf(moved.until));
  };
  const finish = (day: string, clock: string) => {
    setMovedClock(isSkippedTime(day, clock, timeZone) ? clock : null);
    // On the day of the start, midnight can only mean the end of the day.
    const wall = wallOf(day, clock === "00:00" && day === firstDay ? "24:00" : clock);
    const at = keepInstantAt(until, wall, timeZone);
    form.setValue("end_date", isoOf(at > from ? at : instantAtLocalTime(wall, timeZone, from)));
  };
  const beginAt = (at: number) => {
    const moved = spanAtLocalTime(localTimeAt(at, timeZone), length, timeZone, { from: at, until });
    form.setValue("start_date", isoOf(moved.from));
    form.setValue("end_date", isoOf(moved.until));
  };
  const apart = daysApart(new Date(start), new Date(end), timeZone);
  const isElsewhere = localTimeAt(from, timeZone) !== localTimeAt(from, deviceTimeZone());
  return (
    <div className={classes.times}>
      <div className={classes.dayAndTime}>
        <DateField
          label={text("booking.day")}
          value={firstDay}
          onChange={(chosen) => chosen && begin(chosen, startClock)}
        />
        <TimeField
          label={text("booking.from")}
          value={startClock}
          isSkipped={isFirstSkipped}
          error={form.valueProps("start_date").error}
          onChange={(clock) => begin(firstDay, clock)}
        />
      </div>
      <Occurrences at={from} timeZone={timeZone} label={text("booking.from")} onChange={beginAt} />
      <div className={classes.dayAndTime}>
        <DateField
          label={text("booking.lastDay")}
          value={lastDay}
          min={firstDay}
          onChange={(chosen) => chosen && finish(chosen, endClock)}
        />
        <TimeField
          label={text("booking.until")}
          endsDay
          isSkipped={isLastSkipped}
          value={endClock}
          error={form.valueProps("end_date").error ?? (isReversed && text("field.bookingEnd"))}
          onChange={(clock) => finish(lastDay, clock)}
        />
      </div>
      <Occurrences
        at={until}
        after={from}
        timeZone={timeZone}
        label={text("booking.until")}
        onChange={(at) => form.setValue("end_date", isoOf(at))}
      />
      <p className={classes.length} role="status">
        {movedClock !== null && (
          <b>{text("booking.skippedTime", { time: format.time(new Date(wallOf("2026-01-01", movedClock)), "UTC") })}</b>
        )}
        {apart > 0 && <b>{text("booking.daysLater", { count: apart })}</b>}
        {isReversed && (
          <Button size="compact-xs" onClick={() => finish(addDays(firstDay, 1), endClock)}>
            {text("booking.nextDay")}
          </Button>
        )}
        <span>
          {isElsewhere && !isReversed
            ? when(start, end, timeZone, { withDay: false })
            : text("booking.zone", { zone: zoneName(timeZone, text) })}
        </span>
      </p>
    </div>
  );
}

interface OccurrencesProps {
  label: string;
  at: number;
  /** Occurrences up to this instant aren't offered. */
  after?: number;
  timeZone: string;
  onChange: (at: number) => void;
}

/** Choice between the occurrences of a local time that a clock change repeats. */
function Occurrences({ label, at, after = Number.NEGATIVE_INFINITY, timeZone, onChange }: OccurrencesProps) {
  const text = useText();
  const times = instantsAtLocalTime(localTimeAt(at, timeZone), timeZone).filter((time) => time > after);
  const [first, second] = times;
  if (first === undefined || second === undefined) return null;
  const option = (id: "first" | "second", time: number) => ({
    value: String(time),
    label: <bdi>{text(`booking.occurrence.${id}`, { zone: utcOffsetAt(time, timeZone) })}</bdi>,
  });
  return (
    <div className={classes.occurrences}>
      <span>{text("booking.occurrence")}</span>
      <SegmentedControl
        size="xs"
        aria-label={`${label}: ${text("booking.occurrence")}`}
        value={String(at)}
        onChange={(time) => onChange(Number(time))}
        data={[option("first", first), option("second", second)]}
      />
    </div>
  );
}
