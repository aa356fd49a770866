import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";

/** All followers of the organization's stream receive these events, so they contain no details. */
export const accountingEvents = defineEvents({
  "accounting_settings.updated": object({ version: reply.number() }),
  "accounting_export.created": object({ id: reply.id() }),
  "accounting_export.updated": object({ id: reply.id() }),
  "accounting_coding.updated": object({ requests: reply.number() }),
});

export interface AccountingEvents extends EventsOf<typeof accountingEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends AccountingEvents {}
}
