import type { DataSource } from "typeorm";
import { Problem } from "../../shared/kernel/problems";

/** Host names change hands by an operator's command only; a few seconds' memory spares a query per request. */
const memoryMs = 5_000;

export interface TenantDirectory {
  /** @throws Problem 404 when the host name belongs to nobody. */
  tenantOf(hostname: string): Promise<number>;
}

export function createTenantDirectory(database: DataSource): TenantDirectory {
  const known = new Map<string, { tenantId: number; until: number }>();
  return {
    async tenantOf(hostname) {
      const domain = hostname.toLowerCase().replace(/:\d+$/, ""); // plain by now: see `requirePlainHost`
      const remembered = known.get(domain);
      if (remembered && remembered.until > Date.now()) return remembered.tenantId;
      const rows = await database.query<{ tenant_id: number }[]>(
        "SELECT tenant_id FROM tenant_domain WHERE domain = $1",
        [domain],
      );
      const tenantId = rows[0]?.tenant_id;
      if (tenantId === undefined) {
        known.delete(domain);
        throw new Problem("tenant.unknown");
      }
      known.set(domain, { tenantId, until: Date.now() + memoryMs });
      return tenantId;
    },
  };
}
