import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";

export const actingEvents = defineEvents({
  /** `id` is the holder of the position. */
  "acting.changed": object({ id: reply.id() }),
});

export interface ActingEvents extends EventsOf<typeof actingEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends ActingEvents {}
}
