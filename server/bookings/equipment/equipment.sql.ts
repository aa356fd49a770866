import { matchesSearch } from "../../platform/database/search";
import { sql } from "../../platform/database/unit-of-work";
import { nameOrder, resourceStatements } from "../resources/resource-statements";

export const equipmentStatements = resourceStatements("equipment", {
  table: "equipment",
  as: "e",
  columns: `
    e.id, e.name, e.kind, e.building_id, json_build_object('id', b.id, 'name', b.name) AS building, e.color, e.version,
    e.deleted_at,
    (SELECT '/files/' || i.id || '/photo' FROM file i WHERE i.tenant_id = e.tenant_id AND i.id = e.image_file_id) AS image,
    to_char(e.opens_at, 'HH24:MI') AS opens_at, to_char(e.closes_at, 'HH24:MI') AS closes_at, e.open_days, e.auto_approve,
    COALESCE(b.time_zone, t.time_zone) AS time_zone`,
  joins: `JOIN building b ON b.tenant_id = e.tenant_id AND b.id = e.building_id JOIN tenant t ON t.id = e.tenant_id`,
  matches: matchesSearch("$1", [], ["e.name", "e.kind", "b.name"]),
  order: nameOrder,
});

export const countEquipmentUses = sql(
  "equipment.uses",
  `SELECT 'bookings' AS kind, count(*)::int AS count, (array_agg(title ORDER BY starts_at) FILTER (WHERE NOT private))[1:3] AS names
   FROM booking WHERE tenant_id = current_tenant() AND id IN (SELECT s.booking_id FROM occupied_slot s
     WHERE s.tenant_id = current_tenant() AND s.equipment_id = $1 AND s.ends_at > now())`,
);
