import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import { catchUpFlow, flowsBehind } from "../../server/analytics/flow.service";
import type { UnitOfWork } from "../../server/platform/database/unit-of-work";
import { type Schedule, tenantSchedule } from "../platform/schedule";

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
