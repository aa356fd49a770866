import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";
import { groupUpdate } from "../../work/projects/projects.events";

export const groupEvents = defineEvents({
  "group.created": object({ id: reply.id(), title: reply.text() }),
  "group.updated": groupUpdate,
  "group.projects_changed": object({ group_id: reply.id() }),
  "group.deleted": object({ id: reply.id() }),
});

export interface GroupEvents extends EventsOf<typeof groupEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends GroupEvents {}
}
