import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";

export const tenantEvents = defineEvents({
  /** The tenant was activated or deactivated, or its plan changed or expired; clients reload the tenant and the current user. */
  "tenant.updated": object({ id: reply.id() }),
});

export interface TenantEvents extends EventsOf<typeof tenantEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends TenantEvents {}
}
