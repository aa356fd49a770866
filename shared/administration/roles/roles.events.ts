import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";

export const roleEvents = defineEvents({
  "role.created": object({ id: reply.id(), name: reply.text() }),
  "role.updated": object({ id: reply.id(), name: reply.text() }),
  "role.deleted": object({ id: reply.id(), successor_id: reply.numberOrNull() }),
});

export interface RoleEvents extends EventsOf<typeof roleEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends RoleEvents {}
}
