import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import { sweepOrphanedFiles } from "../../../server/platform/files/orphaned-files.service";
import type { FileStore } from "../../../server/platform/files/file-store";
import type { UnitOfWork } from "../../../server/platform/database/unit-of-work";
import { type Schedule, tenantSchedule } from "../../platform/schedule";

/** Sweeps that run at the same time after deletions in as many tenants. */
export const maxParallelSweeps = 4;

export interface OrphanedFiles {
  /** Deletes the contents of files whose records were deleted in this tenant. Failures are harmless, because the schedule retries. */
  sweepSoon(tenantId: number): void;
  schedule: Schedule;
}

export function createOrphanedFileCleanup(options: {
  unitOfWork: UnitOfWork;
  workerDatabase: DataSource;
  files: FileStore;
  log: Logger;
}): OrphanedFiles {
  const { unitOfWork, workerDatabase, files, log } = options;
  const sweep = (tenantId: number) => sweepOrphanedFiles((work) => unitOfWork({ tenantId }, work), files);
  // Runs one sweep per tenant at a time, and few at once: 200 deletions would otherwise start 200 sweeps.
  const runningTenants = new Set<number>();
  /** Tenants in which files were deleted since their last sweep began. */
  const waitingTenants = new Set<number>();
  const startNext = (): void => {
    for (const tenantId of waitingTenants) {
      if (runningTenants.size >= maxParallelSweeps) return;
      if (runningTenants.has(tenantId)) continue;
      waitingTenants.delete(tenantId);
      runningTenants.add(tenantId);
      void sweep(tenantId)
        .catch((error) => log.warn({ err: error }, "deletion of file contents failed"))
        .finally(() => {
          runningTenants.delete(tenantId);
          startNext();
        });
    }
  };
  return {
    sweepSoon(tenantId) {
      waitingTenants.add(tenantId);
      startNext();
    },
    schedule: tenantSchedule({
      name: "loose-files",
      everyMs: 1_800_000,
      inactiveToo: true,
      work: sweep,
      workerDatabase,
      log,
    }),
  };
}
