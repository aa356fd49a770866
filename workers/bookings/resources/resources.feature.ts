import type { TenantWorkContext, WorkerFeature } from "../../platform/features";
import { expiryBatchSize, remindOfExpiry } from "../../../server/bookings/resources/expiry-reminders.service";
import { runInBatches, type Schedule, tenantSchedule } from "../../platform/schedule";

/** Sends reminders of expiring insurance, inspections and licenses. Runs hourly, to match the local day of each tenant. */
function expirySchedule({ unitOfWork, ...rest }: TenantWorkContext): Schedule {
  const work = (tenantId: number, now: Date) =>
    runInBatches(expiryBatchSize, () => unitOfWork({ tenantId }, (tx) => remindOfExpiry(tx, now)));
  return tenantSchedule({ ...rest, name: "expiry", everyMs: 3_600_000, work });
}

export const resourcesFeature: WorkerFeature = { schedules: (context) => [expirySchedule(context)] };
