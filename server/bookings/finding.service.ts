import type { InferType } from "yup";
import type { findFree, FreeResource } from "../../shared/bookings/finding.contract";
import { isFree } from "../platform/database/overlap";
import { sql, type Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { readRooms, refusalOf, requireBookable } from "./room.checks";

/** As asked for, then half an hour earlier and later. */
const offsets = [0, -30, 30];
const mostOffered = 40;

const shifted = `SELECT off, $2::timestamptz + make_interval(mins => off) AS since,
  $3::timestamptz + make_interval(mins => off) AS until FROM unnest($1::int[]) AS off`;

/** $1 the offsets in minutes, $2 and $3 when, $4 how many people, $5 what has to be in it. The best fit first. */
const rooms = sql(
  "finding.rooms",
  `WITH r AS MATERIALIZED (
     SELECT r.*, w.off, w.since, w.until, w.since - make_interval(mins => r.buffer_before_minutes) AS busy_from,
       w.until + make_interval(mins => r.buffer_after_minutes) AS busy_until,
       w.since - make_interval(mins => r.buffer_before_minutes) - interval '1 day' AS day_before
     FROM room r CROSS JOIN LATERAL (${shifted}) AS w
     WHERE r.tenant_id = current_tenant() AND r.deleted_at IS NULL AND r.tools @> $5::text[]
       AND ($4::int IS NULL OR r.capacity >= $4))
   SELECT r.id AS bookable_id, r.name, h.name AS building, f.name AS floor, NULL AS car_type, r.capacity, r.tools, r.off AS minutes_off
   FROM r JOIN building h ON h.tenant_id = r.tenant_id AND h.id = r.building_id
     JOIN floor f ON f.tenant_id = r.tenant_id AND f.id = r.floor_id
   WHERE ${isFree(
     "s.tenant_id = r.tenant_id AND s.room_id = r.id AND (s.kind = 'booking' OR (s.starts_at < r.until AND s.ends_at > r.since))",
     "r.busy_from",
     "r.busy_until",
     "r.day_before",
   )}
   ORDER BY abs(r.off), r.off, r.capacity NULLS LAST, cardinality(r.tools), lower(r.name), r.id`,
);

/** The same of cars; $4 seats, $5 a type, or null for any. */
const cars = sql(
  "finding.cars",
  `WITH c AS MATERIALIZED (
     SELECT c.*, w.off, w.since, w.until, w.since - interval '1 day' AS day_before FROM car c CROSS JOIN LATERAL (${shifted}) AS w
     WHERE c.tenant_id = current_tenant() AND c.deleted_at IS NULL AND ($5::text IS NULL OR c.type = $5)
       AND ($4::int IS NULL OR c.seats >= $4))
   SELECT c.id AS bookable_id, c.name, NULL AS building, NULL AS floor, c.type AS car_type, c.seats AS capacity,
     '{}'::text[] AS tools, c.off AS minutes_off
   FROM c WHERE ${isFree("s.tenant_id = c.tenant_id AND s.car_id = c.id", "c.since", "c.until", "c.day_before")}
   ORDER BY abs(c.off), c.off, c.seats NULLS LAST, lower(c.name), c.id`,
);

type Row = Omit<FreeResource, "start_date" | "end_date">;

/**
 * What is free, each once at the time nearest to what was asked for. A room whose rules refuse the time isn't offered.
 * Nothing is held: the booking decides.
 * @throws Problem 422 for a time that can't be booked at all.
 */
export async function freeResources(
  tx: Tx,
  actor: Actor,
  query: InferType<typeof findFree.query>,
): Promise<FreeResource[]> {
  const now = Date.now();
  requireBookable(query, now);
  const isRoom = query.bookable_type === "room";
  const tools = (query.tools ?? "")
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);
  const values = [offsets, query.start_date, query.end_date, query.people ?? null];
  const rows = await tx.rows<Row>(isRoom ? rooms : cars, [...values, isRoom ? tools : query.car_type || null]);
  const rules = isRoom ? await readRooms(tx, actor, [...new Set(rows.map((row) => row.bookable_id))]) : null;
  const moved = (iso: string, minutes: number) => new Date(Date.parse(iso) + minutes * 60_000).toISOString();
  const offered = new Map<number, FreeResource>();
  for (const row of rows) {
    if (offered.size === mostOffered) break;
    if (offered.has(row.bookable_id)) continue;
    const when = {
      start_date: moved(query.start_date, row.minutes_off),
      end_date: moved(query.end_date, row.minutes_off),
    };
    const room = rules?.get(row.bookable_id);
    if (Date.parse(when.end_date) <= now || (room && refusalOf(room, when, actor, now))) continue;
    offered.set(row.bookable_id, { ...row, ...when });
  }
  return [...offered.values()];
}
