import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";

export const scheduleTemplateEvents = defineEvents({
  "schedule_template.created": object({ id: reply.id() }),
  "schedule_template.updated": object({ id: reply.id() }),
  "schedule_template.deleted": object({ id: reply.id() }),
});

export interface ScheduleTemplateEvents extends EventsOf<typeof scheduleTemplateEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends ScheduleTemplateEvents {}
}
