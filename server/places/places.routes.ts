import type { FastifyInstance } from "fastify";
import * as buildingCalls from "../../shared/places/buildings.contract";
import * as outageCalls from "../../shared/places/outages.contract";
import type { OutageKind } from "../../shared/places/outages.contract";
import * as roomCalls from "../../shared/places/rooms.contract";
import { cars } from "../cars/cars.service";
import { drivers } from "../drivers/drivers.service";
import { equipment } from "../equipment/equipment.service";
import { serve } from "../platform/http/serve/serve";
import { serveInSteps } from "../platform/http/serve/serve-in-steps";
import type { Tx } from "../platform/database/unit-of-work";
import { buildingList, buildings, floors } from "./buildings.service";
import { outages, putBack, takeOut } from "./outages.service";
import { removePhoto, uploadPhoto } from "./photos.service";
import { serveChanges } from "./record-calls.service";
import { rooms } from "./rooms.service";

const kinds: Record<OutageKind, { changed: (tx: Tx, id: number) => Promise<void> }> = {
  room: rooms,
  car: cars,
  driver: drivers,
  equipment,
};

export function registerPlacesRoutes(app: FastifyInstance): void {
  serve(app, buildingCalls.listBuildings, ({ tx, actor, query }) => buildingList(tx, actor, query));
  serveChanges(app, buildings, {
    create: buildingCalls.createBuilding,
    update: buildingCalls.updateBuilding,
    remove: buildingCalls.deleteBuilding,
    restore: buildingCalls.restoreBuilding,
  });
  serve(app, buildingCalls.listFloors, ({ tx, actor, query }) =>
    floors.list(tx, actor, query, [query.building_id ?? null]),
  );
  serveChanges(app, floors, {
    create: buildingCalls.createFloor,
    update: buildingCalls.updateFloor,
    remove: buildingCalls.deleteFloor,
    restore: buildingCalls.restoreFloor,
  });
  serve(app, roomCalls.listRooms, ({ tx, actor, query }) =>
    rooms.list(tx, actor, query, [query.building_id ?? null, query.floor_id ?? null]),
  );
  serveChanges(app, rooms, {
    create: roomCalls.createRoom,
    update: roomCalls.updateRoom,
    remove: roomCalls.deleteRoom,
    restore: roomCalls.restoreRoom,
  });
  serveInSteps(app, roomCalls.uploadRoomPhoto, async (call) => {
    const data = await uploadPhoto(app, call, "room", call.params.id, rooms);
    return { message: call.text("people.pictureSaved"), data };
  });
  serve(app, roomCalls.removeRoomPhoto, async ({ tx, actor, params, text }) => {
    const data = await removePhoto(tx, actor, "room", params.id, rooms);
    return { message: text("organisation.saved", { name: data.name }), data };
  });
  serve(app, outageCalls.listOutages, async ({ tx, actor, query }) => ({ data: await outages(tx, actor, query) }));
  serve(app, outageCalls.createOutage, async ({ tx, actor, body, text }) => {
    const { outage, target } = await takeOut(tx, actor, body);
    await kinds[target.kind].changed(tx, target.id);
    return { message: text("outage.created"), data: outage };
  });
  serve(app, outageCalls.deleteOutage, async ({ tx, actor, params, text }) => {
    const target = await putBack(tx, actor, params.id);
    await kinds[target.kind].changed(tx, target.id);
    return { message: text("outage.deleted"), id: params.id };
  });
}
