import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import { archiveSome, beginDueRun } from "../../server/finance/finance-archive.service";
import type { UnitOfWork } from "../../server/platform/database/unit-of-work";
import type { DomainEvents } from "../../shared/domain-events";
import type { Consumer } from "../platform/consumer";
import { type Schedule, tenantSchedule } from "../platform/schedule";

/** Few enough that others don't wait for their requests. */
const atOnce = 50;

interface ArchiverOptions {
  unitOfWork: UnitOfWork;
  workerDatabase: DataSource;
  log: Logger;
}

export interface Archiver {
  /** By the clock: what is due, and what a worker that died has left. */
  schedule: Schedule;
  /** At once, when somebody has pressed the button. */
  consumer: Consumer;
  /** Lets the few under way finish; the schedule finds the rest. */
  stop(): Promise<void>;
}

/** Moves paid requests to the archive, a few per transaction. Any number of workers may do it at once. */
export function createArchiver({ unitOfWork, workerDatabase, log }: ArchiverOptions): Archiver {
  const runs = new Map<number, Promise<void>>();
  let stopped = false;

  async function work(tenantId: number): Promise<void> {
    while (!stopped && (await unitOfWork({ tenantId }, (tx) => archiveSome(tx, atOnce))));
  }

  /** One at a time for each tenant in this worker. */
  function run(tenantId: number): Promise<void> {
    const under = runs.get(tenantId);
    if (under) return under;
    const begun = work(tenantId)
      .catch((error) => log.warn({ err: error, tenant: tenantId }, "archive")) // the schedule goes on with it
      .finally(() => runs.delete(tenantId));
    runs.set(tenantId, begun);
    return begun;
  }

  return {
    schedule: tenantSchedule({
      name: "finance-archive",
      everyMs: 60_000,
      work: async (tenantId) => {
        if (await unitOfWork({ tenantId }, beginDueRun)) await run(tenantId);
      },
      workerDatabase,
      log,
    }),
    consumer: {
      name: "finance-archive",
      events: ["archive_run.updated"],
      async consume(tx, event) {
        const { state, moved } = event.data as DomainEvents["archive_run.updated"];
        if (state === "running" && moved === 0) void run(tx.tenantId);
      },
    },
    async stop() {
      stopped = true;
      await Promise.all(runs.values());
    },
  };
}
