import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";

/** Published on the stream of the account's owner, without the account data. */
export const bankAccountEvents = defineEvents({
  "bank_account.updated": object({ id: reply.id() }),
});

export interface BankAccountEvents extends EventsOf<typeof bankAccountEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends BankAccountEvents {}
}
