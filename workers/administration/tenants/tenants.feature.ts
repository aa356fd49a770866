import type { TenantWorkContext, WorkerFeature } from "../../platform/features";
import { closeDueTenant } from "../../../server/administration/tenants/closing.service";
import { type Schedule, tenantSchedule } from "../../platform/schedule";

function closingSchedule({ unitOfWork, ...rest }: TenantWorkContext): Schedule {
  return tenantSchedule({
    ...rest,
    name: "tenant-closing",
    everyMs: 60_000,
    work: (tenantId) => unitOfWork({ tenantId }, closeDueTenant),
  });
}

export const tenantsFeature: WorkerFeature = { schedules: (context) => [closingSchedule(context)] };
