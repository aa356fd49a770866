import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";

export const vacancyEvents = defineEvents({
  "vacancy.changed": object({ id: reply.id() }),
});

export interface VacancyEvents extends EventsOf<typeof vacancyEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends VacancyEvents {}
}
