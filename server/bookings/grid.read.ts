import { bookingsStream } from "../../shared/bookings/bookings.events";
import type { BookableType } from "../../shared/bookings/bookings.schema";
import type { GridResource } from "../../shared/bookings/grid.contract";
import { invalid } from "../../shared/kernel/problems";
import { RawJson } from "../platform/http/serve/serve";
import { sql, type Statement, type Tx } from "../platform/database/unit-of-work";
import { streamRevision } from "../platform/live/subscribe";
import type { Actor } from "../platform/session";
import { windowAt } from "./bookings.read";
import { bookingsAsJson } from "./grid.texts";

const photoOf = (of: "r" | "c" | "e") =>
  `(SELECT '/files/' || i.id || '/photo' FROM file i WHERE i.tenant_id = ${of}.tenant_id AND i.id = ${of}.image_file_id)`;
const rooms = sql(
  "bookings.gridRooms",
  `SELECT r.id, r.name, h.name AS building, f.name AS floor, NULL AS car_type, NULL AS plate_number, NULL AS equipment_kind, r.capacity, r.tools, r.color, ${photoOf("r")} AS image, r.auto_approve,
     r.opens_at::text AS opens_at, r.closes_at::text AS closes_at, r.open_days
   FROM room r JOIN building h ON h.tenant_id = r.tenant_id AND h.id = r.building_id
     JOIN floor f ON f.tenant_id = r.tenant_id AND f.id = r.floor_id
   WHERE r.tenant_id = current_tenant() AND r.deleted_at IS NULL
   ORDER BY lower(h.name), h.id, f.level, f.id, lower(r.name), r.id`,
);
const cars = sql(
  "bookings.gridCars",
  `SELECT c.id, c.name, NULL AS building, NULL AS floor, c.type AS car_type, c.plate_number, NULL AS equipment_kind, c.seats AS capacity,
     '{}'::text[] AS tools, c.color, ${photoOf("c")} AS image, false AS auto_approve, NULL AS opens_at, NULL AS closes_at, '{1,2,3,4,5,6,7}'::int[] AS open_days
   FROM car c WHERE c.tenant_id = current_tenant() AND c.deleted_at IS NULL ORDER BY c.type, lower(c.name), c.id`,
);
const equipment = sql(
  "bookings.gridEquipment",
  `SELECT e.id, e.name, h.name AS building, NULL AS floor, NULL AS car_type, NULL AS plate_number, e.kind AS equipment_kind, NULL::int AS capacity,
     '{}'::text[] AS tools, e.color, ${photoOf("e")} AS image, e.auto_approve, e.opens_at::text AS opens_at,
     e.closes_at::text AS closes_at, e.open_days
   FROM equipment e JOIN building h ON h.tenant_id = e.tenant_id AND h.id = e.building_id
   WHERE e.tenant_id = current_tenant() AND e.deleted_at IS NULL ORDER BY lower(h.name), h.id, e.kind, lower(e.name), e.id`,
);
const resourcesOf: Record<BookableType, Statement> = { room: rooms, car: cars, equipment };

const outages = sql(
  "bookings.gridOutages",
  `SELECT id, COALESCE(room_id, car_id, equipment_id) AS bookable_id, starts_at, ends_at, reason FROM outage
   WHERE tenant_id = current_tenant() AND (CASE $3 WHEN 'room' THEN room_id WHEN 'car' THEN car_id ELSE equipment_id END) IS NOT NULL
     AND starts_at < $2 AND ends_at > $1 ORDER BY starts_at, id`,
);

interface OutageRow {
  id: number;
  bookable_id: number;
  starts_at: Date;
  ends_at: Date;
  reason: string | null;
}

/** Everything of one kind with what is booked and out of order in a time. @throws Problem 422 beyond the window. */
export async function readGrid(tx: Tx, actor: Actor, kind: BookableType, from: string, until: string) {
  const now = Date.now();
  if (until <= from) throw invalid("end_date", "field.bookingEnd");
  const window = windowAt(now);
  if (from < window.start_date) throw invalid("start_date", "field.reservationWindow");
  if (until > window.end_date) throw invalid("end_date", "field.reservationWindow");
  const [resources, bookings, out, revision] = await Promise.all([
    tx.rows<GridResource>(resourcesOf[kind]),
    bookingsAsJson(tx, actor, [from, until, kind], now),
    tx.rows<OutageRow>(outages, [from, until, kind]),
    streamRevision(tx, bookingsStream(kind, tx.tenantId)),
  ]);
  const told = out.map(({ starts_at, ends_at, ...row }) => ({
    ...row,
    start_date: starts_at.toISOString(),
    end_date: ends_at.toISOString(),
  }));
  const rest = JSON.stringify({ bookable_type: kind, resources, outages: told, revision });
  return new RawJson(`{"data":{${bookings},${rest.slice(1)}}`);
}
