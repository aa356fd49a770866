import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";

export const exportEvents = defineEvents({
  "export.changed": object({ id: reply.id(), state: reply.text() }),
});

export interface ExportEvents extends EventsOf<typeof exportEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends ExportEvents {}
}
