import type { Logger } from "pino";
import { catchUpFlow } from "../../server/analytics/flow.service";
import type { Tx, UnitOfWork } from "../../server/platform/database/unit-of-work";
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
  /** Projects that were read a moment ago, and whether something has happened in them since. */
  const resting = new Map<number, { timer: NodeJS.Timeout; behind: boolean }>();
  const reading = new Set<Promise<void>>();
  let stopped = false;

  const letRest = (tenantId: number, projectId: number) => {
    if (stopped) return;
    const timer = setTimeout(() => {
      const behind = resting.get(projectId)?.behind;
      resting.delete(projectId);
      if (!behind) return;
      const read = unitOfWork({ tenantId }, (tx) => readOn(tx, projectId))
        .catch((error) => log.warn({ err: error, project: projectId }, "analytics; its schedule will read on"))
        .finally(() => reading.delete(read));
      reading.add(read);
    }, restMs);
    timer.unref();
    resting.set(projectId, { timer, behind: false });
  };

  const readOn = async (tx: Tx, projectId: number): Promise<void> => {
    await catchUpFlow(tx, projectId);
    tx.afterCommit(() => letRest(tx.tenantId, projectId));
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
        else await readOn(tx, id);
      }
    },
    consume: () => Promise.resolve(),
  };

  return {
    consumer,
    async stop() {
      stopped = true;
      for (const { timer } of resting.values()) clearTimeout(timer);
      await Promise.all(reading);
    },
  };
}
