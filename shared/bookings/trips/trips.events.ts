import { type InferType, object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";

const publicTrip = object({
  id: reply.id(),
  car_id: reply.id(),
  started_at: reply.text(),
  start_km: reply.number(),
  ended_at: reply.textOrNull(),
  end_km: reply.numberOrNull(),
  fuel_litres: reply.numberOrNull(),
});
export type PublicTrip = InferType<typeof publicTrip>;

/** Published on the stream `cars`. Clients with permission load notes and photos. */
export const tripEvents = defineEvents({
  "trip.started": publicTrip,
  "trip.ended": publicTrip,
  "trip.noted": object({ id: reply.id() }),
});

export interface TripEvents extends EventsOf<typeof tripEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends TripEvents {}
}
