import { listOutages } from "../../../shared/bookings/resources/outages.contract";
import type { PlaceEvents, ResourceChange } from "../../../shared/bookings/resources/resources.events";
import { listBuildings, listFloors } from "../../../shared/bookings/rooms/buildings.contract";
import { listRooms } from "../../../shared/bookings/rooms/rooms.contract";
import { type LiveUpdates, onEach, recordChanges } from "../../platform/live/live-updates";

/** Buildings and floors show the number of their rooms, and rooms show the names of their building and floor. */
export const roomsLive: LiveUpdates<Pick<PlaceEvents, `${"building" | "floor" | "room"}.${ResourceChange}`>> = onEach(
  recordChanges("building", "floor", "room"),
  (_, cache) => cache.refetch(listBuildings, listFloors, listRooms, listOutages),
);
