import type { Logger } from "pino";
import { catchUpFlow } from "../../../server/insights/analytics/flow.service";
import type { Tx, UnitOfWork } from "../../../server/platform/database/unit-of-work";
import { FairSemaphore } from "../../../server/platform/limits/fair-semaphore";
import type { Consumer } from "../../platform/consumer";

/** Project events that affect the columns and dependencies of tasks. */
const events = [
  "task.created",
  "task.arrived",
  "task.moved",
  "task.updated",
  "task.archived",
  "task.restored",
  "task.left",
  "task.deleted",
  "column.created",
  "column.updated",
  "column.deleted",
  "project.imported",
] as const satisfies Consumer["events"];

/** Pause in ms after reading a project's log, so that active boards are read in few large chunks. */
const defaultRestMs = 2_000;

/**
 * Maximum number of concurrent delayed reads in this process, per tenant and in total. Pauses end at the same time, and the active boards
 * of one tenant would otherwise occupy all database connections.
 */
const readConcurrency = { tenant: 1, all: 2 };

interface FlowOptions {
  unitOfWork: UnitOfWork;
  log: Logger;
  restMs?: number;
}

interface FlowConsumer {
  consumer: Consumer;
  stop(): Promise<void>;
}

/**
 * Reads the event log of each project in a batch: immediately after a period without events, then every two seconds while events arrive.
 * Reads by revision, so repeated or reordered batches have no effect; after a crash the schedule catches up.
 */
export function createFlowConsumer({ unitOfWork, log, restMs = defaultRestMs }: FlowOptions): FlowConsumer {
  /** Projects that were read recently or are being read, and whether events arrived after that read began. */
  const resting = new Map<number, { behind: boolean }>();
  const timers = new Set<NodeJS.Timeout>();
  const reading = new Set<Promise<void>>();
  const ofTenant = new FairSemaphore(readConcurrency.tenant, Number.POSITIVE_INFINITY);
  const ofAll = new FairSemaphore(readConcurrency.all, Number.POSITIVE_INFINITY);
  let stopped = false;

  const letRest = (tenantId: number, projectId: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      const read = readAgain(tenantId, projectId).finally(() => reading.delete(read));
      reading.add(read);
    }, restMs);
    timer.unref();
    timers.add(timer);
  };

  const readAgain = async (tenantId: number, projectId: number): Promise<void> => {
    if (!resting.get(projectId)?.behind) return void resting.delete(projectId);
    // Takes the tenant's limiter first, so that a waiting tenant does not occupy one of the global slots.
    const tenantDone = await ofTenant.take(String(tenantId));
    const done = await ofAll.take("");
    try {
      if (!stopped) await readInTurn(tenantId, projectId);
    } finally {
      done();
      tenantDone();
    }
  };

  const readInTurn = async (tenantId: number, projectId: number): Promise<void> => {
    resting.set(projectId, { behind: false }); // this read includes events received while it was queued
    try {
      await unitOfWork({ tenantId }, (tx) => catchUpFlow(tx, projectId));
      letRest(tenantId, projectId);
    } catch (error) {
      resting.delete(projectId);
      log.warn({ err: error, project: projectId }, "analytics update failed; the schedule will retry");
    }
  };

  const readAtOnce = async (tx: Tx, projectId: number): Promise<void> => {
    await catchUpFlow(tx, projectId);
    tx.afterCommit(() => {
      resting.set(projectId, { behind: false });
      letRest(tx.tenantId, projectId);
    });
  };

  const consumer: Consumer = {
    name: "analytics.flow",
    events,
    async prepare(tx, batch) {
      const ids = batch
        .filter(({ type, data }) => type !== "task.updated" || "blocker_ids" in (data as object))
        .map(({ type, data }) =>
          type === "project.imported" ? (data as { id: number }).id : (data as { project_id: number }).project_id,
        );
      // Sorted to prevent deadlocks between workers.
      for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
        const restingProject = resting.get(id);
        if (restingProject) restingProject.behind = true;
        else await readAtOnce(tx, id);
      }
    },
    consume: () => Promise.resolve(),
  };

  return {
    consumer,
    async stop() {
      stopped = true; // the schedule processes queued reads later
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(reading);
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
