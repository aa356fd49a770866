import { sql } from "../platform/database/unit-of-work";

const columns = `
  e.id, e.name, e.kind, e.building_id, json_build_object('id', b.id, 'name', b.name) AS building, e.color, e.version, e.deleted_at,
  (SELECT '/files/' || i.id || '/photo' FROM file i WHERE i.tenant_id = e.tenant_id AND i.id = e.image_file_id) AS image,
  to_char(e.opens_at, 'HH24:MI') AS opens_at, to_char(e.closes_at, 'HH24:MI') AS closes_at, e.open_days, e.auto_approve,
  COALESCE(b.time_zone, t.time_zone) AS time_zone`;
const tables = `equipment e JOIN building b ON b.tenant_id = e.tenant_id AND b.id = e.building_id
  JOIN tenant t ON t.id = e.tenant_id`;

/** $1 text to look for or null, $2 with deleted ones, $3 how many or null, $4 after how many. */
export const listEquipment = (sort: "name" | "-name") =>
  sql(
    `equipment.list.${sort}`,
    `SELECT *, count(*) OVER ()::int AS total FROM (
       SELECT ${columns} FROM ${tables} WHERE e.tenant_id = current_tenant() AND ($2 OR e.deleted_at IS NULL)
         AND ($1::text IS NULL OR lower(e.name) LIKE $1 OR e.kind LIKE $1 OR lower(b.name) LIKE $1)
     ) AS found ORDER BY lower(name)${sort === "name" ? "" : " DESC"}, id LIMIT $3 OFFSET $4`,
  );
export const equipmentById = sql(
  "equipment.byId",
  `SELECT ${columns} FROM ${tables} WHERE e.tenant_id = current_tenant() AND e.id = $1`,
);
/** Also against bookings that take it along meanwhile. */
export const lockEquipment = sql(
  "equipment.lock",
  "SELECT id FROM equipment WHERE tenant_id = current_tenant() AND id = $1 FOR UPDATE",
);
export const trashEquipment = sql(
  "equipment.trash",
  "UPDATE equipment SET deleted_at = now(), version = version + 1 WHERE tenant_id = current_tenant() AND id = $1",
);
export const returnEquipment = sql(
  "equipment.restore",
  "UPDATE equipment SET deleted_at = NULL, version = version + 1 WHERE tenant_id = current_tenant() AND id = $1",
);
/** Bookings ahead that take it along. */
export const equipmentUses = sql(
  "equipment.uses",
  `SELECT 'bookings' AS kind, count(*)::int AS count, (array_agg(title ORDER BY starts_at) FILTER (WHERE NOT private))[1:3] AS names
   FROM booking WHERE tenant_id = current_tenant() AND id IN (SELECT s.booking_id FROM occupied_slot s
     WHERE s.tenant_id = current_tenant() AND s.equipment_id = $1 AND s.ends_at > now())`,
);
