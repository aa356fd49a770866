import { listCars } from "../../../shared/cars/cars.contract";
import { listEquipment } from "../../../shared/equipment/equipment.contract";
import { listDrivers, readDriver } from "../../../shared/drivers/drivers.contract";
import { listBuildings, listFloors } from "../../../shared/places/buildings.contract";
import { listOutages } from "../../../shared/places/outages.contract";
import type { PlaceEvents, VehicleEvents } from "../../../shared/places/places.events";
import { listRooms } from "../../../shared/places/rooms.contract";
import type { TripEvents } from "../../../shared/trips/trips.events";
import { listTrips } from "../../../shared/trips/trips.contract";
import { keyOf } from "../query";
import type { Cache } from "./live-queries";

/** Buildings and floors count their rooms, and rooms name both. */
const places = (_: unknown, cache: Cache) => {
  for (const read of [listBuildings, listFloors, listRooms, listOutages]) cache.now(keyOf(read));
};

const pieces = (_: unknown, cache: Cache) => cache.now(keyOf(listEquipment));

const vehicles = (_: unknown, cache: Cache) => {
  for (const read of [listCars, listDrivers, readDriver, listOutages]) cache.now(keyOf(read));
};

/** The list of trips applies what was driven itself (client/trips/useTrips.ts); what that says of cars is read. */
const driven = (_: unknown, cache: Cache) => {
  cache.settle(keyOf(listTrips));
  cache.now(keyOf(listCars));
};

export const placeQueries = {
  "building.created": places,
  "building.updated": places,
  "building.deleted": places,
  "floor.created": places,
  "floor.updated": places,
  "floor.deleted": places,
  "equipment.created": pieces,
  "equipment.updated": pieces,
  "equipment.deleted": pieces,
  "room.created": places,
  "room.updated": places,
  "room.deleted": places,
  "car.created": vehicles,
  "car.updated": vehicles,
  "car.deleted": vehicles,
  "driver.created": vehicles,
  "driver.updated": vehicles,
  "driver.deleted": vehicles,
  "trip.started": driven,
  "trip.ended": driven,
  "trip.noted": (_: unknown, cache: Cache) => cache.now(keyOf(listTrips)),
} satisfies Record<keyof (PlaceEvents & VehicleEvents & TripEvents), unknown>;
