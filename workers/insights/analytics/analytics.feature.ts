import type { TenantWorkContext, WorkerFeature } from "../../platform/features";
import { createFlowConsumer } from "./flow.consumer";
import { reportSchedule } from "./reports";
import { catchUpFlow, projectsWithLaggingFlow } from "../../../server/insights/analytics/flow.service";
import { type Schedule, tenantSchedule } from "../../platform/schedule";

/** Processes projects that have had no events since analytics was introduced, and projects whose events were parked. */
const analyticsSchedule = ({ unitOfWork, ...rest }: TenantWorkContext): Schedule =>
  tenantSchedule({
    ...rest,
    name: "analytics-catch-up",
    everyMs: 60_000,
    async work(tenantId) {
      for (const id of await unitOfWork({ tenantId }, projectsWithLaggingFlow)) {
        await unitOfWork({ tenantId }, (tx) => catchUpFlow(tx, id));
      }
    },
  });

export const analyticsFeature: WorkerFeature = {
  serviceConsumers: ({ service }) => [service(createFlowConsumer).consumer],
  schedules: (context) => [analyticsSchedule(context), reportSchedule(context)],
};
