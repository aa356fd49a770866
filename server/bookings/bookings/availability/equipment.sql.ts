import { isSlotFree, overlappingSlots } from "../slot-overlap";
import { personJson } from "../../../platform/database/person-json";
import { sql } from "../../../platform/database/unit-of-work";

/** Pieces are locked after rooms and in id order, to prevent deadlocks. $1 pieces, $2 pieces the booking already has. */
export const lockEquipmentItems = sql(
  "bookings.lockEquipment",
  `SELECT id FROM equipment WHERE tenant_id = current_tenant() AND id = ANY($1) AND (deleted_at IS NULL OR id = ANY($2))
   ORDER BY id FOR NO KEY UPDATE`,
);

export const selectBookableEquipment = sql(
  "bookings.equipmentToBook",
  `SELECT e.id, e.name, e.auto_approve, e.opens_at::text AS opens_at, e.closes_at::text AS closes_at, e.open_days,
     true AS cross_day, COALESCE(h.time_zone, t.time_zone) AS time_zone
   FROM equipment e JOIN building h ON h.tenant_id = e.tenant_id AND h.id = e.building_id JOIN tenant t ON t.id = e.tenant_id
   WHERE e.tenant_id = current_tenant() AND e.id = ANY($1) AND (e.deleted_at IS NULL OR e.id = ANY($2)) ORDER BY e.id`,
);

const times = `WITH w AS MATERIALIZED (SELECT starts_at, ends_at, pieces, starts_at - interval '1 day' AS day_before
  FROM jsonb_to_recordset($1::jsonb) AS wanted (starts_at timestamptz, ends_at timestamptz, pieces bigint[]))`;

export const selectConflictingEquipmentSlots = sql(
  "bookings.equipmentInTheWay",
  `${times}
   SELECT DISTINCT ON (s.id) s.kind, s.equipment_id AS bookable_id, e.name AS equipment, s.starts_at AS start_at, s.ends_at AS end_at,
     CASE WHEN NOT b.private THEN b.title END AS title,
     CASE WHEN u.id IS NOT NULL AND NOT b.private THEN ${personJson("u")} END AS requester
   FROM w, unnest(w.pieces) AS piece,
     LATERAL ${overlappingSlots("s.*", "s.tenant_id = current_tenant() AND s.equipment_id = piece", "w.starts_at", "w.ends_at", "w.day_before")} AS s
     JOIN equipment e ON e.tenant_id = s.tenant_id AND e.id = s.equipment_id
     LEFT JOIN booking b ON b.tenant_id = s.tenant_id AND b.id = s.booking_id
     LEFT JOIN app_user u ON u.tenant_id = b.tenant_id AND u.id = b.requester_id
   WHERE NOT COALESCE(s.booking_id = ANY($2), false)
   ORDER BY s.id`,
);

const pieceIsFree = isSlotFree(
  "s.tenant_id = current_tenant() AND s.equipment_id = e.id",
  "w.starts_at",
  "w.ends_at",
  "w.day_before",
);

/** For each piece in $2, up to three other pieces of its kind that are free in the same periods, same building first. */
export const selectFreeSimilarEquipment = sql(
  "bookings.equipmentFree",
  `${times}
   SELECT own.id AS instead_of, o.id AS bookable_id, o.name, NOT o.auto_approve AS needs_approval
   FROM equipment own, LATERAL (
     SELECT e.id, e.name, e.auto_approve, e.building_id = own.building_id AS near FROM equipment e
     WHERE e.tenant_id = own.tenant_id AND e.kind = own.kind AND e.deleted_at IS NULL
       AND NOT EXISTS (SELECT FROM w WHERE e.id = ANY(w.pieces))
       AND NOT EXISTS (SELECT FROM w WHERE own.id = ANY(w.pieces) AND NOT (${pieceIsFree}))
     ORDER BY near DESC, e.name COLLATE reader, e.id LIMIT 3) AS o
   WHERE own.tenant_id = current_tenant() AND own.id = ANY($2)
   ORDER BY own.id, o.near DESC, o.name COLLATE reader, o.id`,
);

export const selectOccupiedEquipmentSlots = sql(
  "bookings.equipmentTakenAround",
  `SELECT s.starts_at AS start_at, s.ends_at AS end_at
   FROM unnest($1::bigint[]) AS piece,
     LATERAL ${overlappingSlots("s.*", "s.tenant_id = current_tenant() AND s.equipment_id = piece", "$2::timestamptz", "$3::timestamptz")} AS s
   WHERE NOT COALESCE(s.booking_id = ANY($4), false)`,
);

export const selectFreeEquipment = sql(
  "bookings.freeEquipment",
  `SELECT e.id, e.name FROM equipment e WHERE e.tenant_id = current_tenant() AND e.deleted_at IS NULL
     AND ${isSlotFree("s.tenant_id = current_tenant() AND s.equipment_id = e.id", "$1::timestamptz", "$2::timestamptz")}
   ORDER BY e.name COLLATE reader, e.id LIMIT $3`,
);
