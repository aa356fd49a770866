import type { FastifyInstance } from "fastify";
import * as buildings from "../../../shared/bookings/rooms/buildings.contract";
import * as rooms from "../../../shared/bookings/rooms/rooms.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { servePhotos, serveResources } from "../resources/resource-routes";
import { buildingService, floorService, readBuildingList } from "./buildings.service";
import { roomService } from "./rooms.service";

export function registerRoomsRoutes(app: FastifyInstance): void {
  serveEndpoint(app, buildings.listBuildings, ({ tx, actor, query }) => readBuildingList(tx, actor, query));
  serveResources(app, buildingService, {
    create: buildings.createBuilding,
    update: buildings.updateBuilding,
    remove: buildings.deleteBuilding,
    restore: buildings.restoreBuilding,
  });
  serveEndpoint(app, buildings.listFloors, ({ tx, actor, query }) =>
    floorService.list(tx, actor, query, [query.building_id ?? null]),
  );
  serveResources(app, floorService, {
    create: buildings.createFloor,
    update: buildings.updateFloor,
    remove: buildings.deleteFloor,
    restore: buildings.restoreFloor,
  });
  serveEndpoint(app, rooms.listRooms, ({ tx, actor, query }) =>
    roomService.list(tx, actor, query, [query.building_id ?? null, query.floor_id ?? null]),
  );
  serveResources(app, roomService, {
    create: rooms.createRoom,
    update: rooms.updateRoom,
    remove: rooms.deleteRoom,
    restore: rooms.restoreRoom,
  });
  servePhotos(app, "room", roomService, { upload: rooms.uploadRoomPhoto, remove: rooms.removeRoomPhoto });
}
