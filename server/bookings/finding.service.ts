import type { InferType } from "yup";
import type { findFree, FreeResource } from "../../shared/bookings/finding.contract";
import type { BookableType } from "../../shared/bookings/bookings.schema";
import { isFree } from "../platform/database/overlap";
import { sql, type Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { closedPiece, readPieces } from "./equipment.checks";
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

/** The same of equipment; $4 of which kinds, none for any. */
const equipment = sql(
  "finding.equipment",
  `WITH e AS MATERIALIZED (
     SELECT e.*, w.off, w.since, w.until, w.since - interval '1 day' AS day_before FROM equipment e CROSS JOIN LATERAL (${shifted}) AS w
     WHERE e.tenant_id = current_tenant() AND e.deleted_at IS NULL AND ($4::text[] = '{}' OR e.kind = ANY($4)))
   SELECT e.id AS bookable_id, e.name, h.name AS building, NULL AS floor, NULL AS car_type, NULL::int AS capacity,
     '{}'::text[] AS tools, e.off AS minutes_off
   FROM e JOIN building h ON h.tenant_id = e.tenant_id AND h.id = e.building_id
   WHERE ${isFree("s.tenant_id = e.tenant_id AND s.equipment_id = e.id", "e.since", "e.until", "e.day_before")}
   ORDER BY abs(e.off), e.off, lower(h.name), lower(e.name), e.id`,
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
  const tools = (query.tools ?? "")
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);
  const when = [offsets, query.start_date, query.end_date];
  const people = query.people ?? null;
  const asked: Record<BookableType, () => Promise<Row[]>> = {
    room: () => tx.rows<Row>(rooms, [...when, people, tools]),
    car: () => tx.rows<Row>(cars, [...when, people, query.car_type || null]),
    equipment: () => tx.rows<Row>(equipment, [...when, tools]),
  };
  const rows = await asked[query.bookable_type]();
  const refused = await rulesOf(tx, actor, query.bookable_type, [...new Set(rows.map((row) => row.bookable_id))], now);
  const moved = (iso: string, minutes: number) => new Date(Date.parse(iso) + minutes * 60_000).toISOString();
  const offered = new Map<number, FreeResource>();
  for (const row of rows) {
    if (offered.size === mostOffered) break;
    if (offered.has(row.bookable_id)) continue;
    const at = {
      start_date: moved(query.start_date, row.minutes_off),
      end_date: moved(query.end_date, row.minutes_off),
    };
    if (Date.parse(at.end_date) <= now || refused(row.bookable_id, at)) continue;
    offered.set(row.bookable_id, { ...row, ...at });
  }
  return [...offered.values()];
}

/** Whether the rules of a room, or the hours of a piece, refuse a time. */
async function rulesOf(tx: Tx, actor: Actor, kind: BookableType, ids: number[], now: number) {
  const rooms = kind === "room" ? await readRooms(tx, actor, ids) : null;
  const pieces = kind === "equipment" ? await readPieces(tx, ids) : null;
  return (id: number, at: { start_date: string; end_date: string }): boolean => {
    const [room, piece] = [rooms?.get(id), pieces?.get(id)];
    return Boolean((room && refusalOf(room, at, actor, now)) ?? (piece && closedPiece([piece], true, at)));
  };
}
