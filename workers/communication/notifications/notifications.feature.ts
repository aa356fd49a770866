import type { WorkerFeature } from "../../platform/features";
import { createDeliveryDependencies, sendDueDeliveries } from "./deliveries";
import { notificationConsumers } from "./notifications.consumers";
import { notificationSchedule } from "./notifications.schedule";

export const notificationsFeature: WorkerFeature = {
  consumers: notificationConsumers,
  schedules: (context) => [notificationSchedule(context)],
  loops(context) {
    const dependencies = createDeliveryDependencies(context);
    return [{ name: "deliveries", everyMs: 1_000, run: async () => void (await sendDueDeliveries(dependencies)) }];
  },
};
