import type { BookableType } from "../../../../shared/bookings/bookings/bookings.schema";
import { localDayAt } from "../../../../shared/kernel/wall-clock";
import { zoneName } from "../../../../shared/kernel/zone-names";
import type { MessageId } from "../../../platform/intl/catalogues";
import { deviceTimeZone } from "../../../platform/intl/formats";
import { useFormat, useText } from "../../../platform/intl/useText";
import classes from "./BookingGrid.module.css";
import type { GridRow } from "./grid.rows";
import { type GridRange, hasSameHours, percentAtTime, timeTicks } from "./grid.time";

const cornerLabels: Record<BookableType, MessageId> = {
  room: "booking.room",
  car: "reservation.car",
  equipment: "booking.piece",
};

interface GridHeadProps {
  kind: BookableType;
  range: GridRange;
  /** Time zone in which the hours are written. */
  zone: string;
  offDays: ReadonlyMap<string, string>;
  /** The current time; null if it is outside the range. */
  now: number | null;
}

/** The time axis above the rows: hours of a day, or days of a week or month. */
export function GridHead({ kind, range, zone, offDays, now }: GridHeadProps) {
  const text = useText();
  const format = useFormat();
  return (
    <div className={classes.head}>
      <span className={classes.corner} data-corner>
        <span>{text(cornerLabels[kind])}</span>
        <small>{text("booking.zone", { zone: zoneName(zone, text) })}</small>
      </span>
      <div className={`${classes.ticks} time-axis`} aria-hidden>
        {range.view === "day" ? <Hours range={range} zone={zone} /> : <Days range={range} offDays={offDays} />}
        {now !== null && range.view === "day" && (
          <i className={classes.nowBadge} style={{ insetInlineStart: `${percentAtTime(range, now)}%` }}>
            {format.time(new Date(now), zone)}
          </i>
        )}
      </div>
    </div>
  );
}

interface GroupHeadProps {
  group: Extract<GridRow, { kind: "group" }>;
  range: GridRange;
  /** Time zone of the grid's head. A group in another one has its own hours. */
  zone: string;
}

export function GroupHead({ group: { title, timeZone }, range, zone }: GroupHeadProps) {
  const text = useText();
  return (
    <div className={classes.group}>
      <span>
        <bdi>{title}</bdi>
        {timeZone && timeZone !== zone && <small>{text("booking.zone", { zone: zoneName(timeZone, text) })}</small>}
      </span>
      {range.view === "day" && timeZone && !hasSameHours(range, timeZone, zone) && (
        <div className={`${classes.ticks} time-axis`} aria-hidden>
          <Hours range={range} zone={timeZone} />
        </div>
      )}
    </div>
  );
}

function Hours({ range, zone }: { range: GridRange; zone: string }) {
  const format = useFormat();
  const own = deviceTimeZone();
  const alike = hasSameHours(range, zone, own);
  return timeTicks(range).map(({ from }) => (
    <span key={from}>
      {format.time(new Date(from), zone)}
      {!alike && <small data-own>({format.time(new Date(from), own)})</small>}
    </span>
  ));
}

function Days({ range, offDays }: Pick<GridHeadProps, "range" | "offDays">) {
  const format = useFormat();
  const isWeek = range.view === "week";
  return timeTicks(range).map(({ from }) => {
    const day = localDayAt(from, range.timeZone);
    const holiday = offDays.get(day);
    return (
      <span key={from} data-off={holiday !== undefined || undefined} title={holiday || undefined}>
        {format.day(day, isWeek ? "weekday" : "weekdayNarrow")}{" "}
        <b>{isWeek ? format.day(day, "short") : format.number(Number(day.slice(8)))}</b>
        {isWeek && holiday && <small>{holiday}</small>}
      </span>
    );
  });
}
