import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import type { UnitOfWork } from "../../../server/platform/database/unit-of-work";
import { purgeBatchSize, purgeFields } from "../../../server/work/fields/fields.purge";
import type { WorkerFeature } from "../../platform/features";
import { runInBatches, type Schedule, tenantSchedule } from "../../platform/schedule";

/** Deletes fields for good that have been in the bin long enough. */
function purgeSchedule(options: { unitOfWork: UnitOfWork; workerDatabase: DataSource; log: Logger }): Schedule {
  const { unitOfWork, ...rest } = options;
  const work = (tenantId: number, now: Date) =>
    runInBatches(purgeBatchSize, () => unitOfWork({ tenantId }, (tx) => purgeFields(tx, now)));
  return tenantSchedule({ ...rest, name: "fields", everyMs: 3_600_000, work });
}

export const fieldsFeature: WorkerFeature = { schedules: (context) => [purgeSchedule(context)] };
