import { object } from "yup";
import { defineEvents, type EventsOf, type StreamName } from "../../kernel/events";
import { reply } from "../../kernel/fields";

export const payrollEvents = defineEvents({
  "payroll.closed": object({ month: reply.text() }),
  "payroll.reopened": object({ month: reply.text() }),
  "payroll.columns_changed": object({ version: reply.number() }),
});

export interface PayrollEvents extends EventsOf<typeof payrollEvents> {}

export const payrollStream = (tenantId: number): StreamName => `payroll:${tenantId}`;

declare module "../../kernel/events" {
  interface DomainEvents extends PayrollEvents {}
  interface FeatureStreams {
    payroll: true;
  }
}
