import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import type { Config } from "../../server/config";
import {
  advanceExport,
  type Claimed,
  claimExport,
  failExport,
  finishExport,
  sweepExports,
} from "../../server/exports/exports.service";
import { writeExport } from "../../server/exports/write-export.service";
import { noteKey, removeIfLoose, settleKey } from "../../server/files/loose-files.service";
import type { Tx, UnitOfWork } from "../../server/platform/database/unit-of-work";
import type { FileStore } from "../../server/platform/files/file-store";
import type { DomainEvents } from "../../shared/domain-events";
import { exportHours } from "../../shared/exports/exports.contract";
import type { Consumer } from "../platform/consumer";
import { type Schedule, tenantSchedule } from "../platform/schedule";

/** Open screens show how far it is; each step of a hundred tables would be more than anybody reads. */
const sayEveryMs = 1_000;

const folderOf = (config: Pick<Config, "dataDir">) => join(config.dataDir, "exports");

/** What a killed worker has left half written is nobody's after so long: no part of an export takes it to be stored. */
const leftAfterMs = exportHours * 3_600_000;

export interface ExporterOptions {
  unitOfWork: UnitOfWork;
  workerDatabase: DataSource;
  files: FileStore;
  config: Pick<Config, "dataDir">;
  log: Logger;
}

export interface Exporter {
  /** At once, when somebody has asked. */
  consumer: Consumer;
  /** By the clock: what a worker that died has left, and what its day is over for. */
  schedule: Schedule;
  /** Makes what is waiting in a tenant, and whatever else waits. */
  work(tenantId: number): Promise<void>;
  stop(): Promise<void>;
}

/** Makes exports, one at a time in this worker: each reads all there is. One of each tenant in turn, whoever has asked for how many. */
export function createExporter(options: ExporterOptions): Exporter {
  const waiting = new Set<number>();
  let running: Promise<void> | null = null;
  let stopped = false;
  const makeOne = async (tenantId: number) => {
    const claimed = await options.unitOfWork({ tenantId }, claimExport);
    if (!claimed) return;
    waiting.add(tenantId); // at the end of the line, where there may be more
    await make(options, tenantId, claimed);
  };
  const run = async () => {
    await sweepHalfWritten(folderOf(options.config)).catch((error) => options.log.warn({ err: error }, "half exports"));
    for (const tenantId of waiting) {
      if (stopped) return;
      waiting.delete(tenantId);
      await makeOne(tenantId).catch((error) => options.log.warn({ err: error, tenant: tenantId }, "export"));
    }
  };
  const start = (): Promise<void> => {
    running ??= run().finally(() => {
      running = null;
      if (waiting.size > 0 && !stopped) void start(); // asked for while the last one ended
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
        await options.unitOfWork({ tenantId }, sweepExports);
        void inLine(tenantId); // large ones don't hold up the other tenants' turn
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
 * Removes what killed workers have left half written: all that an organisation has lies in it, for nobody to find again. By its age, since
 * another worker may be writing beside this one.
 */
async function sweepHalfWritten(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > leftAfterMs) await rm(path, { force: true });
  }
}

async function make({ unitOfWork, files, config, log }: ExporterOptions, tenantId: number, claimed: Claimed) {
  const unit = <Result>(run: (tx: Tx) => Promise<Result>) => unitOfWork({ tenantId }, run);
  const folder = folderOf(config);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const key = await unit(noteKey);
  let said = 0;
  try {
    await writeExport(path, claimed, {
      snapshot: (run) => unitOfWork({ tenantId, readOnly: true }, run),
      files,
      async advanced(done, total) {
        if (Date.now() - said < sayEveryMs) return;
        said = Date.now();
        if (!(await unit((tx) => advanceExport(tx, claimed, done, total)))) throw new Error("Nobody wants it any more");
      },
    });
    const { size } = await stat(path);
    await files.putFile(key, path, "application/zip");
    const name = `${claimed.kind === "person" ? "my-data" : "organization"}-${new Date().toISOString().slice(0, 10)}.zip`;
    await unit(async (tx) => {
      await settleKey(tx, key);
      await finishExport(tx, claimed, { name, size, key });
    });
  } catch (error) {
    log.warn({ err: error, export: claimed.id }, "export");
    await unit((tx) => failExport(tx, claimed));
  } finally {
    await rm(path, { force: true });
    await removeIfLoose(unit, files, key).catch(() => {}); // the sweep finds it
  }
}
