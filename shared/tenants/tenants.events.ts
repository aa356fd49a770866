/** On the tenant's stream. */
export interface TenantEvents {
  /** Switched on or off, plan changed or expired: screens check the tenant and the current user again. */
  "tenant.updated": { id: number };
  /** What stands on the subscription's own screen: an invoice, the card, how it goes on. The plan is the same. */
  "subscription.changed": { id: number };
}
