import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import { catchUpFlow, flowsBehind } from "../../server/analytics/flow.service";
import type { UnitOfWork } from "../../server/platform/database/unit-of-work";
import type { Consumer } from "../platform/consumer";
import { type Schedule, tenantSchedule } from "../platform/schedule";

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

/**
 * Reads on in the log of each project that a batch is about. It goes by revisions, not by what it was handed: a batch that
 * comes twice, or before the one it should follow, changes nothing.
 */
const flow: Consumer = {
  name: "analytics.flow",
  events,
  async prepare(tx, batch) {
    const ids = batch
      .filter(({ type, data }) => type !== "task.updated" || "blocker_ids" in (data as object))
      .map(({ data }) => (data as { project_id: number }).project_id);
    // In the order of their ids, so that two workers don't wait for each other.
    for (const id of [...new Set(ids)].sort((a, b) => a - b)) await catchUpFlow(tx, id);
  },
  consume: () => Promise.resolve(),
};

export const analyticsConsumers: readonly Consumer[] = [flow];

interface CatchUpOptions {
  unitOfWork: UnitOfWork;
  workerDatabase: DataSource;
  log: Logger;
}

/** Projects that nothing has happened in since analytics came, and what a parked event has left behind. */
export const analyticsSchedule = ({ unitOfWork, ...rest }: CatchUpOptions): Schedule =>
  tenantSchedule({
    ...rest,
    name: "analytics-catch-up",
    everyMs: 60_000,
    async work(tenantId) {
      for (const id of await unitOfWork({ tenantId }, flowsBehind)) {
        await unitOfWork({ tenantId }, (tx) => catchUpFlow(tx, id));
      }
    },
  });
