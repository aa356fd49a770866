import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import { sweepLooseFiles } from "../../server/files/loose-files.service";
import type { FileStore } from "../../server/platform/files/file-store";
import type { UnitOfWork } from "../../server/platform/database/unit-of-work";
import { type Schedule, tenantSchedule } from "../platform/schedule";

export interface LooseFiles {
  /** Bytes of what was deleted in this tenant go. Failing is no harm: the schedule comes by. */
  sweepSoon(tenantId: number): void;
  /** All tenants, by the clock: also what a crash left between bytes and row. */
  schedule(workerDatabase: DataSource): Schedule;
}

export function createLooseFiles(options: { unitOfWork: UnitOfWork; files: FileStore; log: Logger }): LooseFiles {
  const { unitOfWork, files, log } = options;
  const sweep = (tenantId: number) => sweepLooseFiles((work) => unitOfWork({ tenantId }, work), files);
  /** Tenants that are swept at this moment, and whether more was deleted meanwhile. */
  const under = new Map<number, { again: boolean }>();
  // One at a time: two hundred deleted files ask for two hundred sweeps, each of which holds a connection while bytes go.
  const sweepOnce = async (tenantId: number, own: { again: boolean }): Promise<void> => {
    do {
      own.again = false;
      await sweep(tenantId).catch((error) => log.warn({ err: error }, "bytes of deleted files"));
    } while (own.again);
    under.delete(tenantId);
  };
  return {
    sweepSoon(tenantId) {
      const known = under.get(tenantId);
      if (known) {
        known.again = true;
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
