import { purgeBatchSize, purgeBin } from "../../../server/work/bin/bin.purge";
import type { TenantWorkContext, WorkerFeature } from "../../platform/features";
import { runInBatches, type Schedule, tenantSchedule } from "../../platform/schedule";

/** Deletes for good what has been in the bin long enough. */
function purgeSchedule({ unitOfWork, ...rest }: TenantWorkContext): Schedule {
  const work = (tenantId: number, now: Date) =>
    runInBatches(purgeBatchSize, () => unitOfWork({ tenantId }, (tx) => purgeBin(tx, now)));
  return tenantSchedule({ ...rest, name: "bin", everyMs: 3_600_000, work });
}

export const binFeature: WorkerFeature = { schedules: (context) => [purgeSchedule(context)] };
