import type { WorkerFeature } from "../../platform/features";
import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import { expiryBatchSize, remindOfExpiry } from "../../../server/bookings/resources/expiry-reminders.service";
import type { UnitOfWork } from "../../../server/platform/database/unit-of-work";
import { runInBatches, type Schedule, tenantSchedule } from "../../platform/schedule";

/** Sends reminders of expiring insurance, inspections and licenses. Runs hourly, to match the local day of each tenant. */
function expirySchedule(options: { unitOfWork: UnitOfWork; workerDatabase: DataSource; log: Logger }): Schedule {
  const { unitOfWork, ...rest } = options;
  const work = (tenantId: number, now: Date) =>
    runInBatches(expiryBatchSize, () => unitOfWork({ tenantId }, (tx) => remindOfExpiry(tx, now)));
  return tenantSchedule({ ...rest, name: "expiry", everyMs: 3_600_000, work });
}

export const resourcesFeature: WorkerFeature = { schedules: (context) => [expirySchedule(context)] };
