import { listEquipment } from "../../../shared/bookings/equipment/equipment.contract";
import type { PlaceEvents, ResourceChange } from "../../../shared/bookings/resources/resources.events";
import { type LiveUpdates, onEach, recordChanges } from "../../platform/live/live-updates";

export const equipmentLive: LiveUpdates<Pick<PlaceEvents, `equipment.${ResourceChange}`>> = onEach(
  recordChanges("equipment"),
  (_, cache) => cache.refetch(listEquipment),
);
