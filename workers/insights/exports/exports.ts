import type { DomainEvents } from "../../../shared/kernel/events";
import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../../server/config";
import {
  advanceExport,
  type ClaimedExport,
  claimExport,
  failExport,
  finishExport,
  sweepExports,
} from "../../../server/insights/exports/exports.service";
import { writeExport } from "../../../server/insights/exports/write-export.service";
import {
  reserveStorageKey,
  removeIfOrphaned,
  confirmStorageKey,
} from "../../../server/platform/files/orphaned-files.service";
import { tenantToday } from "../../../server/platform/database/tenant-today";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import type { FileStore } from "../../../server/platform/files/file-store";
import { exportHours } from "../../../shared/insights/exports/exports.contract";
import type { TenantWorkContext } from "../../platform/features";
import type { Consumer } from "../../platform/consumer";
import { type Schedule, tenantSchedule } from "../../platform/schedule";

/** Interval of progress events in ms; one event for each of about 100 tables would be too many. */
const progressIntervalMs = 1_000;

const folderOf = (config: Pick<Config, "dataDir">) => join(config.dataDir, "exports");

/** Age in ms after which unfinished files of crashed workers are deleted; no export takes that long. */
const partialFileMaxAgeMs = exportHours * 3_600_000;

export interface ExporterOptions extends TenantWorkContext {
  files: FileStore;
  config: Pick<Config, "dataDir">;
}

export interface Exporter {
  consumer: Consumer;
  schedule: Schedule;
  work(tenantId: number): Promise<void>;
  stop(): Promise<void>;
}

/** Processes exports one at a time, round-robin over tenants, regardless of how many exports each tenant requested. */
export function createExporter(options: ExporterOptions): Exporter {
  const waiting = new Set<number>();
  let running: Promise<void> | null = null;
  let stopped = false;
  const makeOne = async (tenantId: number) => {
    const claimed = await options.unitOfWork({ tenantId }, claimExport);
    if (!claimed) return;
    waiting.add(tenantId); // moves the tenant to the end of the queue, as it may have more exports
    await make(options, tenantId, claimed);
  };
  const run = async () => {
    await removePartialFiles(folderOf(options.config)).catch((error) =>
      options.log.warn({ err: error }, "half exports"),
    );
    for (const tenantId of waiting) {
      if (stopped) return;
      waiting.delete(tenantId);
      await makeOne(tenantId).catch((error) => options.log.warn({ err: error, tenant: tenantId }, "export"));
    }
  };
  const start = (): Promise<void> => {
    running ??= run().finally(() => {
      running = null;
      if (waiting.size > 0 && !stopped) void start(); // an export was requested while the previous run ended
    });
    return running;
  };
  const inLine = (tenantId: number): Promise<void> => {
    waiting.add(tenantId);
    return start();
  };
  return {
    consumer: {
      name: "exports",
      events: ["export.changed"],
      async consume(tx, event) {
        if ((event.data as DomainEvents["export.changed"]).state === "waiting") void inLine(tx.tenantId);
      },
    },
    schedule: tenantSchedule({
      ...options,
      name: "exports",
      everyMs: 60_000,
      work: async (tenantId) => {
        const failed = await options.unitOfWork({ tenantId }, sweepExports);
        if (failed.length > 0)
          options.log.error({ tenant: tenantId, exports: failed }, "exports failed without an error");
        void inLine(tenantId); // not awaited, so that large exports do not block other tenants' schedules
      },
    }),
    work: inLine,
    async stop() {
      stopped = true;
      await running;
    },
  };
}

/**
 * Deletes unfinished files of crashed workers, because they contain all data of a tenant. Selected by age, as another worker may be writing
 * a file at the same time.
 */
async function removePartialFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > partialFileMaxAgeMs) await rm(path, { force: true });
  }
}

async function make({ unitOfWork, files, config, log }: ExporterOptions, tenantId: number, claimed: ClaimedExport) {
  const unit = <Result>(run: (tx: Tx) => Promise<Result>) => unitOfWork({ tenantId }, run);
  const folder = folderOf(config);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const key = await unit(reserveStorageKey);
  let reported = 0;
  try {
    await writeExport(path, claimed, {
      snapshot: (run) => unitOfWork({ tenantId, readOnly: true }, run),
      files,
      async advanced(done, total) {
        if (Date.now() - reported < progressIntervalMs) return;
        reported = Date.now();
        if (!(await unit((tx) => advanceExport(tx, claimed, done, total)))) throw new Error("The export was cancelled");
      },
    });
    const { size } = await stat(path);
    await files.putFile(key, path, "application/zip");
    await unit(async (tx) => {
      const name = `${claimed.kind === "person" ? "my-data" : "organization"}-${await tenantToday(tx)}.zip`;
      await confirmStorageKey(tx, key);
      await finishExport(tx, claimed, { name, size, key });
    });
  } catch (error) {
    log.warn({ err: error, export: claimed.id }, "export");
    await unit((tx) => failExport(tx, claimed));
  } finally {
    await rm(path, { force: true });
    await removeIfOrphaned(unit, files, key).catch(() => {}); // the sweep of orphaned files deletes it later
  }
}
