import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";

/** On the stream of the tenant, which all its users follow, so they contain only the id. */
const changed = object({ id: reply.id() });

export const templateEvents = defineEvents({
  "project_template.created": changed,
  "project_template.updated": changed,
  "project_template.deleted": changed,
});

export interface TemplateEvents extends EventsOf<typeof templateEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends TemplateEvents {}
}
