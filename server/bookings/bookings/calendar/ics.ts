import ICAL from "ical.js";
import { joinEquipmentPiece } from "../bookable.sql";

export interface CalendarBooking {
  uid: string;
  title: string;
  note: string | null;
  place: string | null;
  /** Vehicle with its plate, driver and phone number; null until assigned. */
  vehicle: string | null;
  status: "pending" | "approved" | "rejected" | "cancelled";
  starts_at: Date;
  ends_at: Date;
  created_at: Date;
  calendar_sequence: number;
  private: boolean;
  series: {
    id: number;
    uid: string;
    rrule: string;
    time_zone: string;
    /** Increases with every change of any date of the series. */
    sequence: number;
    first_date: string;
    /** Original date within the series, even after a move. */
    date: string;
    /**
     * Whether calendars show the series as one event. False for series created before this export existed; their dates are separate events.
     */
    one_event: boolean;
    /** Local time such as `09:00:00`, used in recurrence ids even after a move. */
    begins: string;
  } | null;
}

export const calendarColumns = `b.uid, b.title, b.note, COALESCE(r.name || ', ' || h.name, piece.name || ', ' || lent.name, b.to_place) AS place,
  NULLIF(concat_ws(' · ', vehicle.name || ' (' || vehicle.plate_number || ')', COALESCE(wheel_user.fullname, wheel.fullname), wheel.phone_number), '') AS vehicle, b.status,
  b.starts_at, b.ends_at, b.created_at, b.calendar_sequence, b.private,
  (SELECT json_build_object('id', s.id, 'uid', (array_agg(o.uid ORDER BY o.series_date, o.id))[1], 'rrule', s.rrule, 'time_zone', s.time_zone,
      'date', b.series_date, 'one_event', s.one_event, 'begins', s.begins, 'first_date', min(o.series_date), 'sequence', sum(o.calendar_sequence) + count(*))
    FROM booking_series s JOIN booking o ON o.tenant_id = s.tenant_id AND o.series_id = s.id
    WHERE s.tenant_id = b.tenant_id AND s.id = b.series_id GROUP BY s.id) AS series`;
export const calendarTables = `booking b
  LEFT JOIN room r ON r.tenant_id = b.tenant_id AND r.id = b.room_id
  LEFT JOIN building h ON h.tenant_id = r.tenant_id AND h.id = r.building_id
  LEFT JOIN car vehicle ON vehicle.tenant_id = b.tenant_id AND vehicle.id = b.car_id
  LEFT JOIN driver wheel ON wheel.tenant_id = b.tenant_id AND wheel.id = b.driver_id
  LEFT JOIN app_user wheel_user ON wheel_user.tenant_id = wheel.tenant_id AND wheel_user.id = wheel.user_id
  ${joinEquipmentPiece}`;

/** A booking without its texts. It isn't linked to its series, whose other dates may name its requester. */
export const hideBooking = <Row extends CalendarBooking & { id: number }>(row: Row, title: string): Row => ({
  ...row,
  uid: `hidden-${row.id}`,
  title,
  note: null,
  series: null,
});

const instant = (at: Date) => ICAL.Time.fromJSDate(at, true);

/** The UID never changes; SEQUENCE increases with each change shown in calendars. */
export function calendarEventOf(row: CalendarBooking, host: string, stamp = row.created_at): ICAL.Component {
  const event = new ICAL.Component("vevent");
  event.addPropertyWithValue("uid", `${row.uid}@${host}`);
  event.addPropertyWithValue("dtstamp", instant(stamp));
  event.addPropertyWithValue("sequence", row.calendar_sequence);
  event.addPropertyWithValue("dtstart", instant(row.starts_at));
  event.addPropertyWithValue("dtend", instant(row.ends_at));
  event.addPropertyWithValue("summary", row.title);
  if (row.place) event.addPropertyWithValue("location", row.place);
  const description = [row.vehicle, row.note].filter(Boolean).join("\n");
  if (description) event.addPropertyWithValue("description", description);
  event.addPropertyWithValue("status", statuses[row.status]);
  if (row.private) event.addPropertyWithValue("class", "PRIVATE");
  return event;
}

const statuses = {
  pending: "TENTATIVE",
  approved: "CONFIRMED",
  rejected: "CANCELLED",
  cancelled: "CANCELLED",
} as const;

export type CalendarMethod = "REQUEST" | "CANCEL";

export function createCalendar(method: CalendarMethod | "PUBLISH"): ICAL.Component {
  const calendar = new ICAL.Component("vcalendar");
  calendar.addPropertyWithValue("version", "2.0");
  calendar.addPropertyWithValue("prodid", "-//Task Management//Bookings//EN");
  calendar.addPropertyWithValue("calscale", "GREGORIAN");
  calendar.addPropertyWithValue("method", method);
  return calendar;
}
