import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";

export const reportEvents = defineEvents({ "analytics_report.changed": object({}) });

export interface ReportEvents extends EventsOf<typeof reportEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends ReportEvents {}
}
