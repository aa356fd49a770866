import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { concernsReader } from "../../platform/viewing";
import { joinEquipmentPiece } from "./bookable.sql";
import { type BookingRow, isConcernedByBooking } from "./bookings.present";
import type { NextBooking } from "../../../shared/bookings/bookings/bookings.contract";
import { presentBookings } from "./bookings-presenter.service";
import { selectNextBookingsOfUser } from "./bookings.sql";

const selectBookingLocation = sql(
  "bookings.whereabouts",
  `SELECT COALESCE(o.name, c.name || ' ' || c.plate_number, piece.name) AS place, COALESCE(h.name, lent.name) AS building, f.name AS floor,
     COALESCE(p.fullname, d.fullname) AS driver, d.phone_number, s.rrule,
     (SELECT max(x.series_date)::text FROM booking x WHERE x.tenant_id = b.tenant_id AND x.series_id = b.series_id) AS last_day
   FROM booking b
     LEFT JOIN booking_series s ON s.tenant_id = b.tenant_id AND s.id = b.series_id
     LEFT JOIN room o ON o.tenant_id = b.tenant_id AND o.id = b.room_id
     LEFT JOIN building h ON h.tenant_id = o.tenant_id AND h.id = o.building_id
     LEFT JOIN floor f ON f.tenant_id = o.tenant_id AND f.id = o.floor_id
     LEFT JOIN car c ON c.tenant_id = b.tenant_id AND c.id = b.car_id
     LEFT JOIN driver d ON d.tenant_id = b.tenant_id AND d.id = b.driver_id
     LEFT JOIN app_user p ON p.tenant_id = d.tenant_id AND p.id = d.user_id
     ${joinEquipmentPiece}
   WHERE b.tenant_id = current_tenant() AND b.id = $1`,
);

interface Row {
  place: string | null;
  building: string | null;
  floor: string | null;
  driver: string | null;
  phone_number: string | null;
  rrule: string | null;
  last_day: string | null;
}

export async function bookingLocation(tx: Tx, actor: Actor, row: BookingRow) {
  const found = await tx.one<Row>(selectBookingLocation, [row.id]);
  const { driver, phone_number, rrule, last_day, ...where } = found as Row;
  const isTold =
    (!row.private && actor.permissions.has("reservation-approve")) ||
    concernsReader(actor, (id) => isConcernedByBooking(row, id));
  // The recurrence of a private booking is hidden from other users.
  const series = isTold || !row.private ? { rrule, last_day } : { rrule: null, last_day: null };
  return { ...where, ...series, driver: driver !== null && isTold ? { fullname: driver, phone_number } : null };
}

type NextRow = BookingRow & Pick<NextBooking, "place">;

export async function readNextBookings(tx: Tx, actor: Actor, most: number): Promise<NextBooking[]> {
  const now = Date.now();
  const rows = await tx.rows<NextRow>(selectNextBookingsOfUser, [new Date(now), actor.id, most]);
  const presented = await presentBookings(tx, actor, rows, now);
  return presented.map((booking, n) => ({ ...booking, place: rows[n]?.place ?? null }));
}
