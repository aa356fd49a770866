import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";

/** On the stream of the user whose account it is, without the account itself. */
export const bankAccountEvents = defineEvents({
  "bank_account.updated": object({ id: reply.id() }),
});

export interface BankAccountEvents extends EventsOf<typeof bankAccountEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends BankAccountEvents {}
}
