import type { Logger } from "pino";
import { catchUpFlow } from "../../server/analytics/flow.service";
import type { Tx, UnitOfWork } from "../../server/platform/database/unit-of-work";
import { Turns } from "../../server/platform/turns";
import type { Consumer } from "../platform/consumer";

/** Events of a project's log that say where its tasks are, and what they wait for. */
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
] as const satisfies Consumer["events"];

/** So long a project's log is left alone once it was read: a busy board is read in a few long pieces, not in many short ones. */
const rest = 2_000;

/**
 * Projects that read on after their rest, in this process. They have rested equally long and come in the same moment, on the
 * connections that calls need: one organisation with many busy boards would have them all.
 */
const readingAtOnce = { tenant: 1, all: 2 };

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
 * Reads on in the log of each project that a batch is about: at once after a quiet moment, and then every two seconds for
 * as long as something happens there. It goes by revisions, not by what it was handed: a batch that comes twice, or before
 * the one it should follow, changes nothing, and what a crash leaves unread the schedule finds behind.
 */
export function createFlowConsumer({ unitOfWork, log, restMs = rest }: FlowOptions): FlowConsumer {
  /** Projects that were read a moment ago or are at this moment, and whether something has happened in them since. */
  const resting = new Map<number, { behind: boolean }>();
  const timers = new Set<NodeJS.Timeout>();
  const reading = new Set<Promise<void>>();
  const ofTenant = new Turns(readingAtOnce.tenant, Number.POSITIVE_INFINITY);
  const ofAll = new Turns(readingAtOnce.all, Number.POSITIVE_INFINITY);
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
    // Its organisation's turn first: whoever waits for that has no place that another one could read in.
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
    resting.set(projectId, { behind: false }); // what came while it waited for its turn is read now
    try {
      await unitOfWork({ tenantId }, (tx) => catchUpFlow(tx, projectId));
      letRest(tenantId, projectId);
    } catch (error) {
      resting.delete(projectId);
      log.warn({ err: error, project: projectId }, "analytics; its schedule will read on");
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
        .map(({ data }) => (data as { project_id: number }).project_id);
      // In the order of their ids, so that two workers don't wait for each other.
      for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
        const known = resting.get(id);
        if (known) known.behind = true;
        else await readAtOnce(tx, id);
      }
    },
    consume: () => Promise.resolve(),
  };

  return {
    consumer,
    async stop() {
      stopped = true; // whoever still waits for a turn is left to the schedule
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(reading);
      for (const timer of timers) clearTimeout(timer); // of those that have just read
    },
  };
}
