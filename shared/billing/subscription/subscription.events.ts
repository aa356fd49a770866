import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";

export const subscriptionEvents = defineEvents({
  "subscription.changed": object({ id: reply.id() }),
});

export interface SubscriptionEvents extends EventsOf<typeof subscriptionEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends SubscriptionEvents {}
}
