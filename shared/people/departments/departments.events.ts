import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";

export const departmentEvents = defineEvents({
  "department.created": object({ id: reply.id(), name: reply.text() }),
  "department.updated": object({ id: reply.id(), name: reply.text() }),
  "department.deleted": object({ id: reply.id(), successor_id: reply.numberOrNull() }),
});

export interface DepartmentEvents extends EventsOf<typeof departmentEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends DepartmentEvents {}
}
