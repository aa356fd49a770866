import type { ServerFeature } from "../../platform/features";
import { BuildingEntity, FloorEntity } from "./building.entity";
import { RoomDepartmentEntity, RoomEntity, RoomGroupEntity } from "./room.entity";
import { registerRoomsRoutes } from "./rooms.routes";
import { findAmong, type SearchSource } from "../../platform/search/search-source";

const tables = `room r JOIN building b ON b.tenant_id = r.tenant_id AND b.id = r.building_id
  JOIN floor f ON f.tenant_id = r.tenant_id AND f.id = r.floor_id`;

const roomSearch: SearchSource = {
  matches: [
    `${findAmong("r.id", tables, "fold(concat_ws(' ', r.name, b.name, f.name, array_to_string(r.tools, ' ')))")}
     AND r.tenant_id = current_tenant()`,
  ],
  from: tables,
  id: "r.id",
  visible: "r.tenant_id = current_tenant() AND r.deleted_at IS NULL",
  title: "fold(r.name)",
  columns: { title: "r.name", context: "b.name || ' · ' || f.name" },
};

export const roomsFeature = {
  routes: [registerRoomsRoutes],
  entities: [BuildingEntity, FloorEntity, RoomDepartmentEntity, RoomEntity, RoomGroupEntity],
  searches: { room: roomSearch },
} satisfies ServerFeature;
