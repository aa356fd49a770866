import type { TenantWorkContext, WorkerFeature } from "../../platform/features";
import { createDeliveryDependencies, sendDueDeliveries } from "./deliveries";
import { notificationConsumers } from "./notifications.consumers";
import { type Schedule, tenantSchedule } from "../../platform/schedule";
import { createDigests } from "./digests";
import { remindOfTasks } from "./reminders";

/** Sends reminders and digests at the local time of each user. Unique keys make repeated and late runs safe. */
function notificationSchedule({ unitOfWork, workerDatabase, log }: TenantWorkContext): Schedule {
  return tenantSchedule({
    name: "reminders-and-digests",
    everyMs: 60_000,
    runsAtStart: true,
    work: async (tenantId, now) => {
      await remindOfTasks(unitOfWork, tenantId, now);
      await createDigests(unitOfWork, tenantId, now);
    },
    workerDatabase,
    log,
  });
}

export const notificationsFeature: WorkerFeature = {
  consumers: notificationConsumers,
  schedules: (context) => [notificationSchedule(context)],
  loops(context) {
    const dependencies = createDeliveryDependencies(context);
    return [{ name: "deliveries", everyMs: 1_000, run: async () => void (await sendDueDeliveries(dependencies)) }];
  },
};
