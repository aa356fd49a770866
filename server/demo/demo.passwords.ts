import { verifyPassword } from "../platform/password-hash";
import type { TenantDirectory } from "../platform/tenant";
import { sql, type UnitOfWork } from "../platform/database/unit-of-work";
import { demoAccounts, demoDomains } from "./demo.seed";

const selectHashes = sql(
  "demo.passwords",
  `SELECT DISTINCT password_hash FROM app_user WHERE tenant_id = current_tenant() AND email = ANY($1) AND active`,
);

export async function areDemoPasswordsActive(tenants: TenantDirectory, unitOfWork: UnitOfWork): Promise<boolean> {
  const { accounts, password } = demoAccounts();
  for (const domain of demoDomains) {
    const tenantId = await tenants.tenantOf(domain).catch(() => null);
    if (tenantId === null) continue;
    const rows = await unitOfWork({ tenantId, readOnly: true }, (tx) =>
      tx.rows<{ password_hash: string }>(selectHashes, [accounts]),
    );
    for (const row of rows) if (await verifyPassword(row.password_hash, password, "program")) return true;
  }
  return false;
}
