import type { DataSource } from "typeorm";
import { Problem } from "../../shared/kernel/problems";
import { queryRows, sharedSql } from "./database/statements";

/**
 * Cache time in milliseconds. Host names are reassigned only by an operator's command, so caching for a few seconds is safe; it saves a
 * query per request.
 */
const memoryMs = 5_000;

export interface TenantDirectory {
  tenantOf(hostname: string): Promise<number>;
}

const selectTenantByDomain = sharedSql("tenant.byDomain", "SELECT tenant_id FROM tenant_domain WHERE domain = $1");

export function createTenantDirectory(database: DataSource): TenantDirectory {
  const cachedTenants = new Map<string, { tenantId: number; until: number }>();
  return {
    async tenantOf(hostname) {
      const domain = hostname.toLowerCase().replace(/:\d+$/, ""); // already validated by `requirePlainHost`
      const remembered = cachedTenants.get(domain);
      if (remembered && remembered.until > Date.now()) return remembered.tenantId;
      const rows = await queryRows<{ tenant_id: number }>(database, selectTenantByDomain, [domain]);
      const tenantId = rows[0]?.tenant_id;
      if (tenantId === undefined) {
        cachedTenants.delete(domain);
        throw new Problem("tenant.unknown");
      }
      cachedTenants.set(domain, { tenantId, until: Date.now() + memoryMs });
      return tenantId;
    },
  };
}
