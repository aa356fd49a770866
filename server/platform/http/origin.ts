import type { Config } from "../../config";
import { sql, type Tx } from "../database/unit-of-work";

const selectDomains = sql(
  "origin.domains",
  "SELECT domain FROM tenant_domain WHERE tenant_id = current_tenant() ORDER BY main DESC, domain",
);

export interface TenantAddress {
  /** For example `https://portal.example`, without a trailing slash. */
  origin: string;
  /** The tenant's main host name. Identifiers derived from it stay stable, whichever host name a request used. */
  domain: string;
}

/**
 * The only function that builds absolute URLs for mails, calendars and other outgoing content. It uses the operator's configuration, never
 * the request: a forged host would send password reset links to an attacker.
 */
export function chooseTenantAddress(
  config: Pick<Config, "publicUrl" | "port">,
  ofTenant: readonly string[],
): TenantAddress {
  const [domain = "localhost"] = ofTenant;
  const url = new URL(config.publicUrl ?? `http://localhost:${config.port}`);
  // Uses PUBLIC_URL's host name only if it is one of the tenant's; its scheme and port are always used.
  if (!config.publicUrl || !ofTenant.includes(url.hostname)) url.hostname = domain;
  return { origin: url.origin, domain };
}

const selectDomain = sql(
  "origin.domain",
  "SELECT domain FROM tenant_domain WHERE tenant_id = current_tenant() AND domain = $1",
);

/**
 * Address of the requesting page. The page's host name is used only if the database lists it for the tenant. Passkeys are bound to this
 * address.
 */
export async function tenantAddressAtHost(
  tx: Tx,
  config: Pick<Config, "publicUrl" | "port">,
  hostname: string,
): Promise<TenantAddress> {
  const storedDomain = await tx.one<{ domain: string }>(selectDomain, [hostname.toLowerCase()]);
  return storedDomain ? chooseTenantAddress(config, [storedDomain.domain]) : tenantAddress(tx, config);
}

export async function tenantAddress(tx: Tx, config: Pick<Config, "publicUrl" | "port">): Promise<TenantAddress> {
  const rows = await tx.rows<{ domain: string }>(selectDomains);
  return chooseTenantAddress(
    config,
    rows.map((row) => row.domain),
  );
}
