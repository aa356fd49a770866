import type { WorkerFeature } from "../../platform/features";
import { attachmentConsumers } from "./attachments.consumers";
import { createOrphanedFileCleanup } from "./orphaned-files";
import { createPreviews } from "./previews";

export const attachmentsFeature: WorkerFeature = {
  serviceConsumers: ({ service }) => attachmentConsumers(service(createPreviews), service(createOrphanedFileCleanup)),
  schedules: ({ service }) => [service(createOrphanedFileCleanup).schedule, service(createPreviews).schedule],
};
