import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import { expiriesAtOnce, remindOfExpiry } from "../../server/places/expiry.service";
import type { UnitOfWork } from "../../server/platform/database/unit-of-work";
import { inPortions, type Schedule, tenantSchedule } from "../platform/schedule";

/** Every hour, so that it is told on the day whatever the tenant's time zone: insurances, inspections and licences that end. */
export function expirySchedule(options: { unitOfWork: UnitOfWork; workerDatabase: DataSource; log: Logger }): Schedule {
  const { unitOfWork, ...rest } = options;
  const work = (tenantId: number, now: Date) =>
    inPortions(expiriesAtOnce, () => unitOfWork({ tenantId }, (tx) => remindOfExpiry(tx, now)));
  return tenantSchedule({ ...rest, name: "expiry", everyMs: 3_600_000, work });
}
