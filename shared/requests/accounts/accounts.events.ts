import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";

/** All users follow the tenant's stream, so the events contain only the id. */
export const accountEvents = defineEvents({
  "cost_account.created": object({ id: reply.id() }),
  "cost_account.updated": object({ id: reply.id() }),
  "vat_rate.created": object({ id: reply.id() }),
  "vat_rate.updated": object({ id: reply.id() }),
});

export interface AccountEvents extends EventsOf<typeof accountEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends AccountEvents {}
}
