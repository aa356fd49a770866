import type { BookingWithPermissions } from "../../../../shared/bookings/bookings/bookings.contract";
import { occupiesResource } from "../../../../shared/bookings/bookings/bookings.rules";
import { Problem } from "../../../../shared/kernel/problems";
import { intendedLocalTime } from "../../../../shared/kernel/local-span";
import { localTimeAt } from "../../../../shared/kernel/wall-clock";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import type { Actor } from "../../../platform/session";
import type { BookingRow } from "../bookings.present";
import { createBooking } from "./create";
import { loadBookingRow } from "../bookings.read";
import { selectBookingsById, selectInvitableUsers, lockBookings } from "../bookings.sql";
import { resourceKinds } from "../resource-kinds";
import { type SeriesPattern, type StoredSeries, extendSeriesDates } from "../series.dates";

const selectSeries = sql(
  "series.byId",
  "SELECT rrule, time_zone, begins::text AS begins FROM booking_series WHERE tenant_id = current_tenant() AND id = $1",
);
const patternFirst = "(status IN ('pending', 'approved')) DESC, series_changed, series_date DESC, id DESC";
const selectSeriesDates = sql(
  "series.dates",
  `SELECT min(id) AS oldest, min(series_date)::text AS first, max(series_date)::text AS last,
     (array_agg(id ORDER BY ${patternFirst}))[1] AS pattern,
     (array_agg(COALESCE(planned_ends_at, ends_at) ORDER BY ${patternFirst}))[1] AS pattern_ends_at
   FROM booking WHERE tenant_id = current_tenant() AND series_id = $1`,
);
const selectGuestEmails = sql(
  "series.guests",
  `SELECT i.email FROM booking_invitation i
   WHERE i.tenant_id = current_tenant() AND i.booking_id = $1 AND i.email IS NOT NULL AND i.withdrawn_at IS NULL
     AND NOT EXISTS (SELECT FROM app_user u
       WHERE u.tenant_id = i.tenant_id AND u.active AND NOT u.external AND lower(u.email) = i.email)`,
  { notNull: ["email"] },
);
const updateSeriesRule = sql(
  "series.setRule",
  "UPDATE booking_series SET rrule = $2 WHERE tenant_id = current_tenant() AND id = $1",
);

const idOf = ({ id }: { id: number }) => id;

/**
 * Extends a series to a day, using its last date that wasn't edited individually as the pattern.
 * @returns the new dates.
 * @throws Problem 404; 403 for another user's series; 409 when the booking isn't a series or a slot is taken; 422 for an invalid day or too
 *   many dates.
 */
export async function extendSeries(tx: Tx, actor: Actor, id: number, until: string): Promise<BookingWithPermissions[]> {
  const { series_id: series, requester } = await loadBookingRow(tx, id);
  if (requester?.id !== actor.id) throw new Problem("booking.notYours");
  if (series === null) throw new Problem("booking.past");
  // Serializes extensions: a second concurrent extension sees the dates added by the first one.
  await tx.rows(lockBookings, [[(await spanOf(tx, series)).oldest]]);
  const span = await spanOf(tx, series);
  const storedSeries = await tx.one<Omit<StoredSeries, "first_date">>(selectSeries, [series]);
  if (!storedSeries) throw new Problem("internal");
  const [pattern] = await tx.rows<BookingRow>(selectBookingsById, [[span.pattern]]);
  if (!pattern || !occupiesResource(pattern)) throw new Problem("booking.past");
  const begins = storedSeries.begins ?? wallClockTime(pattern.starts_at, storedSeries.time_zone);
  const later = extendSeriesDates(
    { ...storedSeries, begins, first_date: span.first },
    span.last,
    until,
    patternOf({ ...pattern, ends_at: span.pattern_ends_at }, begins, storedSeries.time_zone),
  );
  // Participants who have left, and guests who have become colleagues, keep the earlier dates and don't get the new ones.
  const participants = await tx.rows<{ id: number }>(selectInvitableUsers, [[], pattern.participants.map(idOf)]);
  const guests = await tx.rows<{ email: string }>(selectGuestEmails, [pattern.id]);
  const [next] = later.dates as [(typeof later.dates)[number]];
  const created = await createBooking(
    tx,
    actor,
    {
      title: pattern.title,
      note: pattern.note,
      private: pattern.private,
      bookable_type: pattern.bookable_type,
      bookable_id: pattern.bookable_id ?? undefined,
      car_type: pattern.car_type ?? undefined,
      seats: pattern.seats ?? undefined,
      from_place: pattern.from_place,
      to_place: pattern.to_place,
      purpose: pattern.purpose,
      driver_needed: pattern.driver_needed,
      equipment: resourceKinds[pattern.bookable_type].splitEquipment(pattern.equipment_ids).additional,
      participants: participants.map(idOf),
      guests: guests.map(({ email }) => email),
      start_date: next.start_date,
      end_date: next.end_date,
      groups: undefined,
      basket: undefined,
      repeat: undefined,
      rrule: undefined,
      repeat_until: undefined,
      repeat_count: undefined,
      dates: undefined,
    },
    { id: series, timeZone: storedSeries.time_zone, series: later },
  );
  await tx.rows(updateSeriesRule, [series, later.rrule]);
  return created.dates;
}

interface Span {
  oldest: number;
  first: string;
  last: string;
  pattern: number;
  /** Planned end of the pattern, which may have been ended early or released. */
  pattern_ends_at: Date;
}

const spanOf = async (tx: Tx, series: number): Promise<Span> =>
  (await tx.one<Span>(selectSeriesDates, [series])) as Span;

const wallClockTime = (at: Date, timeZone: string): string =>
  new Date(localTimeAt(at.getTime(), timeZone)).toISOString().slice(11, 19);

/**
 * Returns the length of a date, and how far the series was moved. The local length is counted from the series' start time, even where a clock
 * change skipped that time. If only individually edited dates are left, new dates have the time of the rule.
 */
function patternOf(row: BookingRow, begins: string, timeZone: string): SeriesPattern {
  const [from, until] = [row.starts_at.getTime(), row.ends_at.getTime()];
  const start = intendedLocalTime(from, Date.parse(`1970-01-01T${begins}Z`), timeZone);
  return {
    length: { local: localTimeAt(until, timeZone) - start, elapsed: until - from },
    shift: row.series_changed ? 0 : start - Date.parse(`${row.series_date}T${begins}Z`),
  };
}
