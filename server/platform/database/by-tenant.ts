import { Turns } from "../turns";
import type { UnitOfWork } from "./unit-of-work";

/** Of sixteen connections. */
const usualAtOnce = 12;

/**
 * One organisation's calls never have all connections to the database: sixteen of its accounts with one slow statement each, or that
 * wait for one another's locks, would keep everybody else's waiting. Nor does one person have all of their organisation's for longer
 * than it takes until one is free. Work within work would wait for itself; there is none.
 */
export function sharedByTenants(unitOfWork: UnitOfWork, atOnce = usualAtOnce): UnitOfWork {
  const turns = new Turns(atOnce, Number.POSITIVE_INFINITY);
  return async (options, work) => {
    const done = await turns.take(String(options.tenantId), undefined, options.origin?.caller ?? "");
    try {
      return await unitOfWork(options, work);
    } finally {
      done();
    }
  };
}
