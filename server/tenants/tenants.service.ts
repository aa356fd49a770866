import type { InferType } from "yup";
import { Problem } from "../../shared/kernel/problems";
import type { tenantReply } from "../../shared/tenants/tenants.contract";
import { offeredSignOn } from "../session/sign-on/sign-on-rule.service";
import { sql, type Tx } from "../platform/database/unit-of-work";

export type TenantInfo = InferType<typeof tenantReply>;

const own = sql("tenants.own", "SELECT id, name, logo, website, active FROM tenant WHERE id = current_tenant()");

/**
 * What anyone may know of the tenant whose host name they typed.
 * @throws Problem 404 when it is gone.
 */
export async function presentTenant(tx: Tx, domain: string): Promise<TenantInfo> {
  const row = await tx.one<Pick<TenantInfo, "id" | "name" | "logo" | "website" | "active">>(own);
  if (!row) throw new Problem("tenant.unknown");
  const { id, name, logo, website, active } = row;
  const sign_on = await offeredSignOn(tx);
  return { id, name, tenant_name: name, domain: domain.toLowerCase(), logo, website, active, sign_on };
}
