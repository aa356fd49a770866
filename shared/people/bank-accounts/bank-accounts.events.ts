import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";

/** Published on the streams of the account's owner and of the users who manage it, without the account data. `id` is the owner's. */
export const bankAccountEvents = defineEvents({
  "bank_account.updated": object({ id: reply.id() }),
});

export interface BankAccountEvents extends EventsOf<typeof bankAccountEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends BankAccountEvents {}
}
