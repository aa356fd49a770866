import { object } from "yup";
import { defineEvents, type EventsOf, type StreamName } from "../../kernel/events";
import { reply } from "../../kernel/fields";

export type PlaceKind = "building" | "floor" | "room" | "equipment";
export type VehicleKind = "car" | "driver";
export type ResourceChange = "created" | "updated" | "deleted";

const record = object({ id: reply.id(), name: reply.text() });

/** Restoring a record is published as an update. */
const changesOf = <Kind extends string>(kind: Kind) =>
  ({
    [`${kind}.created`]: record,
    [`${kind}.updated`]: record,
    [`${kind}.deleted`]: record,
  }) as Record<`${Kind}.${ResourceChange}`, typeof record>;

export const roomsStream = (tenantId: number): StreamName => `rooms:${tenantId}`;
export const carsStream = (tenantId: number): StreamName => `cars:${tenantId}`;

/** Published on the stream `rooms`, also when outages change. */
export const placeEvents = defineEvents({
  ...changesOf("building"),
  ...changesOf("floor"),
  ...changesOf("room"),
  ...changesOf("equipment"),
});

/** Published on the stream `cars`. */
export const vehicleEvents = defineEvents({ ...changesOf("car"), ...changesOf("driver") });

export interface PlaceEvents extends EventsOf<typeof placeEvents> {}
export interface VehicleEvents extends EventsOf<typeof vehicleEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends PlaceEvents, VehicleEvents {}
  interface FeatureStreams {
    rooms: true;
    cars: true;
  }
}
