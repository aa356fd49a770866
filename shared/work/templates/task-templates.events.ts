import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";
import { string } from "../../kernel/schemas";

/** Events of earlier versions have no `title`. */
const template = object({ id: reply.id(), project_id: reply.id(), title: string() });

export const taskTemplateEvents = defineEvents({
  "task_template.created": template,
  /** `previous_title` is set if the template was renamed. */
  "task_template.updated": template.shape({ previous_title: string() }),
  "task_template.deleted": template,
  "task_template.restored": template,
  /** The template from which new tasks of the project, or of one of its columns, start; null for an empty task. */
  "task_template.default_changed": object({
    project_id: reply.id(),
    id: reply.numberOrNull(),
    title: reply.textOrNull(),
    task_status_id: reply.numberOrNull(),
    column: reply.textOrNull(),
  }),
});

export interface TaskTemplateEvents extends EventsOf<typeof taskTemplateEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends TaskTemplateEvents {}
}
