import { purgeKindChanges } from "../../../server/work/fields/fields.kind-undo";
import { purgeBatchSize, purgeFields } from "../../../server/work/fields/fields.purge";
import type { TenantWorkContext, WorkerFeature } from "../../platform/features";
import { runInBatches, type Schedule, tenantSchedule } from "../../platform/schedule";

/** Deletes fields for good that have been in the bin long enough, and former values that can't be restored any more. */
function purgeSchedule({ unitOfWork, ...rest }: TenantWorkContext): Schedule {
  const work = async (tenantId: number, now: Date) => {
    await unitOfWork({ tenantId }, (tx) => purgeKindChanges(tx, now));
    await runInBatches(purgeBatchSize, () => unitOfWork({ tenantId }, (tx) => purgeFields(tx, now)));
  };
  return tenantSchedule({ ...rest, name: "fields", everyMs: 3_600_000, work });
}

export const fieldsFeature: WorkerFeature = { schedules: (context) => [purgeSchedule(context)] };
