import type { ServerFeature } from "../../platform/features";
import { BuildingEntity, FloorEntity } from "./building.entity";
import { RoomDepartmentEntity, RoomEntity, RoomGroupEntity } from "./room.entity";
import { registerRoomsRoutes } from "./rooms.routes";
import { roomSearch } from "./rooms.search";

export const roomsFeature = {
  routes: [registerRoomsRoutes],
  entities: [BuildingEntity, FloorEntity, RoomDepartmentEntity, RoomEntity, RoomGroupEntity],
  searches: { room: roomSearch },
} satisfies ServerFeature;
