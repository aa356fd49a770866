import type { WorkerFeature } from "../../platform/features";
import { createPreviews } from "../../work/attachments/previews";
import { newsConsumers, newsPictureConsumer, newsSchedule } from "./news.consumers";

export const newsFeature: WorkerFeature = {
  consumers: newsConsumers,
  serviceConsumers: ({ service }) => [newsPictureConsumer(service(createPreviews))],
  schedules: (context) => [newsSchedule(context)],
};
