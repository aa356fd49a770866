import type { DataSource } from "typeorm";
import { Problem } from "../../../shared/kernel/problems";
import { retryParkedEvent } from "../../administration/audit/audit-changes.service";
import { createUnitOfWork, sql, type Tx } from "../../platform/database/unit-of-work";

/** Runs in one tenant as the database's owner, to whom row-level security may apply. `readTenants` reads many of them. */
export const inTenant = <Result>(owner: DataSource, tenantId: number, work: (tx: Tx) => Promise<Result>) =>
  createUnitOfWork(owner, () => {})({ tenantId }, work);

export const retryTenantEvent = (owner: DataSource, tenantId: number, id: number): Promise<void> =>
  inTenant(owner, tenantId, (tx) => retryParkedEvent(tx, id));

// A discarded event counts as processed: no worker takes it, and screens have received it already.
const markEventDiscarded = sql(
  "operator.discardEvent",
  `UPDATE domain_event SET parked_at = NULL, processed_at = now()
   WHERE tenant_id = current_tenant() AND id = $1 AND parked_at IS NOT NULL RETURNING id`,
);

/** @throws Problem 404 when no such event is parked. */
export const discardTenantEvent = (owner: DataSource, tenantId: number, id: number): Promise<void> =>
  inTenant(owner, tenantId, async (tx) => {
    if (!(await tx.one(markEventDiscarded, [id]))) throw new Problem("notFound");
  });
