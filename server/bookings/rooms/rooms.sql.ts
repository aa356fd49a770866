import { matchesSearch } from "../../platform/database/search";
import { sql } from "../../platform/database/unit-of-work";
import { resourceStatements } from "../resources/resource-statements";

const clock = (column: string) => `to_char(${column}, 'HH24:MI')`;

export const roomStatements = resourceStatements("rooms", {
  table: "room",
  as: "r",
  columns: `
    r.id, r.name, r.building_id, r.floor_id, r.area::float8 AS area, r.capacity, r.tools, r.color, r.version, r.deleted_at,
    json_build_object('id', b.id, 'name', b.name) AS building,
    json_build_object('id', f.id, 'name', f.name, 'level', f.level) AS floor,
    COALESCE(b.time_zone, t.time_zone) AS time_zone,
    (SELECT '/files/' || i.id || '/photo' FROM file i WHERE i.tenant_id = r.tenant_id AND i.id = r.image_file_id) AS image,
    ${clock("r.opens_at")} AS opens_at, ${clock("r.closes_at")} AS closes_at, r.open_days, r.auto_approve,
    r.pending_blocks, r.audience,
    ARRAY(SELECT group_id FROM room_group g WHERE g.tenant_id = r.tenant_id AND g.room_id = r.id ORDER BY 1) AS group_ids,
    ARRAY(SELECT department_id FROM room_department d WHERE d.tenant_id = r.tenant_id AND d.room_id = r.id ORDER BY 1)
      AS department_ids,
    r.notice_minutes, r.ahead_days, r.longest_minutes, r.buffer_before_minutes, r.buffer_after_minutes, r.cross_day,
    r.check_in_minutes, trim_scale(r.hourly_rate)::text AS hourly_rate`,
  joins: `JOIN building b ON b.tenant_id = r.tenant_id AND b.id = r.building_id
    JOIN floor f ON f.tenant_id = r.tenant_id AND f.id = r.floor_id JOIN tenant t ON t.id = r.tenant_id`,
  where: "($5::bigint IS NULL OR r.building_id = $5) AND ($6::bigint IS NULL OR r.floor_id = $6)",
  matches: matchesSearch("$1", [], ["r.name", "b.name", "f.name", "array_to_string(r.tools, ' ')"]),
  order: {
    name: "(building->>'name') COLLATE reader, (floor->>'level')::int, name COLLATE reader",
    "-name": "name COLLATE reader DESC",
  },
});

export const updateRoomGroups = sql(
  "rooms.setGroups",
  `WITH gone AS (DELETE FROM room_group WHERE tenant_id = current_tenant() AND room_id = $1 AND NOT group_id = ANY($2))
   INSERT INTO room_group (tenant_id, room_id, group_id) SELECT current_tenant(), $1, id FROM unnest($2::bigint[]) AS wanted (id)
   WHERE NOT EXISTS (SELECT FROM room_group g WHERE g.tenant_id = current_tenant() AND g.room_id = $1 AND g.group_id = wanted.id)`,
);
export const updateRoomDepartments = sql(
  "rooms.setDepartments",
  `WITH gone AS (DELETE FROM room_department WHERE tenant_id = current_tenant() AND room_id = $1 AND NOT department_id = ANY($2))
   INSERT INTO room_department (tenant_id, room_id, department_id)
   SELECT current_tenant(), $1, id FROM unnest($2::bigint[]) AS wanted (id)
   WHERE NOT EXISTS (
     SELECT FROM room_department d WHERE d.tenant_id = current_tenant() AND d.room_id = $1 AND d.department_id = wanted.id)`,
);
