import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";

/** All users follow the tenant's stream, so the events contain only the id. A changed bank account is an update of its supplier. */
export const supplierEvents = defineEvents({
  "supplier.created": object({ id: reply.id() }),
  "supplier.updated": object({ id: reply.id() }),
});

export interface SupplierEvents extends EventsOf<typeof supplierEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends SupplierEvents {}
}
