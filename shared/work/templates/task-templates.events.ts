import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";

const changed = object({ id: reply.id(), project_id: reply.id() });

export const taskTemplateEvents = defineEvents({
  "task_template.created": changed,
  "task_template.updated": changed,
  "task_template.deleted": changed,
});

export interface TaskTemplateEvents extends EventsOf<typeof taskTemplateEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends TaskTemplateEvents {}
}
