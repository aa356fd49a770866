import type { WorkerFeature } from "../../platform/features";
import { createExporter } from "./exports";

export const exportsFeature: WorkerFeature = {
  serviceConsumers: ({ service }) => [service(createExporter).consumer],
  schedules: ({ service }) => [service(createExporter).schedule],
};
