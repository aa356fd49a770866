import type { Config } from "../../config";
import { sql, type Tx } from "../database/unit-of-work";

const domains = sql(
  "origin.domains",
  "SELECT domain FROM tenant_domain WHERE tenant_id = current_tenant() ORDER BY main DESC, domain",
);

/** Where people reach a tenant. */
export interface TenantAddress {
  /** `https://portal.example`, without a slash at its end. */
  origin: string;
  /** The main host name: what is called after the tenant keeps its name whichever of its names was used. */
  domain: string;
}

/**
 * The only place that makes an address of ours, for mails, calendars and whatever else leaves the product. It comes from
 * what the operator has said, never from a request: whoever sends one may write any host into it, and would have the link
 * that sets somebody's password lead to themselves.
 */
export function addressOf(config: Pick<Config, "publicUrl" | "port">, ofTenant: readonly string[]): TenantAddress {
  const [domain = "localhost"] = ofTenant;
  const url = new URL(config.publicUrl ?? `http://localhost:${config.port}`);
  // PUBLIC_URL's own name when it is one of the tenant's; its scheme and port in any case.
  if (!config.publicUrl || !ofTenant.includes(url.hostname)) url.hostname = domain;
  return { origin: url.origin, domain };
}

const domain = sql(
  "origin.domain",
  "SELECT domain FROM tenant_domain WHERE tenant_id = current_tenant() AND domain = $1",
);

/**
 * Where a page is that asks: its host name counts only as one that the tenant has by the database. Passkeys are bound to it.
 */
export async function addressAt(
  tx: Tx,
  config: Pick<Config, "publicUrl" | "port">,
  hostname: string,
): Promise<TenantAddress> {
  const known = await tx.one<{ domain: string }>(domain, [hostname.toLowerCase()]);
  return known ? addressOf(config, [known.domain]) : tenantAddress(tx, config);
}

export async function tenantAddress(tx: Tx, config: Pick<Config, "publicUrl" | "port">): Promise<TenantAddress> {
  const rows = await tx.rows<{ domain: string }>(domains);
  return addressOf(
    config,
    rows.map((row) => row.domain),
  );
}
