import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import { sweepOrphanedFiles } from "../../../server/platform/files/orphaned-files.service";
import type { FileStore } from "../../../server/platform/files/file-store";
import type { UnitOfWork } from "../../../server/platform/database/unit-of-work";
import { type Schedule, tenantSchedule } from "../../platform/schedule";

export interface OrphanedFiles {
  /** Deletes the contents of files whose records were deleted in this tenant. Failures are harmless, because the schedule retries. */
  sweepSoon(tenantId: number): void;
  schedule(workerDatabase: DataSource): Schedule;
}

export function createOrphanedFileCleanup(options: {
  unitOfWork: UnitOfWork;
  files: FileStore;
  log: Logger;
}): OrphanedFiles {
  const { unitOfWork, files, log } = options;
  const sweep = (tenantId: number) => sweepOrphanedFiles((work) => unitOfWork({ tenantId }, work), files);
  /** Tenants that are being swept, and whether more files were deleted since the sweep began. */
  const under = new Map<number, { again: boolean }>();
  // Runs one sweep per tenant at a time: 200 deletions would otherwise start 200 sweeps, each of which holds a database connection.
  const sweepOnce = async (tenantId: number, own: { again: boolean }): Promise<void> => {
    do {
      own.again = false;
      await sweep(tenantId).catch((error) => log.warn({ err: error }, "deletion of file contents failed"));
    } while (own.again);
    under.delete(tenantId);
  };
  return {
    sweepSoon(tenantId) {
      const runningSweep = under.get(tenantId);
      if (runningSweep) {
        runningSweep.again = true;
        return;
      }
      const own = { again: false };
      under.set(tenantId, own);
      void sweepOnce(tenantId, own);
    },
    schedule: (workerDatabase) =>
      tenantSchedule({
        name: "loose-files",
        everyMs: 1_800_000,
        inactiveToo: true,
        work: sweep,
        workerDatabase,
        log,
      }),
  };
}
