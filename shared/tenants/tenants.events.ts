/** On the tenant's stream. */
export interface TenantEvents {
  /** Switched on or off, plan changed or expired: screens check the tenant and the current user again. */
  "tenant.updated": { id: number };
}
