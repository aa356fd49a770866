import { listCars } from "../../../shared/bookings/cars/cars.contract";
import { listDrivers, readDriver } from "../../../shared/bookings/drivers/drivers.contract";
import { listOutages } from "../../../shared/bookings/resources/outages.contract";
import type { VehicleEvents } from "../../../shared/bookings/resources/resources.events";
import { type LiveUpdates, onEach, recordChanges } from "../../platform/live/live-updates";

export const driversLive: LiveUpdates<VehicleEvents> = onEach(recordChanges("car", "driver"), (_, cache) =>
  cache.refetch(listCars, listDrivers, readDriver, listOutages),
);
