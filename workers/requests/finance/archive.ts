import type { DomainEvents } from "../../../shared/kernel/events";
import { archiveBatch, beginDueRun } from "../../../server/requests/finance/finance-archive.service";
import type { TenantWorkContext } from "../../platform/features";
import type { Consumer } from "../../platform/consumer";
import { type Schedule, tenantSchedule } from "../../platform/schedule";

/** Requests archived per transaction; few, so that other calls are not blocked for long. */
const batchSize = 50;

export interface Archiver {
  schedule: Schedule;
  consumer: Consumer;
  stop(): Promise<void>;
}

/** Archives paid requests in small transactions. Safe in several concurrent workers. */
export function createArchiver({ unitOfWork, workerDatabase, log }: TenantWorkContext): Archiver {
  const runs = new Map<number, Promise<void>>();
  let stopped = false;

  async function work(tenantId: number): Promise<void> {
    while (!stopped && (await unitOfWork({ tenantId }, (tx) => archiveBatch(tx, batchSize))));
  }

  function run(tenantId: number): Promise<void> {
    const under = runs.get(tenantId);
    if (under) return under;
    const begun = work(tenantId)
      .catch((error) => log.warn({ err: error, tenant: tenantId }, "archive")) // the schedule continues the run
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
