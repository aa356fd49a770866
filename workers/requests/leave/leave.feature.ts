import type { WorkerFeature } from "../../platform/features";
import { allowanceSchedule } from "./allowances";
import { absenceConsumers, leaveConsumers } from "./leave.consumers";
import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import { syncStandIns } from "../../../server/requests/leave/cover/stand-ins.service";
import type { UnitOfWork } from "../../../server/platform/database/unit-of-work";
import { type Schedule, tenantSchedule } from "../../platform/schedule";

/** Creates delegations to the substitutes of leave that was approved without a decision event, e.g. imported leave. */
function standInSchedule(options: { unitOfWork: UnitOfWork; workerDatabase: DataSource; log: Logger }): Schedule {
  const { unitOfWork, ...rest } = options;
  return tenantSchedule({
    ...rest,
    name: "stand-ins",
    everyMs: 300_000,
    work: (tenantId) => unitOfWork({ tenantId }, (tx) => syncStandIns(tx)),
  });
}

export const leaveFeature: WorkerFeature = {
  consumers: [...leaveConsumers, ...absenceConsumers],
  schedules: (context) => [allowanceSchedule(context), standInSchedule(context)],
};
