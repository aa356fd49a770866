import type { Logger } from "pino";
import type { UnitOfWork } from "../../../server/platform/database/unit-of-work";
import { planRequestedSeries, requestPlanning } from "../../../server/work/series/series.run";
import type { Consumer } from "../../platform/consumer";

interface PlannerOptions {
  unitOfWork: UnitOfWork;
  log: Logger;
}

export interface SeriesPlanner {
  consumer: Consumer;
  /** Plans the requested series of a tenant. Errors are logged, and the next run tries again. */
  run(tenantId: number): Promise<void>;
  stop(): Promise<void>;
}

/** Plans series again after a change of holidays or the weekend, in small transactions. Safe in several concurrent workers. */
export function createSeriesPlanner({ unitOfWork, log }: PlannerOptions): SeriesPlanner {
  /** The last run of each tenant. The next one waits for it, because it may have read the requests already. */
  const runs = new Map<number, Promise<void>>();
  let stopped = false;
  const isStopped = () => stopped;

  async function plan(tenantId: number, previous: Promise<void> | undefined): Promise<void> {
    await previous;
    if (stopped) return;
    try {
      await planRequestedSeries(unitOfWork, tenantId, isStopped);
    } catch (error) {
      log.warn({ err: error, tenant: tenantId }, "series planning");
    }
  }

  function run(tenantId: number): Promise<void> {
    const begun = plan(tenantId, runs.get(tenantId)).finally(() => {
      if (runs.get(tenantId) === begun) runs.delete(tenantId);
    });
    runs.set(tenantId, begun);
    return begun;
  }

  return {
    run,
    consumer: {
      name: "series.calendar",
      events: ["leave.settings_changed"],
      async consume(tx, event) {
        const { what } = event.data as { what: string };
        if (what === "types") return;
        await requestPlanning(tx);
        tx.afterCommit(() => void run(tx.tenantId));
      },
    },
    async stop() {
      stopped = true; // the schedule plans the remaining series later
      await Promise.all(runs.values());
    },
  };
}
