import type { WorkerFeature } from "../../platform/features";
import { createArchiver } from "./archive";
import { financeConsumers } from "./finance.consumers";

export const financeFeature: WorkerFeature = {
  consumers: financeConsumers,
  serviceConsumers: ({ service }) => [service(createArchiver).consumer],
  schedules: ({ service }) => [service(createArchiver).schedule],
};
