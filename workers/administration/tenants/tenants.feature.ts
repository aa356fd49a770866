import type { WorkerFeature } from "../../platform/features";
import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import type { UnitOfWork } from "../../../server/platform/database/unit-of-work";
import { closeDueTenant } from "../../../server/administration/tenants/closing.service";
import { type Schedule, tenantSchedule } from "../../platform/schedule";

function closingSchedule(options: { unitOfWork: UnitOfWork; workerDatabase: DataSource; log: Logger }): Schedule {
  const { unitOfWork, ...rest } = options;
  return tenantSchedule({
    ...rest,
    name: "tenant-closing",
    everyMs: 60_000,
    work: (tenantId) => unitOfWork({ tenantId }, closeDueTenant),
  });
}

export const tenantsFeature: WorkerFeature = { schedules: (context) => [closingSchedule(context)] };
