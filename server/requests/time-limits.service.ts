import type { Overdue } from "../approvals/approvals.waiting.service";
import type { Tx } from "../platform/database/unit-of-work";
import { familyServices } from "./families";

const services = Object.values(familyServices);

/** Steps of all families that can't wait as long as the setting lets them: what is asked for begins soon. */
export async function urgentRequests(tx: Tx, now: Date): Promise<Overdue[]> {
  const found: Overdue[] = [];
  for (const service of services) found.push(...((await service.urgent?.(tx, now)) ?? []));
  return found;
}

/** Closes what nobody has decided in time, of all families. @returns how many. */
export async function expireRequests(tx: Tx, now: Date): Promise<number> {
  let expired = 0;
  for (const service of services) expired += (await service.expire?.(tx, now)) ?? 0;
  return expired;
}
