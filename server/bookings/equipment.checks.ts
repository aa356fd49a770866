import type { Alternative, Conflict } from "../../shared/bookings/bookings.contract";
import { invalid } from "../../shared/kernel/problems";
import { isFree, slotsOver } from "../platform/database/overlap";
import { sql, type Tx } from "../platform/database/unit-of-work";
import type { Wanted } from "./bookings.taken";

/** After the rooms, in the order of their ids as well: whoever wants the same pieces waits here. $2: what one has already. */
const lockPieces = sql(
  "bookings.lockEquipment",
  `SELECT id FROM equipment WHERE tenant_id = current_tenant() AND id = ANY($1) AND (deleted_at IS NULL OR id = ANY($2))
   ORDER BY id FOR NO KEY UPDATE`,
);

/** @returns the pieces, each once, locked until the end. @throws Problem 422 for one that isn't there. */
export async function piecesFor(tx: Tx, ids: readonly number[], own: readonly number[] = []): Promise<number[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  const rows = await tx.rows<{ id: number }>(lockPieces, [wanted, own]);
  if (rows.length < wanted.length) throw invalid("equipment", "field.unknown");
  return rows.map(({ id }) => id);
}

const times = `WITH w AS MATERIALIZED (SELECT starts_at, ends_at, starts_at - interval '1 day' AS day_before
  FROM jsonb_to_recordset($2::jsonb) AS wanted (starts_at timestamptz, ends_at timestamptz))`;

/** Who has pieces $1 at one of the times $2; not of the bookings $3. */
const inTheWay = sql(
  "bookings.equipmentInTheWay",
  `${times}
   SELECT DISTINCT ON (s.id) s.kind, s.equipment_id AS bookable_id, e.name AS equipment, s.starts_at AS start_at, s.ends_at AS end_at,
     CASE WHEN NOT b.private THEN b.title END AS title,
     CASE WHEN NOT b.private THEN json_build_object('id', u.id, 'fullname', u.fullname, 'image', u.image) END AS requester
   FROM w, unnest($1::bigint[]) AS piece,
     LATERAL ${slotsOver("s.*", "s.tenant_id = current_tenant() AND s.equipment_id = piece", "w.starts_at", "w.ends_at", "w.day_before")} AS s
     JOIN equipment e ON e.tenant_id = s.tenant_id AND e.id = s.equipment_id
     LEFT JOIN booking b ON b.tenant_id = s.tenant_id AND b.id = s.booking_id
     LEFT JOIN app_user u ON u.tenant_id = b.tenant_id AND u.id = b.requester_id
   WHERE NOT COALESCE(s.booking_id = ANY($3), false)
   ORDER BY s.id`,
);

/** For each of $1 up to three others of its kind that are free at all of the times $2, in the same building first. Not $3. */
const othersFree = sql(
  "bookings.equipmentFree",
  `${times}
   SELECT own.id AS instead_of, o.id AS bookable_id, o.name
   FROM equipment own, LATERAL (
     SELECT e.id, e.name, e.building_id = own.building_id AS near FROM equipment e
     WHERE e.tenant_id = own.tenant_id AND e.kind = own.kind AND e.deleted_at IS NULL AND NOT e.id = ANY($3)
       AND NOT EXISTS (SELECT FROM w WHERE NOT (${isFree("s.tenant_id = current_tenant() AND s.equipment_id = e.id", "w.starts_at", "w.ends_at", "w.day_before")}))
     ORDER BY near DESC, lower(e.name), e.id LIMIT 3) AS o
   WHERE own.tenant_id = current_tenant() AND own.id = ANY($1)
   ORDER BY own.id, o.near DESC, lower(o.name), o.id`,
);

type SlotRow = Omit<Conflict, "start_date" | "end_date"> & { start_at: Date; end_at: Date };

/** Who has which of the pieces, and for each of those what else of its kind is free. */
export async function equipmentTaken(
  tx: Tx,
  pieces: readonly number[],
  wanted: readonly Wanted[],
  own: readonly number[],
): Promise<{ conflicts: Conflict[]; alternatives: Alternative[] }> {
  if (pieces.length === 0) return { conflicts: [], alternatives: [] };
  const when = JSON.stringify(wanted);
  const rows = await tx.rows<SlotRow>(inTheWay, [pieces, when, own]);
  const lost = [...new Set(rows.map(({ bookable_id }) => bookable_id))];
  const others = await tx.rows<{ instead_of: number; bookable_id: number; name: string }>(othersFree, [
    lost,
    when,
    pieces,
  ]);
  const [first] = wanted;
  return {
    conflicts: rows.map(({ start_at, end_at, ...row }) => ({
      ...row,
      start_date: start_at.toISOString(),
      end_date: end_at.toISOString(),
    })),
    alternatives: first
      ? others.map((each) => ({ kind: "equipment", ...each, start_date: first.starts_at, end_date: first.ends_at }))
      : [],
  };
}
