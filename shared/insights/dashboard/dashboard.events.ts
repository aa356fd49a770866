import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";

export const dashboardEvents = defineEvents({
  "dashboard.changed": object({ id: reply.id() }),
});

export interface DashboardEvents extends EventsOf<typeof dashboardEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends DashboardEvents {}
}
