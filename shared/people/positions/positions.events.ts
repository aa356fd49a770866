import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";

export const positionEvents = defineEvents({
  "position.created": object({ id: reply.id(), title: reply.text() }),
  "position.updated": object({ id: reply.id(), title: reply.text() }),
  "position.deleted": object({ id: reply.id(), successor_id: reply.numberOrNull() }),
});

export interface PositionEvents extends EventsOf<typeof positionEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends PositionEvents {}
}
