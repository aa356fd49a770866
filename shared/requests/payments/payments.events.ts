import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";

/** All followers of the organization's stream receive these events, so they contain no details. */
export const paymentEvents = defineEvents({
  "payment_account.updated": object({ id: reply.id() }),
  "payment_batch.updated": object({ id: reply.id(), version: reply.number() }),
});

export interface PaymentEvents extends EventsOf<typeof paymentEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends PaymentEvents {}
}
