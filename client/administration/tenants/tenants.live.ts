import { readTenant } from "../../../shared/administration/tenants/tenants.contract";
import type { TenantEvents } from "../../../shared/administration/tenants/tenants.events";
import type { SubscriptionEvents } from "../../../shared/billing/subscription/subscription.events";
import { listInvoices, readSubscription } from "../../../shared/billing/subscription/subscription.contract";
import { type LiveUpdates, refetchEverything } from "../../platform/live/live-updates";

export const tenantsLive: LiveUpdates<TenantEvents & SubscriptionEvents> = {
  "tenant.updated": refetchEverything,
  "subscription.changed": (_, cache) => cache.refetch(readSubscription, listInvoices, readTenant),
};
