import { bookingsStream } from "../../../../shared/bookings/bookings/bookings.events";
import type { BookableType } from "../../../../shared/bookings/bookings/bookings.schema";
import type { GridHoliday, GridResource } from "../../../../shared/bookings/bookings/grid.contract";
import { compactResource } from "../../../../shared/bookings/bookings/grid.rules";
import { elapsedDayMs } from "../../../../shared/kernel/elapsed-time";
import { invalidFieldProblem } from "../../../../shared/kernel/problems";
import { insertMessageValues } from "../../../../shared/kernel/text/message-values";
import { sql, type StatementFor, type Tx } from "../../../platform/database/unit-of-work";
import { streamPosition } from "../../../platform/live/subscribe";
import type { Actor } from "../../../platform/session";
import { readGridBookings } from "./grid.bookings";

const photoOf = (of: "r" | "c" | "e") =>
  `(SELECT '/files/' || i.id || '/photo' FROM file i WHERE i.tenant_id = ${of}.tenant_id AND i.id = ${of}.image_file_id)`;
const selectGridRooms = sql(
  "bookings.gridRooms",
  `SELECT r.id, r.name, h.name AS building, f.name AS floor, NULL AS car_type, NULL AS plate_number, NULL AS equipment_kind, r.capacity, r.tools, r.color, ${photoOf("r")} AS image, r.auto_approve,
     r.opens_at::text AS opens_at, r.closes_at::text AS closes_at, r.open_days, COALESCE(h.time_zone, t.time_zone) AS time_zone
   FROM room r JOIN tenant t ON t.id = r.tenant_id JOIN building h ON h.tenant_id = r.tenant_id AND h.id = r.building_id
     JOIN floor f ON f.tenant_id = r.tenant_id AND f.id = r.floor_id
   WHERE r.tenant_id = current_tenant() AND r.deleted_at IS NULL
   ORDER BY h.name COLLATE reader, h.id, f.level, f.id, r.name COLLATE reader, r.id`,
);
const selectGridCars = sql(
  "bookings.gridCars",
  `SELECT c.id, c.name, NULL AS building, NULL AS floor, c.type AS car_type, c.plate_number, NULL AS equipment_kind, c.seats AS capacity,
     '{}'::text[] AS tools, c.color, ${photoOf("c")} AS image, false AS auto_approve, NULL AS opens_at, NULL AS closes_at, '{1,2,3,4,5,6,7}'::int[] AS open_days, t.time_zone
   FROM car c JOIN tenant t ON t.id = c.tenant_id WHERE c.tenant_id = current_tenant() AND c.deleted_at IS NULL ORDER BY c.type, c.name COLLATE reader, c.id`,
);
const selectGridEquipmentItems = sql(
  "bookings.gridEquipment",
  `SELECT e.id, e.name, h.name AS building, NULL AS floor, NULL AS car_type, NULL AS plate_number, e.kind AS equipment_kind, NULL::int AS capacity,
     '{}'::text[] AS tools, e.color, ${photoOf("e")} AS image, e.auto_approve, e.opens_at::text AS opens_at,
     e.closes_at::text AS closes_at, e.open_days, COALESCE(h.time_zone, t.time_zone) AS time_zone
   FROM equipment e JOIN tenant t ON t.id = e.tenant_id JOIN building h ON h.tenant_id = e.tenant_id AND h.id = e.building_id
   WHERE e.tenant_id = current_tenant() AND e.deleted_at IS NULL ORDER BY h.name COLLATE reader, h.id, e.kind, e.name COLLATE reader, e.id`,
);
const resourcesOf: Record<BookableType, StatementFor<GridResource>> = {
  room: selectGridRooms,
  car: selectGridCars,
  equipment: selectGridEquipmentItems,
};

const selectGridOutages = sql(
  "bookings.gridOutages",
  `SELECT id, COALESCE(room_id, car_id, equipment_id) AS bookable_id, starts_at, ends_at, reason FROM outage
   WHERE tenant_id = current_tenant() AND (CASE $3 WHEN 'room' THEN room_id WHEN 'car' THEN car_id ELSE equipment_id END) IS NOT NULL
     AND starts_at < $2 AND ends_at > $1 ORDER BY starts_at, id`,
);

const selectTenantOfGrid = sql(
  "bookings.gridOrganization",
  `SELECT t.time_zone, COALESCE((
     SELECT json_agg(json_build_object('date', h.date, 'name', h.name, 'translations', h.translations) ORDER BY h.date, h.id)
     FROM holiday h WHERE h.tenant_id = t.id AND h.half IS NULL
       AND h.date BETWEEN ($1::timestamptz AT TIME ZONE t.time_zone)::date AND ($2::timestamptz AT TIME ZONE t.time_zone)::date
       AND (h.location IS NULL OR h.location = (SELECT u.location FROM app_user u WHERE u.tenant_id = t.id AND u.id = $3))), '[]') AS holidays
   FROM tenant t WHERE t.id = current_tenant()`,
);

interface OutageRow {
  id: number;
  bookable_id: number;
  starts_at: Date;
  ends_at: Date;
  reason: string | null;
}

const longestGridDays = 370;

/**
 * All resources of a type with their bookings and downtimes in a period. The period isn't limited to the booking window, because links lead
 * to dates of series beyond it.
 * @throws Problem 422 when the period is invalid or too long.
 */
export async function readGrid(tx: Tx, actor: Actor, kind: BookableType, from: string, until: string) {
  const now = Date.now();
  if (until <= from) throw invalidFieldProblem("end_date", "field.bookingEnd");
  if (Date.parse(until) - Date.parse(from) > longestGridDays * elapsedDayMs)
    throw invalidFieldProblem("end_date", insertMessageValues("field.longestPeriod", { days: longestGridDays }));
  const [resources, out, position, organization] = await Promise.all([
    tx.rows<GridResource>(resourcesOf[kind]),
    tx.rows<OutageRow>(selectGridOutages, [from, until, kind]),
    streamPosition(tx, bookingsStream(kind, tx.tenantId)),
    tx.one<{ time_zone: string; holidays: GridHoliday[] }>(selectTenantOfGrid, [from, until, actor.id]),
  ]);
  const data = {
    bookable_type: kind,
    resources: resources.map(compactResource),
    ...(await readGridBookings(tx, actor, [from, until, kind], resources, now)),
    outages: out.map(({ starts_at, ends_at, ...row }) => ({
      ...row,
      start_date: starts_at.toISOString(),
      end_date: ends_at.toISOString(),
    })),
    ...position,
    ...(organization as NonNullable<typeof organization>),
  };
  return { data };
}
