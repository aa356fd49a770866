import type { UnitOfWork } from "./unit-of-work";
import { FairSemaphore } from "../limits/fair-semaphore";
import { limits } from "../limits/limits";

/**
 * Limits the database connections of each tenant, so that slow statements or lock waits of one tenant don't block others. Within a tenant,
 * callers alternate. Units of work must not be nested, because they would deadlock.
 */
export function limitTenantConnections(
  unitOfWork: UnitOfWork,
  connections = limits.database.connectionsPerTenant,
): UnitOfWork {
  const turns = new FairSemaphore(connections, Number.POSITIVE_INFINITY);
  return async (options, work) => {
    const done = await turns.take(String(options.tenantId), undefined, options.origin?.caller ?? "");
    try {
      return await unitOfWork(options, work);
    } finally {
      done();
    }
  };
}
