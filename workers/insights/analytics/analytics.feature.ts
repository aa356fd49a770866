import type { WorkerFeature } from "../../platform/features";
import { analyticsSchedule } from "./analytics.schedule";
import { createFlowConsumer } from "./flow.consumer";
import { reportSchedule } from "./reports";

export const analyticsFeature: WorkerFeature = {
  serviceConsumers: ({ service }) => [service(createFlowConsumer).consumer],
  schedules: (context) => [analyticsSchedule(context), reportSchedule(context)],
};
