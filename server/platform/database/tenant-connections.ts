import type { UnitOfWork } from "./unit-of-work";
import { FairSemaphore } from "../limits/fair-semaphore";
import { limits } from "../limits/limits";

type Limits = typeof limits.database;

/**
 * Limits the database connections of each tenant, so that slow statements or lock waits of one tenant don't block others. Within a tenant,
 * callers alternate. The units of all tenants also wait here, because a wait in the pool, which has a few more connections for other reads,
 * ends with an error after ten seconds. Units of work must not be nested, because they would deadlock.
 */
export function limitTenantConnections(
  unitOfWork: UnitOfWork,
  { unitsOfWork, unitsOfWorkPerTenant }: Pick<Limits, "unitsOfWork" | "unitsOfWorkPerTenant"> = limits.database,
): UnitOfWork {
  const tenantTurns = new FairSemaphore(unitsOfWorkPerTenant, Number.POSITIVE_INFINITY);
  const turns = new FairSemaphore(unitsOfWork, Number.POSITIVE_INFINITY);
  return async (options, work) => {
    const tenant = String(options.tenantId);
    const releaseTenantTurn = await tenantTurns.take(tenant, undefined, options.origin?.caller ?? "");
    const releaseTurn = await turns.take("pool", undefined, tenant);
    try {
      return await unitOfWork(options, work);
    } finally {
      releaseTurn();
      releaseTenantTurn();
    }
  };
}
