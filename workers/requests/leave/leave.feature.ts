import type { TenantWorkContext, WorkerFeature } from "../../platform/features";
import { allowanceSchedule } from "./allowances";
import { absenceConsumers, leaveConsumers } from "./leave.consumers";
import { syncStandIns } from "../../../server/requests/leave/cover/stand-ins.service";
import { type Schedule, tenantSchedule } from "../../platform/schedule";

/** Creates delegations to the substitutes of leave that was approved without a decision event, e.g. imported leave. */
function standInSchedule({ unitOfWork, ...rest }: TenantWorkContext): Schedule {
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
