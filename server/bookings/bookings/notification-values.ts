import type { RequestValues } from "../../../shared/communication/notifications/request.texts";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { joinEquipmentPiece } from "./bookable.sql";
import type { BookingRow } from "./bookings.present";

function localDayAndTime(at: Date, timeZone: string): { day: string; time: string } {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  const [day = "", time = ""] = format.format(at).split(" ");
  return { day, time };
}

export function periodValues(start: Date, end: Date, timeZone: string) {
  const [from, to] = [localDayAndTime(start, timeZone), localDayAndTime(end, timeZone)];
  return { from: from.day, to: to.day, begins: from.time, ends: to.time, zone: timeZone };
}

const selectBookingPlace = sql(
  "bookings.placeOf",
  `SELECT COALESCE(o.name, c.name, piece.name) AS place, COALESCE(h.time_zone, lent.time_zone, t.time_zone) AS time_zone
   FROM booking b JOIN tenant t ON t.id = b.tenant_id
     LEFT JOIN room o ON o.tenant_id = b.tenant_id AND o.id = b.room_id
     LEFT JOIN building h ON h.tenant_id = o.tenant_id AND h.id = o.building_id
     LEFT JOIN car c ON c.tenant_id = b.tenant_id AND c.id = b.car_id
     ${joinEquipmentPiece}
   WHERE b.tenant_id = current_tenant() AND b.id = $1`,
);

export async function bookingNotificationValues(
  tx: Tx,
  row: BookingRow,
): Promise<Pick<RequestValues, "title" | "place" | "from" | "to" | "begins" | "ends" | "zone">> {
  const where = await tx.one<{ place: string | null; time_zone: string }>(selectBookingPlace, [row.id]);
  return {
    title: row.title,
    ...(where?.place ? { place: where.place } : {}),
    ...periodValues(row.starts_at, row.ends_at, where?.time_zone ?? "UTC"),
  };
}
